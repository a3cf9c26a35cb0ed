/** Where the scanners change over: at the edges of their windows and steps, and from one way of expanding to another. */
import { describe, expect, test } from "vitest";
import { Environment, expand } from "../../src/index.ts";
import { STEP } from "../../src/wasm/capacities.ts";
import { referenceExpand } from "../reference/expand.ts";
import { fuzzCases, Random } from "../reference/random.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const VARIABLES: Record<string, string> = {
  A: "1",
  EMPTY: "",
  PORT: "$(A)$$",
  SIXTEEN_BYTES_AB: "sixteen bytes ab",
  THIRTY_TWO_BYTES_OF_NAME_ABCDEFG: "v".repeat(33),
  THIRTY_THREE_BYTES_OF_NAME_ABCDEF: "w".repeat(129),
  é: "日本語🌍",
};
const environment = new Environment(VARIABLES);

function byReference(input: Uint8Array): Uint8Array {
  return referenceExpand(input, (name) => {
    const text = decoder.decode(name);
    return Object.hasOwn(VARIABLES, text) ? encoder.encode(VARIABLES[text]) : undefined;
  });
}

function checkBytes(input: Uint8Array, what: string): void {
  if (Buffer.compare(environment.expandBytes(input), byReference(input)) !== 0) throw new Error(what);
}

const MIDDLES = [
  "$(A)",
  "$(NONE)",
  "$(SIXTEEN_BYTES_AB)",
  "$(THIRTY_TWO_BYTES_OF_NAME_ABCDEFG)",
  "$(THIRTY_THREE_BYTES_OF_NAME_ABCDEF)",
  "$(é)",
  "$$",
  "$$$(A)",
  "$$(A)",
  "$é",
  "$x",
  ")",
  "$",
  "$(",
  "$($(A",
];

/** What comes before decides how large the window is: plain text, or references that follow each other closely. */
const BEFORE: [name: string, make: (length: number) => string][] = [
  ["plain text", (length) => "-".repeat(length)],
  ["references", (length) => "$(A)---)".repeat((length >> 3) + 1).slice(0, length)],
];

describe.each(BEFORE)("after %s", (_, before) => {
  test.each(MIDDLES)("%j at every offset of the first windows, with and without text after it", (middle) => {
    for (let offset = 0; offset <= 300; offset++) {
      for (const after of ["", "+)", "$(A)+$(EMPTY))"]) {
        const text = before(offset) + middle + after;
        const expected = decoder.decode(byReference(encoder.encode(text)));
        if (environment.expand(text) !== expected) throw new Error(`expand at ${offset}, then ${after}`);
        const mapped = expand(text, (name) => environment.get(name) ?? `$(${name})`);
        if (mapped !== expected) throw new Error(`expand with a callback at ${offset}, then ${after}`);
        checkBytes(encoder.encode(text), `expandBytes at ${offset}, then ${after}`);
      }
    }
  });

  test.each([2048, 4096, STEP, 2 * STEP])("everything around the offset %i", (edge) => {
    const prefix = encoder.encode(before(edge));
    const expandedHeads = new Map<number, Uint8Array>();
    const expandedHead = (start: number) => {
      const expanded = expandedHeads.get(start) ?? environment.expandBytes(prefix.subarray(0, start));
      expandedHeads.set(start, expanded);
      return expanded;
    };
    for (const middle of MIDDLES) {
      const tail = encoder.encode(`${middle}$(A)) $(EMPTY)`);
      // A prefix of the prefix shifts the edge; the reference expands the rest only, as nothing spans the two.
      for (let shift = 0; shift <= 40; shift++) {
        const start = (prefix.length - shift) & ~7;
        const padding = encoder.encode("-".repeat(prefix.length - shift - start));
        const head = prefix.subarray(0, start);
        const rest = new Uint8Array([...padding, ...tail]);
        const actual = environment.expandBytes(new Uint8Array(Buffer.concat([head, rest])));
        const expected = Buffer.concat([expandedHead(start), byReference(rest)]);
        if (Buffer.compare(actual, expected) !== 0) throw new Error(`${middle}, ${shift} before ${edge}`);
      }
    }
  });
});

test("bytes that are not UTF-8 after a dollar sign, at every offset of the first windows", () => {
  for (const odd of [[0xff], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x8c, 0x8d], [0xc3]]) {
    for (let offset = 0; offset <= 200; offset++) {
      for (const after of [[], [0x24, 0x24], [0x24, 0x28, 0x41, 0x29]]) {
        const input = new Uint8Array([...new Uint8Array(offset).fill(0x2d), 0x24, ...odd, ...after]);
        checkBytes(input, `${odd} at ${offset}`);
      }
    }
  }
});

test("a reference longer than a step, open or closed", () => {
  const name = "n".repeat(200_000);
  const long = new Environment({ [name]: "found" });
  for (const before of ["", "-", "$(A)", "-".repeat(STEP - 1), "-".repeat(STEP)]) {
    const closed = encoder.encode(`${before}$(${name})$$`);
    expect(decoder.decode(long.expandBytes(closed))).toBe(`${before}found$`);
    const open = encoder.encode(`${before}$(${name}$$`);
    expect(decoder.decode(long.expandBytes(open))).toBe(`${before}$(${name}$`);
  }
});

test("values that overflow the room for output, from one step to the next", () => {
  const value = "v".repeat(100_000);
  const large = new Environment({ A: value });
  for (const count of [1, 60, 1000]) {
    const input = encoder.encode("$(A)x$$".repeat(count));
    const output = large.expandBytes(input);
    expect(output.length).toBe(count * (value.length + 2));
    for (let i = 0; i < count; i += 97) {
      expect(decoder.decode(output.subarray(i * 100_002 + 99_998, (i + 1) * 100_002))).toBe("vvx$");
    }
  }
});

test("text of any density: bytes and strings", () => {
  const seed = 20_260_110;
  const random = new Random(seed);
  const cases = fuzzCases(600);
  for (let i = 0; i < cases; i++) {
    const spacing = random.pick([0, 5, 40, 300]);
    const length = random.below(6000);
    let text = "";
    while (text.length < length) text += "-".repeat(random.below(spacing + 1)) + random.pick(MIDDLES);
    const expected = decoder.decode(byReference(encoder.encode(text)));
    const context = `seed ${seed}, case ${i}`;
    expect(environment.expand(text), context).toBe(expected);
    expect(
      expand(text, (name) => environment.get(name) ?? `$(${name})`),
      context,
    ).toBe(expected);
    expect(decoder.decode(environment.expandBytes(encoder.encode(text))), context).toBe(expected);
  }
});
