/** A small input with large values: the result is rejected before it uses all memory. */
import { expect, test, vi } from "vitest";
import { YamlStream } from "../../src/expansion/streams/yaml-stream.ts";
import { ChunkExpander, Environment } from "../../src/index.ts";

const LIMIT = 1 << 20;
/** The largest length that was checked. */
let largest = 0;

vi.mock("../../src/wasm/arena.ts", async (original) => {
  const arena = await original<Record<string, unknown>>();
  const checkResult = (length: number) => {
    largest = Math.max(largest, length);
    if (length > LIMIT) throw new RangeError("too large");
  };
  // Some exports are variables, whose current values the mock must return.
  const current = Object.keys(arena).map((name) => [name, { enumerable: true, get: () => arena[name] }] as const);
  return Object.defineProperties(
    {},
    { ...Object.fromEntries(current), checkResult: { enumerable: true, value: checkResult } },
  );
});

const encode = (text: string) => new TextEncoder().encode(text);
const environment = new Environment({ A: "x".repeat(1000), LINES: "two\nlines".repeat(100) });

const CASES: [string, (count: number) => number][] = [
  ["expandBytes", (count) => environment.expandBytes(encode("$(A)".repeat(count))).length],
  ["YAML, unchanged values", (count) => yaml("- $(A)\n".repeat(count))],
  ["YAML, rewritten scalars", (count) => yaml("- $(LINES)\n".repeat(count))],
  ["YAML, many documents", (count) => yaml("a: $(A)\n---\n".repeat(count))],
];

function yaml(text: string, variables = environment): number {
  const pieces: number[] = [];
  const stream = new YamlStream(variables, { output: (bytes) => void pieces.push(bytes.length) });
  stream.push(encode(text));
  stream.end();
  return pieces.reduce((sum, length) => sum + length, 0);
}

test.each(CASES)("%s: at the limit and beyond", (_, expanded) => {
  expect(expanded(500)).toBeGreaterThan(LIMIT / 4);
  expect(() => expanded(2000)).toThrow("too large");
  expect(expanded(500)).toBeGreaterThan(LIMIT / 4);
});

const short = new Environment({ A: "x".repeat(100), LINES: "two\nlines" });
const WRITTEN = yaml("- $(LINES)\n", short) - "- \n".length;

test.each<[string, string, number]>([
  ["YAML", "a: $(A)\nb: $(A)\n", 208],
  ["YAML with a value of two lines", "a: $(A)\nb: $(LINES)\nc: $(A)\n", 212 + WRITTEN],
  ["documents around one with two lines", "a: $(A)\n---\nb: $(LINES)\n---\nc: $(A)\n---\n", 212],
  ["documents that do not change", "a: x\n---\nb: y\n---\n", 14],
])("the length that is checked is that of the result: %s", (_, text, expected) => {
  largest = 0;
  yaml(text, short);
  expect(largest).toBe(expected);
});

test("a stream of text does not have this limit, because it returns its output in chunks", () => {
  const pieces: number[] = [];
  const stream = new ChunkExpander(environment, { output: (bytes) => void pieces.push(bytes.length) });
  stream.push(encode("$(A)".repeat(3000)));
  stream.end();
  expect(pieces.reduce((sum, length) => sum + length, 0)).toBe(3_000_000);
});

test("the limit itself", async () => {
  const { checkResult, RESULT_LIMIT } =
    await vi.importActual<typeof import("../../src/wasm/arena.ts")>("../../src/wasm/arena.ts");
  expect(RESULT_LIMIT).toBe(2 ** 31);
  expect(() => checkResult(RESULT_LIMIT)).not.toThrow();
  expect(() => checkResult(RESULT_LIMIT + 1)).toThrow("the result would have more than 2147483648 bytes; use a stream");
});
