import { describe, expect, test } from "vitest";
import { Environment } from "../../src/expansion/environment.ts";
import { CheckedYamlStream } from "../../src/streams/checked-yaml-stream.ts";
import { YamlExpansionError } from "../../src/streams/yaml-error.ts";
import { fuzzCases, Random } from "../reference/random.ts";
import { randomYaml } from "../reference/yaml-lines.ts";

const environment = new Environment({ A: "v" });

/** `line:column: problem` of everything that is refused; what is written otherwise. */
function told(text: string, cut = text.length): string[] {
  const bytes = new TextEncoder().encode(text);
  const pieces: Uint8Array[] = [];
  const stream = new CheckedYamlStream(environment, { output: (bytes) => pieces.push(bytes.slice()) });
  stream.push(bytes.subarray(0, cut));
  stream.push(bytes.subarray(cut));
  try {
    stream.end();
  } catch (error) {
    if (!(error instanceof YamlExpansionError)) throw error;
    return error.refusals.map(({ line, column, problem, name }) => `${line}:${column}: ${problem ?? name}`);
  }
  return [Buffer.concat(pieces).toString()];
}

describe("what is wrong is told where it stands, whatever stands around it", () => {
  const FINE = "---\na: 1\nb:\n- $(A)\n";
  test.each([
    ["between", "--- # x\na: [1\n", "6:6: the text ends before a [ or { is closed"],
    ["quotes that stay open", "---\na: 'b\n", "6:6: unexpected end of the "],
    ["wrong indentation", "---\na:\n  b: 1\n c: 2\n", "8:2: wrong indentation: a key is expected"],
    ["a directive that is none", "---\nb: 1\n...\n%FOO\n", "this directive is not known"],
  ])("%s", (_, bad, expected) => {
    for (const text of [FINE + bad + FINE, FINE + bad + FINE + FINE]) {
      expect(told(text)).toEqual([expect.stringContaining(expected)]);
    }
  });

  test("several documents, with others between them", () => {
    const bad = "---\na: b: c\n";
    expect(told(FINE + bad + FINE + FINE + bad + bad + FINE).map((it) => it.split(" ")[0])).toEqual([
      "6:5:",
      "16:5:",
      "18:5:",
    ]);
  });

  test("of many, the first twenty", () => {
    expect(told(`${FINE}---\na: b: c\n`.repeat(30) + FINE)).toHaveLength(20);
  });

  test("bytes that are not valid UTF-8", () => {
    const stream = new CheckedYamlStream(environment, { output() {} });
    stream.push(Buffer.from(`${FINE}---\na: \xff\n${FINE}`, "latin1"));
    expect(() => stream.end()).toThrow("line 6, column 4: the text is not valid UTF-8");
  });
});

/** A reader that is given a document alone comes to the end of the stream, else to that of the document. */
const atEnd = (problem: string): string =>
  problem.replace("unexpected end of the document", "unexpected end of the stream");

test("documents that need no reader change nothing about the others", () => {
  const random = new Random(37);
  let refused = 0;
  for (let i = 0; i < fuzzCases(6000); i++) {
    // With a line end behind it, a marker is one wherever the text is cut.
    const text = `${randomYaml(random)}\n`;
    // Beyond the characters that are known; behind a marker, it moves nothing.
    const unknown = text.replace(/^---$/gm, "--- #\uff05");
    const problems = told(text, random.below(text.length + 1));
    if (problems[0]?.includes("\n") === false) refused++;
    // A byte order mark, and a control character, keep what is read with them from being judged.
    if (text === unknown || /[\ufeff\0-\x08\x0b\f\x0e-\x1f\x7f]/.test(text)) continue;
    const withoutMark = told(unknown).map((it) => it.replaceAll("--- #\uff05", "---"));
    expect(withoutMark.map(atEnd), JSON.stringify(text)).toEqual(told(text).map(atEnd));
  }
  expect(refused).toBeGreaterThan(100);
});
