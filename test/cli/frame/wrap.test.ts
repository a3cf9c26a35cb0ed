import { expect, test } from "vitest";
import { fittedTo, wrapped, wrappedParagraphs } from "../../../src/cli/frame/wrap.ts";

test.each([
  ["", 10, ""],
  ["one two", 7, "one two"],
  ["one two", 6, "one\n>two"],
  ["one two three", 8, "one two\n>three"],
  ["  one two", 5, "  one\n>two"],
  ["a-word-that-is-long b", 5, "a-word-that-is-long\n>b"],
  ["東京 b", 6, "東京 b"],
  ["東京 b", 5, "東京\n>b"],
  ["\x1b[1mone\x1b[0m two", 7, "\x1b[1mone\x1b[0m two"],
])("%j in %i columns", (text, width, expected) => {
  expect(wrapped(text, width, ">")).toBe(expected);
});

test("paragraphs are wrapped anew", () => {
  expect(wrappedParagraphs("\none\ntwo\n\n\nthree\n", 20)).toBe("one two\n\nthree");
});

test("a line for a terminal is broken where the terminal has a width that words fit in", () => {
  const line = `${"word ".repeat(9)}end`;
  expect(fittedTo(40)(line)).toBe(`${"word ".repeat(8).trimEnd()}\n    word end`);
  expect(fittedTo(39)(line)).toBe(line);
  expect(fittedTo(undefined)(line)).toBe(line);
});
