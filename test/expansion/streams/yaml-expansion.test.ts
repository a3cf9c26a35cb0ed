import { expect, test } from "vitest";
import { Environment } from "../../../src/expansion/environment.ts";
import { escapesDoubled, firstSuspect } from "../../../src/expansion/streams/yaml-expansion.ts";
import { YamlStream } from "../../../src/expansion/streams/yaml-stream.ts";

test.each([
  ["", ""],
  ["$ $A", "$ $A"],
  ["$$", "$$$$"],
  ["$$$", "$$$$$"],
  ["$$(A)", "$$$$(A)"],
  ["$(A)", "$(A)"],
  ["$(A$$B) $$", "$(A$$B) $$$$"],
  ["$(A$$\nB)$$", "$(A$$\nB)$$$$"],
  ["$()$$()", "$()$$$$()"],
  ["$(A$$", "$(A$$$$"],
  ["$(A) $(B$$", "$(A) $(B$$$$"],
])("%j with its escapes doubled is %j", (text, doubled) => {
  expect(escapesDoubled(text)).toBe(doubled);
});

test.each<[text: string, name: string | undefined, offset: number | undefined]>([
  ["", undefined, undefined],
  ["a: b)", undefined, undefined],
  ["a: $b", undefined, undefined],
  ["a: $(A", undefined, undefined],
  ["a) $(A", undefined, undefined],
  ["a: $(A)", "A", 3],
  ["a: $(A $(B)", "A $(B", 3],
  ["a: $$(A)", "", 3],
  ["a: $$", "", 3],
  ['"$\\u0028"', "", 1],
  ['"\\x24(A)"', "", 1],
  ['"\\u0024(A)"', "", 1],
  ['"\\U00000028A)"', "", 1],
  ['"\\x29"', undefined, undefined],
  ['"\\n"', undefined, undefined],
  ["b: $(B a\nc: $$", "", 12],
])("in %j, the first that expansion might change is %j at %j", (text, name, offset) => {
  expect(firstSuspect(text)).toEqual(name === undefined ? undefined : { name, offset });
});

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
  ["a: $(A)\n\t\nb: c\n", undefined],
  ["a: $(A)\n \t\nb: c\n", undefined],
  ["a: $(A)\n\t# c\n", undefined],
  ["a: $(A)\n\t", undefined],
  // In braces, readers disagree about a colon after quotes that neither a space nor a line break follows.
  ["{$(A): }\n", '{"x: y": }\n'],
  ["{$(A):\n}\n", '{"x: y":\n}\n'],
  ["{$(A)\n\t: b}\n", '{"x: y"\n\t: b}\n'],
  ["{$(A)\n\t, b}\n", '{"x: y"\n\t, b}\n'],
  ...[":}", " :}", "\t:}", "\n  :}", ":,b: c}", ":[b]}", ":{}}"].map((rest): [string, undefined] => [
    `{$(A)${rest}\n`,
    undefined,
  ]),
  ["[$(A):]\n", undefined],
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
