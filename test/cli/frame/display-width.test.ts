import { describe, expect, test } from "vitest";
import { cutToWidth, displayWidth, padded } from "../../../src/cli/frame/display-width.ts";

describe("displayWidth", () => {
  test.each([
    ["", 0],
    ["abc ~", 5],
    ["é", 1],
    ["e\u0301", 1],
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
])("%j cut to %i", (text, width, expected) => {
  expect(cutToWidth(text, width)).toBe(expected);
});

test("padded to a width", () => {
  expect(padded("日本", 6)).toBe("日本  ");
  expect(padded("日本", 3)).toBe("日本");
});
