import { describe, expect, test } from "vitest";
import { listOfNames, placeAt, VariablesError } from "../../../src/garden/variables/error.ts";

describe("a list of names", () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`);
  const twenty = "n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16, n17, n18, n19";

  test.each([
    [1, "n0"],
    [2, "n0, n1"],
    [20, twenty],
    [21, `${twenty} and 1 more`],
    [100, `${twenty} and 80 more`],
  ])("%i", (count, text) => expect(listOfNames(names(count))).toBe(text));
});

describe("a message begins with the place", () => {
  test.each([
    [{}, "wrong"],
    [{ file: "a.yml" }, "a.yml: wrong"],
    [{ line: 2, column: 3 }, "line 2, column 3: wrong"],
    [{ file: "a.yml", line: 2, column: 3, offset: 9 }, "a.yml:2:3: wrong"],
  ])("%j", (place, message) => {
    expect(new VariablesError("syntax", "wrong", place)).toMatchObject({ ...place, message, code: "syntax" });
  });
});

test("a place names its file only if there is one", () => {
  expect(placeAt("a\n\u{1f600}b", 4)).toEqual({ line: 2, column: 2, offset: 4 });
  expect(placeAt("a\n\u{1f600}b", 4, "a.yml")).toEqual({ file: "a.yml", line: 2, column: 2, offset: 4 });
});
