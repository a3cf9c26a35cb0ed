import { describe, expect, test } from "vitest";
import { Environment } from "../../src/expansion/environment.ts";
import { CheckedYamlStream } from "../../src/streams/checked-yaml-stream.ts";
import { YamlExpansionError } from "../../src/streams/yaml-error.ts";
import { fuzzCases, Random } from "../reference/random.ts";

const encoder = new TextEncoder();
const environment = new Environment({ A: "1", EMPTY: "" });

/** What is written, and `line:column` of what is refused, where the text comes in pieces of some bytes. */
function streamed(text: string, size: number): readonly [string, ...string[]] {
  const pieces: Uint8Array[] = [];
  const stream = new CheckedYamlStream(environment, { output: (bytes) => pieces.push(bytes.slice()) });
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
    // Directives belong to the document behind them.
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
    // No document has ended in front of these.
    ["a: 1\n%YAML 1.2\n\n---\nb: 2\n---\nc: 3\n", ["", "2:1"]],
    ["a: 1\n# c\n%YAML 1.2\n# c\n---\nb: 2\n", ["", "3:1"]],
    ["a: 1\n---\nb: 2\n%TAG ! x:\n---\nc: 3\n", ["a: 1\n", "4:1"]],
    // As go-yaml has it: text of a scalar is indented.
    ["--- |\n%YAML 1.2\n---\nb: $(A)\n", ["", "2:1"]],
  ])("%j", (text, expected) => {
    expect(streamed(text, size)).toEqual(expected);
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
