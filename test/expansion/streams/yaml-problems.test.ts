import { describe, expect, test } from "vitest";
import { Environment } from "../../../src/expansion/environment.ts";
import { YamlExpansionError, YamlStream } from "../../../src/expansion/streams/yaml-stream.ts";
import { fuzzCases, Random } from "../../reference/random.ts";

const encoder = new TextEncoder();
const environment = new Environment({ A: "1", EMPTY: "" });

/** What is written, and `line:column` of what is refused, where the text comes in pieces of some bytes. */
function streamed(text: string, size: number): readonly [string, ...string[]] {
  const pieces: Uint8Array[] = [];
  const stream = new YamlStream(environment, { output: (bytes) => pieces.push(bytes.slice()) });
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at += size) stream.push(bytes.subarray(at, at + size));
  const written = () => Buffer.concat(pieces).toString();
  try {
    stream.end();
  } catch (error) {
    if (!(error instanceof YamlExpansionError)) throw error;
    return [written(), ...error.refusals.map(({ line, column }) => `${line}:${column}`)];
  }
  return [written()];
}

describe.each([1, 2, 5, 1000])("in pieces of %i bytes", (size) => {
  test.each([
    // Directives belong to the document that follows.
    ["a: 1\n...\n%YAML 1.2\n---\nb: $(A)\n", ['a: 1\n...\n%YAML 1.2\n---\nb: "1"\n']],
    [
      "a: 1\n...\n# c\n\r\n%TAG ! x:\n# c\n\n---\nb: 2\n---\nc\n",
      ["a: 1\n...\n# c\n\r\n%TAG ! x:\n# c\n\n---\nb: 2\n---\nc\n"],
    ],
    ["# c\n%YAML 1.2\n---\nb: 2\n---\nc\n", ["# c\n%YAML 1.2\n---\nb: 2\n---\nc\n"]],
    [
      "%YAML 1.2\n---\nb: 2\n...\n%YAML 1.2\n%TAG ! x:\n---\nc\n",
      ["%YAML 1.2\n---\nb: 2\n...\n%YAML 1.2\n%TAG ! x:\n---\nc\n"],
    ],
    // There is no end of a document before these directives.
    ["a: 1\n%YAML 1.2\n\n---\nb: 2\n---\nc: 3\n", ["", "2:1"]],
    ["a: 1\n# c\n%YAML 1.2\n# c\n---\nb: 2\n", ["", "3:1"]],
    ["a: 1\n---\nb: 2\n%TAG ! x:\n---\nc: 3\n", ["a: 1\n", "4:1"]],
    // Empty lines and comments before rejected directives are not output.
    ["\n# c\n%YAML 3.0\n---\nb: 2\n---\n", ["", "3:1"]],
    // YAML 1.2 needs no indentation at the root.
    ["--- |\n%YAML 1.2\n---\nb: $(A)\n", ['--- |\n%YAML 1.2\n---\nb: "1"\n']],
  ])("%j", (text, expected) => {
    expect(streamed(text, size)).toEqual(expected);
  });
});

test.each(['"\n---\n--- ', '""""")\n---\n--- ', "'a\n---\nb: 1\n"])(
  "%j has one message, whatever its pieces",
  (text) => {
    const problems = (size: number) => {
      const stream = new YamlStream(environment, { output() {} });
      const bytes = encoder.encode(text);
      for (let at = 0; at < bytes.length; at += size) stream.push(bytes.subarray(at, at + size));
      try {
        stream.end();
      } catch (error) {
        return (error as Error).message;
      }
      return undefined;
    };
    const whole = problems(1000);
    expect(whole).toContain("unexpected end of the document within a");
    for (const size of [1, 2, 3, 5, 7]) expect(problems(size)).toBe(whole);
  },
);

const OPEN = "the text ends before a [ or { is closed";
const BRACKET = "expected the node content, but found ']'";

test.each<[text: string, ...problems: string[]]>([
  ["a: []\n..."],
  ["a: [\n...", `line 1, column 5: ${OPEN}`],
  ["a: [\n...\n", `line 1, column 5: ${OPEN}`],
  ["a: [\n... # c", `line 1, column 5: ${OPEN}`],
  ["a: [\n...\nb: ]\n", `line 1, column 5: ${OPEN}`, `line 3, column 4: ${BRACKET}`],
  ["... b\n$(A)", "line 1, column 4: start a new line after `...`"],
  ["a: 1\n... b\n$(A)\n", "line 2, column 4: start a new line after `...`"],
  ["a: [\n--- ]\n", `line 1, column 5: ${OPEN}`, `line 2, column 5: ${BRACKET}`],
  ["a: [\n---\nb: 1\n---\nc: ]", `line 1, column 5: ${OPEN}`, `line 5, column 4: ${BRACKET}`],
  ["a: 1\n---\nb: [", `line 3, column 4: ${OPEN}`],
  ["b: [\n---\n", `line 1, column 5: ${OPEN}`],
  ["a: ]\n...x\n", `line 1, column 4: ${BRACKET}`],
  ["\ufeffa: [\n---\nb: ]\n", `line 1, column 6: ${OPEN}`, `line 3, column 4: ${BRACKET}`],
  ["\ufeffa: &x b\nc: *x\n"],
  ["\ufeffa: &x b\n---\nc: &y d\n---\ne: &z f\n"],
  ["\ufeffa: 1\n---\nb: &x c\n---\nd: ]\n", `line 5, column 4: ${BRACKET}`],
  ["\ufeffa: &x b\n---\nc: 1\n---\nd: ]\n", `line 5, column 4: ${BRACKET}`],
  ["é: [\n---\né: ]\n", `line 1, column 5: ${OPEN}`, `line 3, column 4: ${BRACKET}`],
  [
    "a: ]\n---\nb: *x\n---\nc: |\n  $(A)\n---\nd: ]\n...",
    ...[1, 8].map((line) => `line ${line}, column 4: ${BRACKET}`),
  ],
  ["a: ]\n---\n".repeat(25), ...Array.from({ length: 20 }, (_, i) => `line ${2 * i + 1}, column 4: ${BRACKET}`)],
])("problems of %j", (text, ...expected) => {
  const stream = new YamlStream(environment, { output() {} });
  stream.push(encoder.encode(text));
  let message = "";
  try {
    stream.end();
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message).toBe(expected.join("\n"));
});

test("more than there is room for", () => {
  const variables = new Environment({ A: "1", LONG: "long ".repeat(100) });
  const text = "---\na: $(LONG)x\nb: $(NONE) $(NONE) $(NONE)\n---\nc: $(A)\n".repeat(300);
  let written = "";
  const offsets: number[] = [];
  const stream = new YamlStream(variables, {
    output: (bytes) => (written += Buffer.from(bytes)),
    unresolved: (_, offset) => offsets.push(offset),
  });
  stream.push(encoder.encode(text));
  stream.end();
  expect(written).toBe(text.replaceAll("$(LONG)", "long ".repeat(100)).replaceAll("$(A)", '"1"'));
  expect(offsets).toEqual([...text.matchAll(/\$\(NONE\)/g)].map(({ index }) => index));
});

describe("documents of every kind", () => {
  const variables = {
    A: "1",
    K: "key",
    LONG: "long ".repeat(100),
    LINES: "one\ntwo\n",
    QUESTION: "a?b",
    NO: "no",
    EMPTY: "",
    URL: "http://h:80/p?a=b",
  };

  test.each([
    ["keys and values", "$(K): $(K) # $(K)\n", "key: key # $(K)\n"],
    ["a plain scalar that needs quotes, without its trailing spaces", "a: $(A)   # $(A)\n", 'a: "1"   # $(A)\n'],
    ["quotes", `"$(A)" : '$(A)'\nb: "\\"$(A)"\n`, `"1" : '1'\nb: "\\"1"\n`],
    ["lists and braces", `a: [$(A), "$(A)", {$(A): $(QUESTION)}]\n`, `a: ["1", "1", {"1": "a?b"}]\n`],
    ["a word that YAML does not read as a string", "a: $(NO)\nb: [$(NO)]\nc: x$(NO)\n", 'a: "no"\nb: ["no"]\nc: xno\n'],
    ["lines", "- |\n  $(A)\n\n  $(A)\n- >-\n  $(A)", "- |\n  1\n\n  1\n- >-\n  1"],
    ["no value", "a: 1 $(NONE)\nb: x$(A)$(NONE)\n$(X): c\n", "a: 1 $(NONE)\nb: x1$(NONE)\n$(X): c\n"],
    ["a value for the host", "a: $(A)\nb: $(LINES)\n---\nc: $(A)\n", 'a: "1"\nb: "one\\ntwo\\n"\n---\nc: "1"\n'],
    ["documents", "a: $(A)\n---\nb: &c $(A)\n--- # $(A)\nd: $(A)", 'a: "1"\n---\nb: &c "1"\n--- # $(A)\nd: "1"'],
    ["a byte order mark", "\ufeffa: $(A)\n", '\ufeffa: "1"\n'],
  ])("%s", (_, text, expected) => {
    let written = "";
    const stream = new YamlStream(new Environment(variables), {
      output: (bytes) => (written += new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)),
    });
    stream.push(encoder.encode(text));
    stream.end();
    expect(written).toBe(expected);
  });
});

test("random texts: pieces change nothing", () => {
  const words = [
    ..."---\n|\n---\n|a: $(A)\n|a: $(EMPTY)\n|- |\n  b\n|# c\n|\n|...\n|%YAML 1.2\n|%TAG ! x:\n|\r\n|--- $(A)\n|x|[".split(
      "|",
    ),
    "- |+\n  b\n\n",
  ];
  let written = 0;
  for (let seed = 0; seed < fuzzCases(2000); seed++) {
    const random = new Random(seed);
    const text = Array.from({ length: random.below(12) }, () => random.pick(words)).join("");
    const [whole, refused] = streamed(text, 1000);
    const size = 1 + random.below(20);
    const [inPieces, refusedInPieces] = streamed(text, size);
    const isRefused = refused !== undefined;
    expect([seed, text, size, refusedInPieces !== undefined]).toEqual([seed, text, size, isRefused]);
    // What is handed out before the first document that is refused, and its other problems, depend on the pieces.
    if (isRefused) continue;
    expect([seed, text, size, inPieces]).toEqual([seed, text, size, whole]);
    written++;
  }
  expect(written).toBeGreaterThan(fuzzCases(2000) / 20);
});
