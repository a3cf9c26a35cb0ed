import { describe, expect, test } from "vitest";
import { checkSize, LimitExceeded, tooDeep, writtenSize } from "../../../../src/garden/template/limits.ts";

test("what is too deep has a message that says how deep it may be", () => {
  expect(tooDeep()).toEqual(new LimitExceeded("the value is nested deeper than 1000 levels, or contains itself"));
});

test.each<[unknown, number]>([
  [["ab", ["c", "d"], "ef"], 12],
  [{ ab: "cd", ef: ["g"], hi: null }, 21],
  [[{ a: "b" }, { c: { d: "e" } }], 14],
])("the size of %j is %i, and it is larger than each smaller limit", (value, size) => {
  expect(writtenSize(value, size)).toBe(size);
  for (let limit = 0; limit < size; limit++) expect(writtenSize(value, limit), String(limit)).toBeGreaterThan(limit);
});

test.each([
  ["a", 5],
  ["\n", 7],
  ["a\nb\n", 12],
  ["a".repeat(80), 88],
])("a text in a list, with the indentation of each line: %j", (text, size) => {
  expect(writtenSize([text], 1000, 2)).toBe(size);
});

describe("checkSize", () => {
  test.each([
    ["a text", "abc", 4],
    ["empty text", "", 1],
    ["null", null, 5],
    ["a boolean", true, 5],
    ["a list", ["ab", "c"], 6],
    ["a map: its keys count like texts", { ab: "c" }, 6],
    ["lists in a list: how deep they are does not count", [[["abc"]]], 7],
    ["maps in a map: how deep they are does not count", { a: { b: "c" } }, 8],
    ["lines of a text in a list", ["a\n\nb"], 6],
  ])("%s", (_, value, size) => {
    checkSize(value, size);
    expect(() => checkSize(value, size - 1)).toThrow(
      new LimitExceeded(`the result would be larger than ${size - 1} characters or values`),
    );
  });
});
