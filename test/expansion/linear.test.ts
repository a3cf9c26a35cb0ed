import { describe, expect, test } from "vitest";
import { Environment, expand } from "../../src/index.ts";
import { growthExponent, LINEAR } from "../reference/linearity.ts";

/** Inputs on which a careless scanner is quadratic, of about `size` characters. */
const inputs: [name: string, make: (size: number) => string][] = [
  ["unterminated references", (size) => "$(".repeat(size / 2)],
  ["unterminated references between doubled dollars", (size) => "$($$".repeat(size / 4)],
  ["dollars", (size) => "$".repeat(size)],
  ["one long name", (size) => `$(${"n".repeat(size)})`],
  ["references that are not resolved", (size) => "$(NONE)".repeat(size / 7)],
  ["references that are resolved", (size) => "$(A)".repeat(size / 4)],
  ["references, then no closer", (size) => "$(A)".repeat(size / 8) + "$(".repeat(size / 4)],
];

describe.each(inputs)("%s: time grows with the input's length", (_, make) => {
  const environment = new Environment({ A: "value" });
  const texts = new Map<number, { text: string; bytes: Uint8Array }>();
  const at = (size: number) => {
    const known = texts.get(size);
    if (known !== undefined) return known;
    const text = make(size);
    const made = { text, bytes: new TextEncoder().encode(text) };
    texts.set(size, made);
    return made;
  };

  test("Environment.expand, from the length on where strings are expanded as bytes", () => {
    expect(growthExponent((size) => environment.expand(at(size).text), 131_072)).toBeLessThan(LINEAR);
  });

  test("Environment.expandBytes", () => {
    expect(growthExponent((size) => environment.expandBytes(at(size).bytes), 65_536)).toBeLessThan(LINEAR);
  });

  test("expand", () => {
    expect(growthExponent((size) => expand(at(size).text, () => ""), 32_768)).toBeLessThan(LINEAR);
  });
});
