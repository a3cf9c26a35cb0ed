import { expect, test } from "vitest";
import { Environment } from "../../src/expansion/environment.ts";
import { YamlStream } from "../../src/expansion/streams/yaml-stream.ts";

const environment = new Environment({ A: "value" });
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function expanded(text: string): string {
  let output = "";
  const stream = new YamlStream(environment, { output: (bytes) => (output += decoder.decode(bytes)) });
  stream.push(encoder.encode(text));
  stream.end();
  return output;
}

/** Longer than two rounds of four blocks. */
const LONGEST = 140;

/** Texts around a reference, with `filler` before it and `more` after it. */
const shapes: [string, (filler: string, reference: string, more: string) => string][] = [
  ["plain", (filler, reference, more) => `k: x${filler}${reference}${more}\n`],
  ["plain, after a colon", (filler, reference, more) => `k: x:${filler}${reference}:${more}x # $(A)\n`],
  ["single", (filler, reference, more) => `k: '${filler}${reference}${more}' # $(A)\n`],
  ["double", (filler, reference, more) => `"k": "${filler}\\"${reference}${more}" # $(A)\n`],
  ["a key", (filler, reference, more) => `x${filler}${reference}${more}: 1 # $(A)\n`],
  ["literal", (filler, reference, more) => `k: | # $(A)\n  ${filler}\n  ${reference}${more}\n# $(A)\n`],
  ["in brackets", (filler, reference, more) => `[x${filler}, x${reference}${more}]`],
  ["after a comment", (filler, reference, more) => `# $(A)${filler}\nk: x${reference}${more} # $(A)`],
  ["after an anchor", (filler, reference, more) => `k: &$(A)${filler} x${reference}${more}`],
  ["after spaces", (filler, reference, more) => `k:${" ".repeat(filler.length)} x${reference}${more}\n`],
];

test.each(shapes)("%s: texts of every length before and after a reference", (_, make) => {
  for (let length = 0; length <= LONGEST; length++) {
    for (const after of [0, 1, 15, 16, 17, 63, 64, 65, LONGEST - length]) {
      const filler = "y".repeat(length);
      const more = "z".repeat(Math.max(0, after));
      expect(expanded(make(filler, "$(A)", more))).toBe(make(filler, "value", more));
    }
  }
});

test("values that add up to much more than the text", () => {
  const large = new Environment({ A: "x".repeat(50_000) });
  let length = 0;
  const stream = new YamlStream(large, { output: (bytes) => (length += bytes.length) });
  stream.push(encoder.encode("- $(A)\n".repeat(200)));
  stream.end();
  expect(length).toBe(200 * (50_000 + 3));
});

test("a second colon in brackets: Kubernetes refuses it, and YAML 1.2 reads text", () => {
  expect(() => expanded('{"a": :$(A)}\n')).toThrow("$(A) cannot be expanded");
  expect(expanded('{"a":$(A)}\n')).toBe('{"a":value}\n');
});
