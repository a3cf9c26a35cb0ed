import { expect, test } from "vitest";
import { Environment, expand, mappingFuncFor } from "../../src/index.ts";
import { referenceExpand } from "../reference/expand.ts";
import { fuzzCases, Random } from "../reference/random.ts";

const PIECES = [
  "$",
  "$",
  "(",
  ")",
  "$(",
  "$$",
  "$(A)",
  "$(LONG_NAME_OF_A_VARIABLE)",
  "$(NONE)",
  "a",
  "text ",
  "é",
  "日",
  "🌍",
];
const NAMES = ["A", "", "(", "$", "é", "日本", "LONG_NAME_OF_A_VARIABLE", "a b", "$$", "12345678", "123456789"];
const VALUES = ["", "x", "$(A)", "$$", "é🌍", "value with more than sixteen bytes in it", "y".repeat(100)];

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function variablesOf(random: Random): Map<string, string> {
  const variables = new Map<string, string>();
  for (let i = random.below(8); i > 0; i--) variables.set(random.pick(NAMES), random.pick(VALUES));
  return variables;
}

function byReference(input: Uint8Array, variables: Map<string, string>): Uint8Array {
  return referenceExpand(input, (name) => {
    const value = variables.get(decoder.decode(name));
    return value === undefined ? undefined : encoder.encode(value);
  });
}

test("text: every form gives what the reference gives", () => {
  const seed = 20_260_101;
  const random = new Random(seed);
  const cases = fuzzCases(20_000);
  for (let i = 0; i < cases; i++) {
    const variables = variablesOf(random);
    let input = "";
    for (let pieces = random.below(30); pieces > 0; pieces--) input += random.pick(PIECES);
    const expected = decoder.decode(byReference(encoder.encode(input), variables));
    const context = `seed ${seed}, case ${i}: ${JSON.stringify({ input, variables: [...variables] })}`;
    const environment = new Environment(variables);
    expect(environment.expand(input), context).toBe(expected);
    expect(expand(input, mappingFuncFor(null, variables)), context).toBe(expected);
    expect(decoder.decode(environment.expandBytes(encoder.encode(input))), context).toBe(expected);
  }
});

test("bytes of any kind: expandBytes gives what the reference gives", () => {
  const seed = 20_260_102;
  const random = new Random(seed);
  const structural = [
    0x24, 0x24, 0x24, 0x28, 0x29, 0x41, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xed, 0xa0, 0x80, 0xf0, 0x9f, 0xff, 0,
  ];
  const cases = fuzzCases(20_000);
  for (let i = 0; i < cases; i++) {
    const variables = variablesOf(random);
    const input = Uint8Array.from({ length: random.below(60) }, () => random.pick(structural));
    const actual = new Environment(variables).expandBytes(input);
    const expected = byReference(input, variables);
    expect(Buffer.compare(actual, expected), `seed ${seed}, case ${i}: ${[...input]}`).toBe(0);
  }
});

test("a reference at every offset of a text, with values of every length around a block", () => {
  for (let before = 0; before <= 40; before++) {
    for (let length = 0; length <= 40; length++) {
      const environment = new Environment({ A: "v".repeat(length) });
      const input = `${"-".repeat(before)}$(A)${"+".repeat(40 - before)}$$$(A)`;
      const expected = `${"-".repeat(before)}${"v".repeat(length)}${"+".repeat(40 - before)}$${"v".repeat(length)}`;
      expect(environment.expand(input)).toBe(expected);
      expect(decoder.decode(environment.expandBytes(encoder.encode(input)))).toBe(expected);
    }
  }
});

test("names of every length up to 70, set apart by one character anywhere", () => {
  for (let length = 1; length <= 70; length++) {
    const name = "n".repeat(length);
    const environment = new Environment({ [name]: "yes" });
    expect(environment.expand(`$(${name})`)).toBe("yes");
    for (let at = 0; at < length; at++) {
      const other = `$(${name.slice(0, at)}m${name.slice(at + 1)})`;
      expect(environment.expand(other)).toBe(other);
      expect(decoder.decode(environment.expandBytes(encoder.encode(other)))).toBe(other);
    }
  }
});
