import { expect, test } from "vitest";
import { wrapped, wrappedParagraphs } from "../../src/cli/wrap.ts";

test.each([
  ["", 10, ""],
  ["one two", 7, "one two"],
  ["one two", 6, "one\n>two"],
  ["one two three", 8, "one two\n>three"],
  ["  one two", 5, "  one\n>two"],
  ["a-word-that-is-long b", 5, "a-word-that-is-long\n>b"],
])("%j in %i columns", (text, width, expected) => {
  expect(wrapped(text, width, ">")).toBe(expected);
});

test("paragraphs are wrapped anew", () => {
  expect(wrappedParagraphs("\none\ntwo\n\n\nthree\n", 20)).toBe("one two\n\nthree");
});
