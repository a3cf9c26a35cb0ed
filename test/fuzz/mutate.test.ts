import { expect, test } from "vitest";
import { Random } from "../reference/random.ts";
import { bytesOf, type FuzzInput, seedOf } from "./input.ts";
import { mutated, shrunk } from "./mutate.ts";

test("a lone surrogate from U+DC80 to U+DCFF is a byte", () => {
  expect([...bytesOf("a\udcff\udc80é")]).toEqual([0x61, 0xff, 0x80, 0xc3, 0xa9]);
  expect([...bytesOf("\ud83c\udcff")]).toEqual([0xf0, 0x9f, 0x83, 0xbf]);
});

test("the same seed makes the same inputs, of bounded length", () => {
  const made = (seed: number) => {
    const random = new Random(seed);
    let input = seedOf("a $(A)");
    return Array.from({ length: 500 }, () => {
      input = mutated(random, input, seedOf("other"), ["$(B)", "$$"]);
      return input;
    });
  };
  const inputs = made(1);
  expect(made(1)).toEqual(inputs);
  expect(made(2)).not.toEqual(inputs);
  expect(new Set(inputs.map((input) => JSON.stringify(input))).size).toBeGreaterThan(400);
  expect(Math.max(...inputs.map(({ text }) => text.length))).toBeLessThanOrEqual(2048);
  expect(inputs.some(({ text }) => text.includes("$(B)"))).toBe(true);
});

test("an input is reduced as long as the condition holds", async () => {
  const holds = ({ text, values }: FuzzInput) => text.includes("$(") && values[1] === "b";
  const input = { text: `${"x".repeat(100)}$(${"y".repeat(77)}`, values: ["a", "b", "c", null], sizes: [3] };
  expect(await shrunk(input, 1000, holds)).toEqual({ text: "$(", values: ["x", "b"], sizes: [] });
  expect(await shrunk(input, 0, holds)).toEqual(input);
});
