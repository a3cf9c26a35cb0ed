/** Expansion into memory of the caller's. */
import { describe, expect, test } from "vitest";
import { Environment, type ObjectEventRecorder } from "../../src/index.ts";
import { fuzzCases, Random } from "../reference/random.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

const environment = new Environment({ A: "1", EMPTY: "", LONG: "x".repeat(1000) });

/** What one call reads and writes, with room for so many bytes. */
function into(input: string, room: number) {
  const output = new Uint8Array(room + 1).fill(0x23);
  const { read, written } = environment.expandInto(encode(input), output.subarray(0, room));
  // Nothing is written after the reported end of the output.
  expect(output.subarray(written).every((byte) => byte === 0x23)).toBe(true);
  return [read, decode(output.subarray(0, written))];
}

describe("one call", () => {
  test.each<[input: string, room: number, read: number, written: string]>([
    ["", 0, 0, ""],
    ["ab", 2, 2, "ab"],
    ["ab", 1, 1, "a"],
    ["ab", 0, 0, ""],
    ["a$(A)b", 3, 6, "a1b"],
    ["a$(A)b", 2, 5, "a1"],
    ["a$(A)b", 1, 1, "a"],
    ["$(EMPTY)", 0, 8, ""],
    ["a$(LONG)b", 1001, 8, `a${"x".repeat(1000)}`],
    ["a$(LONG)b", 1000, 1, "a"],
    ["$(NONE)b", 8, 8, "$(NONE)b"],
    ["$(NONE)b", 7, 7, "$(NONE)"],
    ["$(NONE)b", 6, 0, ""],
    ["$$$$", 1, 2, "$"],
    ["$", 1, 1, "$"],
    ["$", 0, 0, ""],
    ["$(A", 3, 3, "$(A"],
    ["a$(A", 3, 1, "a"],
    [`${"p".repeat(10_000)}$(A)`, 9999, 9999, "p".repeat(9999)],
    [`${"p".repeat(10_000)}$(A)`, 10_000, 10_000, "p".repeat(10_000)],
    [`${"p".repeat(10_000)}$(A)`, 10_001, 10_004, `${"p".repeat(10_000)}1`],
  ])("%j with room for %d", (input, room, read, written) => {
    expect(into(input, room)).toEqual([read, written]);
  });
});

/** A recorder that keeps the messages. */
function recorderInto(messages: string[]): ObjectEventRecorder {
  return { event: (_, message) => messages.push(message) } as Partial<ObjectEventRecorder> as ObjectEventRecorder;
}

/** Everything, call by call; an output that is too small for what comes next is replaced by one twice its size. */
function inCalls(input: Uint8Array, room: number) {
  const names: string[] = [];
  const pieces: number[] = [];
  let output = new Uint8Array(room);
  for (let at = 0; at < input.length; ) {
    const { read, written } = environment.expandInto(input.subarray(at), output, recorderInto(names));
    pieces.push(...output.subarray(0, written));
    at += read;
    if (read === 0) output = new Uint8Array(2 * output.length + 1);
  }
  return { bytes: pieces, names };
}

test("seeded: call by call, with any room, comes out what expandBytes gives at once", () => {
  const tokens = [
    "$",
    "$(",
    ")",
    "$(A)",
    "$(EMPTY)",
    "$(LONG)",
    "$(NONE)",
    "$$",
    "a",
    "é",
    "中",
    " \n",
    "p".repeat(40),
  ];
  const invalid = [0x80, 0xff, 0xc3, 0xe2, 0xf0];
  for (let seed = 0; seed < fuzzCases(8000); seed++) {
    const random = new Random(seed);
    const bytes: number[] = [];
    for (let n = random.below(12); n > 0; n--) {
      if (random.below(8) === 0) bytes.push(random.pick(invalid));
      else bytes.push(...encode(random.pick(tokens)));
    }
    const input = new Uint8Array(bytes);
    const names: string[] = [];
    const expected = environment.expandBytes(input, recorderInto(names));
    expect(inCalls(input, random.below(60)), `seed ${seed}`).toEqual({ bytes: [...expected], names });
  }
});

test("long texts of every density", () => {
  for (const gap of [0, 10, 100, 5000, 70_000]) {
    const input = encode(`${"p".repeat(gap)}$(A)$(NONE)`.repeat(Math.ceil(300_000 / (gap + 11))));
    const output = new Uint8Array(input.length);
    const { read, written } = environment.expandInto(input, output);
    expect(read).toBe(input.length);
    expect(Buffer.compare(output.subarray(0, written), environment.expandBytes(input))).toBe(0);
  }
});

test("the output can be directly after the input, or before it", () => {
  const text = encode("x$(A)$(NONE)");
  const expected = Buffer.from(environment.expandBytes(text)).toString();
  for (const [from, to] of [
    [0, text.length],
    [100, 0],
  ] as const) {
    const memory = new Uint8Array(100 + text.length);
    memory.set(text, from);
    const output = to === 0 ? memory.subarray(0, 100) : memory.subarray(to);
    const { written } = environment.expandInto(memory.subarray(from, from + text.length), output);
    expect(Buffer.from(output.subarray(0, written)).toString()).toBe(expected);
  }
});

test("memory that cannot serve is refused", () => {
  const memory = new Uint8Array(20);
  const message = "the output shares memory with the input; give other memory";
  for (const [input, output] of [
    [memory, memory],
    [memory.subarray(0, 10), memory.subarray(9)],
    [memory.subarray(9), memory.subarray(0, 10)],
  ] as const) {
    expect(() => environment.expandInto(input, output)).toThrow(new TypeError(message));
  }
  expect(environment.expandInto(memory.subarray(0, 10), memory.subarray(10))).toEqual({ read: 10, written: 10 });
  expect(() => environment.expandInto(memory, "" as never)).toThrow(
    "the output must be a Uint8Array; encode text first",
  );
  const gone = new Uint8Array(4);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  expect(() => environment.expandInto(memory, gone)).toThrow(TypeError);
  expect(() => environment.expandInto(gone, memory)).toThrow(TypeError);
});

test("shared memory, which another thread may change, is read once", () => {
  const input = new Uint8Array(new SharedArrayBuffer(8));
  input.set(encode("a$(A)b"));
  const output = new Uint8Array(8);
  expect(environment.expandInto(input.subarray(0, 6), output)).toEqual({ read: 6, written: 3 });
  expect(decode(output.subarray(0, 3))).toBe("a1b");
});
