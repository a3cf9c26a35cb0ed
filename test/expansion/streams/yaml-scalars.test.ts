import { describe, expect, test } from "vitest";
import { Environment } from "../../../src/expansion/environment.ts";
import { expandDocument } from "../../../src/expansion/streams/yaml-scalars.ts";
import { YamlStream } from "../../../src/expansion/streams/yaml-stream.ts";

/** The output, or undefined if the text is refused. */
function expanded(text: string): string | undefined {
  const pieces: Uint8Array[] = [];
  const environment = new Environment({ A: "x: y", LINES: "1\n2" });
  const stream = new YamlStream(environment, { output: (bytes) => void pieces.push(bytes.slice()) });
  try {
    stream.push(Buffer.from(text));
    stream.end();
  } catch {
    return undefined;
  }
  return Buffer.concat(pieces).toString();
}

test.each<[text: string, expected: string | undefined]>([
  ["a: $(A)\t# c\n", 'a: "x: y"\t# c\n'],
  ["a: $(A)\t\nb: 1\n", 'a: "x: y"\t\nb: 1\n'],
  ["a: $(A) \t \n# c\n", 'a: "x: y" \t \n# c\n'],
  ["a: $(A)\n \n", 'a: "x: y"\n \n'],
  ["a: $(A)\n  # c\n", 'a: "x: y"\n  # c\n'],
  ["a: $(A)", 'a: "x: y"'],
  ["[$(A)\t, b]\n", '["x: y"\t, b]\n'],
  // After quotes, readers refuse a line of white space, or a comment line, that starts with a tab.
  ["a: $(A)\n\t\nb: c\n", 'a: "x: y"\n \nb: c\n'],
  ["a: $(A)\n \t\nb: c\n", 'a: "x: y"\n  \nb: c\n'],
  ["a: $(A)\n\t# c\n", 'a: "x: y"\n # c\n'],
  ["a: $(A)\n\t", 'a: "x: y"\n '],
  // In braces, readers disagree about a colon after quotes that neither a space nor a line break follows.
  ["{$(A): }\n", '{"x: y": }\n'],
  ["{$(A):\n}\n", '{"x: y":\n}\n'],
  ["{$(A)\n\t: b}\n", '{"x: y"\n\t: b}\n'],
  ["{$(A)\n\t, b}\n", '{"x: y"\n\t, b}\n'],
  ...[":}", " :}", "\t:}", "\n  :}", ":,b: c}"].map((rest): [string, undefined] => [`{$(A)${rest}\n`, undefined]),
  ["[$(A):]\n", undefined],
  ["{$(A):[b]}\n", '{"x: y":[b]}\n'],
  ["{$(A):{}}\n", '{"x: y":{}}\n'],
])("a value that needs quotes, before white space or a colon: %j", (text, expected) => {
  expect(expanded(text)).toBe(expected);
});

test.each([
  ["a: |\n  $(LINES)\n  |- x\n", "a: |\n  1\n  2\n  |- x\n"],
  ["a: |\n  $(LINES)\n  >- x\nb: 1\n", "a: |\n  1\n  2\n  >- x\nb: 1\n"],
  ["a: >+\n  $(LINES)\n  |- x\n\nb: 1\n", "a: >+\n  1\n\n  2 |- x\n\nb: 1\n"],
  ["a: |-\n  $(LINES)\n  |+ x\n", "a: |-\n  1\n  2\n  |+ x\n"],
])("the lines of a block scalar are not headers: %j", (text, expected) => {
  expect(expanded(text)).toBe(expected);
});

describe("a document without references is checked", () => {
  const problems = (text: string) =>
    expandDocument(new Environment(), Buffer.from(text), true).reports.map(({ offset, problem }) => [offset, problem]);

  test.each([
    ["YAML of both", "a: [b]\nc: |\n  d\n"],
    ["an escape of YAML 1.2", 'a: "\\/"'],
    ["brackets that only go-yaml accepts", "a: [\n1\n]"],
    ["an unknown alias", "a: *b"],
    ["an undefined tag", "a: !b c"],
    ["a value that does not match its tag", "a: !!int b"],
    ["a key that is not a scalar", "[a]: b"],
    ["a duplicate key", "a: 1\na: 2"],
    ["a text without documents", ""],
    ["a thousand nested collections", "[".repeat(1000) + "]".repeat(1000)],
  ])("%s: no problem", (_, text) => {
    expect(problems(text)).toEqual([]);
  });

  test.each([
    ["a: @b", 3, 'no value can start with "@"; put it in quotes'],
    ['a: "\\/\\ud800"', 4, "unknown escape sequence"],
    ['é: "\\ud800"', 5, "invalid Unicode escape"],
    ["[".repeat(1001) + "]".repeat(1001), 1000, "nesting exceeded maxDepth (1000)"],
  ])("%j: the problem of go-yaml", (text, offset, problem) => {
    expect(problems(text)).toEqual([[offset, problem]]);
  });
});
