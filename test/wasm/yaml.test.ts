import { describe, expect, test } from "vitest";
import { Environment } from "../../src/expansion/environment.ts";
import { YamlStream } from "../../src/expansion/streams/yaml-stream.ts";
import { expandKnownYaml } from "../../src/wasm/yaml.ts";

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
const MAX_LENGTH = 140;

/** Texts around a reference, with `filler` before it and `more` after it. */
const shapes: [string, (filler: string, reference: string, more: string) => string][] = [
  ["plain", (filler, reference, more) => `k: x${filler}${reference}${more}\n`],
  ["plain, after a colon", (filler, reference, more) => `k: x:${filler}${reference}:${more}x # $(A)\n`],
  ["single", (filler, reference, more) => `k: '${filler}${reference}${more}' # $(A)\n`],
  ["double", (filler, reference, more) => `"k": "${filler}\\"${reference}${more}" # $(A)\n`],
  ["a key", (filler, reference, more) => `x${filler}${reference}${more}: 1 # $(A)\n`],
  ["literal", (filler, reference, more) => `k: | # $(A)\n  x${filler}\n  ${reference}${more}\n# $(A)\n`],
  ["in brackets", (filler, reference, more) => `[x${filler}, x${reference}${more}]`],
  ["after a comment", (filler, reference, more) => `# $(A)${filler}\nk: x${reference}${more} # $(A)`],
  ["after an anchor", (filler, reference, more) => `k: &$(A)${filler} x${reference}${more}`],
  ["after spaces", (filler, reference, more) => `k:${" ".repeat(filler.length)} x${reference}${more}\n`],
];

test.each(shapes)("%s: texts of every length before and after a reference", (_, make) => {
  for (let length = 0; length <= MAX_LENGTH; length++) {
    for (const after of [0, 1, 15, 16, 17, 63, 64, 65, MAX_LENGTH - length]) {
      const filler = "y".repeat(length);
      const more = "z".repeat(Math.max(0, after));
      expect(expanded(make(filler, "$(A)", more))).toBe(make(filler, "value", more));
    }
  }
});

test.each(shapes)("%s: long texts before a reference", (_, make) => {
  for (const length of [400, 490, 500, 505, 510, 511, 512, 513, 520, 900]) {
    const filler = "y".repeat(length);
    expect(expanded(make(filler, "$(A)", ""))).toBe(make(filler, "value", ""));
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
  expect(expanded('{"a": :$(A)}\n')).toBe('{"a": ":value"}\n');
  expect(expanded('{"a":$(A)}\n')).toBe('{"a":value}\n');
});

describe("ranges of documents", () => {
  const table = new Environment({ A: "value", LINES: "two\nlines" }).compiledYaml();

  /** The ranges of a text that begins within a larger one, as texts. The names that are not set have their offsets. */
  function ranges(text: string, reports: boolean) {
    const bytes = encoder.encode(`$(BEFORE)${text}$(AFTER)`).subarray(9, -8);
    return expandKnownYaml(table, bytes, reports).map((range) => {
      if (range.expanded === undefined) {
        const { start, end } = range;
        return ["unclear", start, decoder.decode(bytes.subarray(start, end))];
      }
      const isView = range.expanded.buffer === bytes.buffer;
      const names = range.unresolved.map(({ name, offset }) => `${name}@${offset}`);
      return [isView ? "view" : "expanded", decoder.decode(range.expanded), ...names];
    });
  }

  test.each<[string, ...(string | number)[][]]>([
    [""],
    ["\n", ["view", "\n"]],
    ["a: 1\n---\nb: é\n", ["view", "a: 1\n---\nb: é\n"]],
    ["a: *b\n", ["unclear", 0, "a: *b\n"]],
    ["a: é\n---\nb: *c\n", ["view", "a: é\n"], ["unclear", 6, "---\nb: *c\n"]],
    ["a: *b\n---\nc: 1\n", ["unclear", 0, "a: *b\n"], ["view", "---\nc: 1\n"]],
    [
      "a: *b\n---\nc: *d\n---\ne: 1\n---\nf: *g\n---\nh",
      ["unclear", 0, "a: *b\n---\nc: *d\n"],
      ["view", "---\ne: 1\n"],
      ["unclear", 25, "---\nf: *g\n---\nh"],
    ],
    ["a: $(A)\n---\nb: $$\n", ["expanded", "a: value\n---\nb: $\n"]],
    ["a: x$(LINES)\n", ["unclear", 0, "a: x$(LINES)\n"]],
    ["a: $(A)\n---\nb: $(LINES)\n", ["expanded", "a: value\n"], ["unclear", 8, "---\nb: $(LINES)\n"]],
    [
      "a: $(LINES)\n---\nb: $(A)\n---\nc: $(LINES)\n---\nd: $(LINES)\n",
      ["unclear", 0, "a: $(LINES)\n"],
      ["expanded", "---\nb: value\n"],
      ["unclear", 24, "---\nc: $(LINES)\n---\nd: $(LINES)\n"],
    ],
    [
      "a: *$(A)\n---\nb: $(LINES)\n---\nc: *$(A)\n---\nd: $(A)",
      ["unclear", 0, "a: *$(A)\n---\nb: $(LINES)\n---\nc: *$(A)\n"],
      ["expanded", "---\nd: value"],
    ],
    [
      "a: $(N)\n---\nb: *$(M)\n---\nc: # é\n- $(A)\n- x$(N)\nd: $(M)\n",
      ["expanded", "a: $(N)\n", "N@3"],
      ["unclear", 8, "---\nb: *$(M)\n"],
      ["expanded", "---\nc: # é\n- value\n- x$(N)\nd: $(M)\n", "N@43", "M@51"],
    ],
  ])("%j", (text, ...expected) => {
    expect(ranges(text, true)).toEqual(expected);
    const withoutNames = expected.map((range) => (range[0] === "expanded" ? range.slice(0, 2) : range));
    expect(ranges(text, false)).toEqual(withoutNames);
  });
});
