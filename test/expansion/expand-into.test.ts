/** Expansion into memory of the caller's. */
import { describe, expect, test } from "vitest";
import { Environment, type UnexpandedHandler } from "../../src/index.ts";
import { UNRESOLVED, VALUES, WINDOW } from "../../src/wasm/capacities.ts";
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
    [`${"p".repeat(10_000)}$(A)`, 0, 0, ""],
    [`${"p".repeat(10_000)}$(A)`, 500, 500, "p".repeat(500)],
    [`$(A)${"p".repeat(10_000)}`, 500, 503, `1${"p".repeat(499)}`],
    [`${"p".repeat(10_000)}$(A)`, 9999, 9999, "p".repeat(9999)],
    [`${"p".repeat(10_000)}$(A)`, 10_000, 10_000, "p".repeat(10_000)],
    [`${"p".repeat(10_000)}$(A)`, 10_001, 10_004, `${"p".repeat(10_000)}1`],
  ])("%j with room for %d", (input, room, read, written) => {
    expect(into(input, room)).toEqual([read, written]);
  });
});

describe("one call, at the limits of the scanner's buffers", () => {
  test.each([0, 1, 10, 1000, 1019, 1020, 1021, 1022, 1024, 2048, 100_000])("a name of %d characters", (length) => {
    const name = `N${"n".repeat(length)}`;
    const reference = `$(${name})`;
    const long = new Environment({ [name]: "value" });
    for (const before of ["", "a", "-".repeat(WINDOW)]) {
      const after = (input: string, room: number, of = long) => {
        const output = new Uint8Array(before.length + room);
        const { read, written } = of.expandInto(encode(before + input), output);
        expect(decode(output.subarray(0, before.length))).toBe(before);
        return [read - before.length, decode(output.subarray(before.length, written))];
      };
      const size = reference.length;
      expect(after(`${reference}b`, 6)).toEqual([size + 1, "valueb"]);
      expect(after(`${reference}$(EMPTY)`, size, environment)).toEqual([size + 8, reference]);
      const open = `${reference.slice(0, -1)}$$`;
      expect(after(open, size)).toEqual([size + 1, open.slice(0, -1)]);
      expect(after(`${reference}b`, 5)).toEqual([size, "value"]);
      expect(after(`${reference}b`, 4)).toEqual([0, ""]);
      expect(after(reference, size - 1, environment)).toEqual([0, ""]);
      expect(after(open, size - 1)).toEqual([0, ""]);
    }
  });

  test.each([-1, 0, 1, VALUES, VALUES + 1, 5 * VALUES])("a value that is %d bytes longer than their room", (more) => {
    const value = "v".repeat(VALUES + more);
    const large = new Environment({ A: value });
    const after = (input: string, room: number) => {
      const output = new Uint8Array(room);
      const { read, written } = large.expandInto(encode(input), output);
      return { read, output: decode(output.subarray(0, written)) };
    };
    const { length } = value;
    expect(after("$(A)", length)).toEqual({ read: 4, output: value });
    expect(after("$(A)b", length + 1)).toEqual({ read: 5, output: `${value}b` });
    expect(after("$(A)b", length)).toEqual({ read: 4, output: value });
    expect(after("$(A)", length - 1)).toEqual({ read: 0, output: "" });
    expect(after("a$(A)", length)).toEqual({ read: 1, output: "a" });
    expect(after("a$(A)$$$(A)", 2 * length + 2)).toEqual({ read: 11, output: `a${value}$${value}` });
    expect(after("a$(A)$$$(A)", 2 * length + 1)).toEqual({ read: 7, output: `a${value}$` });
  });

  test.each([1, UNRESOLVED - 1, UNRESOLVED, UNRESOLVED + 1, 2 * UNRESOLVED, 10 * UNRESOLVED + 1])(
    "%d references without a value",
    (count) => {
      const references = Array.from({ length: count }, (_, i) => `$(N${i})`);
      const input = references.join("");
      for (const missing of [0, 1]) {
        const found: string[] = [];
        const output = new Uint8Array(input.length - missing);
        const length = missing === 0 ? input.length : input.length - references.at(-1)!.length;
        expect(environment.expandInto(encode(input), output, keepIn(found))).toEqual({
          read: length,
          written: length,
        });
        expect(decode(output.subarray(0, length))).toBe(input.slice(0, length));
        expect(found).toEqual(references.slice(0, count - missing));
      }
    },
  );
});

/** A handler that keeps the references. */
function keepIn(references: string[]): UnexpandedHandler {
  return ({ name }) => references.push(`$(${name})`);
}

/** Everything, call by call; an output that is too small for what comes next is replaced by one twice its size. */
function inCalls(input: Uint8Array, room: number) {
  const names: string[] = [];
  const pieces: number[] = [];
  let output = new Uint8Array(room);
  for (let at = 0; at < input.length; ) {
    const { read, written } = environment.expandInto(input.subarray(at), output, keepIn(names));
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
    const expected = environment.expandBytes(input, keepIn(names));
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
  for (const [input, output] of [
    [memory.subarray(5, 5), memory],
    [memory, memory.subarray(5, 5)],
  ] as const) {
    expect(environment.expandInto(input, output)).toEqual({ read: 0, written: 0 });
  }
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
