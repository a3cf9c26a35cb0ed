import { expect, test } from "vitest";
import { finderOf } from "../../../../src/garden/template/functions/search.ts";
import { fuzzCases, Random } from "../../../reference/random.ts";

/** Texts for which the engine's own search is not used: long, and together longer than 4 Mi squared. */
const LENGTHS = [64, 65_536] as const;

function found(text: string, wanted: string): number[] {
  const find = finderOf(text, wanted);
  const places: number[] = [];
  for (let at = find(0); at >= 0; at = find(at + 1)) places.push(at);
  return places;
}

test("at the start, at the end, overlapping, and absent", () => {
  const [length, size] = LENGTHS;
  const a = "a".repeat(length);
  const dots = ".".repeat(size);
  expect(found(`${a}${dots}`, a)).toEqual([0]);
  expect(found(`${dots}${a}`, a)).toEqual([size]);
  expect(found(`${dots}${a}aa`, a)).toEqual([size, size + 1, size + 2]);
  expect(found(`${dots}${a.slice(1)}b`, a)).toEqual([]);
  expect(found(`${dots}ab${a}b`, `${a}b`)).toEqual([size + 2]);
});

test("a text that begins with itself again, after a part of it", () => {
  const unit = "aabaac";
  const wanted = `${unit.repeat(11)}d`;
  const before = ".".repeat(LENGTHS[1]);
  for (const part of [unit, "aabaa", "aab", "aa", "a", unit.repeat(11)]) {
    expect(found(`${before}${part}${wanted}`, wanted), part).toEqual([before.length + part.length]);
  }
});

test("a text that fails late and is followed by a part of the next match", () => {
  const wanted = `aaabaaaa${"c".repeat(LENGTHS[0])}`;
  const before = ".".repeat(LENGTHS[1]);
  expect(found(`${before}aaaab${wanted}`, wanted)).toEqual([before.length + 5]);
  expect(found(`${before}aaabaaaab${wanted.slice(4)}`, wanted)).toEqual([before.length + 5]);
});

test("seeded: the same places as the engine's own search", () => {
  const seed = Number(process.env.VAREXPAND_SEED ?? 1);
  const random = new Random(seed);
  for (let i = 0; i < fuzzCases(20); i++) {
    const letters = (length: number) => Array.from({ length }, () => random.pick(["a", "a", "a", "b"])).join("");
    const unit = letters(1 + random.below(100));
    const wanted = unit.repeat(70).slice(0, LENGTHS[0]) + letters(random.below(3));
    let text = "c".repeat(LENGTHS[1]);
    for (let j = 0; j < 200; j++) text += wanted.slice(random.below(2), random.below(wanted.length + 1));
    for (let j = 0; j < 20; j++) text += wanted.slice(0, random.below(wanted.length)) + wanted;
    const expected: number[] = [];
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) expected.push(at);
    expect(found(text, wanted), `seed ${seed}, case ${i}`).toEqual(expected);
  }
});
