import { describe, expect, test } from "vitest";
import {
  cutToWidth,
  displayWidth,
  fittedTo,
  padded,
  wrapped,
  wrappedParagraphs,
} from "../../../src/cli/frame/text-width.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";

describe("displayWidth", () => {
  test.each([
    ["", 0],
    ["abc ~", 5],
    ["é", 1],
    ["e\u0301", 1],
    ["\u0301", 0],
    ["\u0301a\u20dd", 1],
    ["Ünïcödé", 7],
    ["日本語", 6],
    ["한국어", 6],
    ["ひらがな", 8],
    ["カタカナ", 8],
    ["ｶﾀｶﾅ", 4],
    ["ＡＢ", 4],
    ["、。", 4],
    ["日本e\u0301", 5],
    ["👍", 2],
    ["👍🏽", 2],
    ["🇯🇵", 2],
    ["𠮷", 2],
    ["…", 1],
    ["→", 1],
    ["кириллица", 9],
    ["\u0301\u20dd", 0],
    ["ㄅㄆ", 4],
    ["ꀀꀁ", 4],
    ["\u2fff", 1],
    ["\u3000", 2],
    ["\u303e", 2],
    ["\u303f", 1],
    ["・", 2],
    ["ー", 2],
    ["\uff00", 1],
    ["\uff01", 2],
    ["\uff60", 2],
    ["\uffe0", 2],
    ["\uffe6", 2],
    ["\uffe8", 1],
    ["\uff61", 1],
    ["\uff70", 1],
    ["\uffdc", 1],
    ["\u1160", 1],
    ["\u11ff", 1],
    ["\u115f", 2],
  ])("%j", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "ab…"],
  ["日本語", 6, "日本語"],
  ["日本語", 5, "日本…"],
  ["日本語", 4, "日…"],
  ["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
  ["👍🏽👍🏽", 3, "👍🏽…"],
  ["abc", 1, "…"],
  ["abc", 0, "…"],
  ["日本語", 3, "日…"],
  ["日本語", 2, "…"],
])("%j cut to %i", (text, width, expected) => {
  expect(cutToWidth(text, width)).toBe(expected);
});

test("lines after the first have no indentation by default", () => {
  expect(wrapped("  one two", 5)).toBe("  one\ntwo");
});

test("padded to a width", () => {
  expect(padded("日本", 6)).toBe("日本  ");
  expect(padded("日本", 3)).toBe("日本");
});

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
  ["one  two", 8, "one  two"],
  ["one two three", 9, "one two\n>three"],
  ["one two abc d", 5, "one\n>two\n>abc\n>d"],
])("%j in %i columns", (text, width, expected) => {
  expect(wrapped(text, width, ">")).toBe(expected);
});

test("wrappedParagraphs rewraps paragraphs", () => {
  expect(wrappedParagraphs("\none\ntwo\n\n\nthree\n", 20)).toBe("one two\n\nthree");
});

test("fittedTo wraps lines for terminals of at least 40 columns", () => {
  const line = `${"word ".repeat(9)}end`;
  expect(fittedTo(40)(line)).toBe(`${"word ".repeat(8).trimEnd()}\n    word end`);
  expect(fittedTo(39)(line)).toBe(line);
  expect(fittedTo(undefined)(line)).toBe(line);
});

describe("long texts", () => {
  test.each(["a", "é", "日", "e\u0301", "👩‍👩‍👧‍👦", "🇯🇵", "\u0301"])(
    "the width of %j, repeated, grows linearly",
    (piece) => {
      const one = displayWidth(piece);
      const count = 1500;
      expect(displayWidth(piece.repeat(count))).toBe(count * one);
      expect(displayWidth(`-${piece.repeat(count)}`)).toBe(1 + count * one);
      expect(growthExponent((size) => displayWidth(piece.repeat(size)), 4000)).toBeLessThan(LINEAR);
    },
  );

  test("cutting a text takes time for what is kept only", () => {
    const cut = (size: number) => cutToWidth("é".repeat(size), 1000);
    expect(cut(100_000)).toBe(`${"é".repeat(999)}…`);
    expect(growthExponent(cut, 20_000)).toBeLessThan(LINEAR);
  });
});
