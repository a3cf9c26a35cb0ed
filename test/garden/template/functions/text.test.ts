import { describe, expect, test } from "vitest";
import { budgetOf } from "../../../../src/garden/template/functions/budget.ts";
import { callFunction, TemplateFunctionError } from "../../../../src/garden/template/functions/index.ts";
import { call, type Failure, failed, failure, failureWithin, invalid, missing, tooLarge } from "./call.ts";

describe("trim", () => {
  test.each([
    [["  eu-west "], "eu-west"],
    [["\t\neu-west\n"], "eu-west"],
    [["\u00a0\ufeff\u2003x\u2028"], "x"],
    [["   "], ""],
    [["xxeu-westxx", "x"], "eu-west"],
    [["[eu-west]", "[]"], "eu-west"],
    [["abcxcba", "cab"], "x"],
    [["-eu-west-", "-"], "eu-west"],
    [["   ", "-"], "   "],
    [["a-b", "-"], "a-b"],
    [["----", "-"], ""],
    [["a", "a"], ""],
    // A set of characters, not of UTF-16 units: 😀 and 😁 share their first unit, 😀 and 🌀 (U+1F300) their second.
    [["😀a😁", "😀"], "a😁"],
    [["😀😀a😀", "😀"], "a"],
    [["\ud83dx\ude00", "😀"], "\ud83dx\ude00"],
    [["\ud83dx\ud83d", "\ud83d"], "x"],
  ])("%j is %j", (args, result) => expect(call("trim", ...args)).toBe(result));

  test.each<[unknown[], Failure]>([
    [[4], invalid("string")],
    [[""], invalid("string")],
    [["a", ""], invalid("characters")],
    [["a", null], invalid("characters")],
    [["a", 1], invalid("characters")],
  ])("%j fails", (args, expected) => expect(failure("trim", ...args)).toMatchObject(expected));

  test("counts the characters that it takes off as steps", () => {
    expect(callFunction("trim", [`${"x".repeat(50)}ab${"x".repeat(50)}`, "x"], budgetOf({ steps: 110 }))).toBe("ab");
    expect(() => callFunction("trim", [`${"x".repeat(50)}ab${"x".repeat(50)}`, "x"], budgetOf({ steps: 90 }))).toThrow(
      TemplateFunctionError,
    );
  });
});

describe("replace", () => {
  test.each([
    [["eu-west_alpha_beta", "_", "-"], "eu-west-alpha-beta"],
    [["eu-west", "a", "A"], "eu-west"],
    [["a+b", "+", "-"], "a-b"],
    [["abc", "[a-c]", "x"], "abc"],
    [["abc", "b", ""], "ac"],
    [["aaa", "aa", "b"], "ba"],
    [["aXbX", "X", "XX"], "aXXbXX"],
    // Garden reads these as patterns of the replacement.
    [["abc", "b", "$&$&"], "a$&$&c"],
    [["abc", "b", "$$"], "a$$c"],
    [["abc", "b", "$1$`$'"], "a$1$`$'c"],
  ])("%j is %j", (args, result) => expect(call("replace", ...args)).toBe(result));

  test.each<[unknown[], Failure]>([
    [["abc", "b"], missing("replacement")],
    [["", "b", "c"], invalid("string")],
    [["abc", "", "c"], invalid("substring")],
    [["abc", "b", 1], invalid("replacement")],
    [["abc", "b", null], invalid("replacement")],
  ])("%j fails", (args, expected) => expect(failure("replace", ...args)).toMatchObject(expected));

  test("refuses a result beyond the limit before it builds it", () => {
    expect(failure("replace", "a".repeat(1e6), "a", "b".repeat(1e6))).toMatchObject(tooLarge);
    expect(failureWithin(9, "replace", "aaaaa", "a", "bb")).toMatchObject(tooLarge);
    expect(call("replace", "aaaaa", "a", "bb")).toBe("bbbbbbbbbb");
  });
});

describe("indent", () => {
  test.each([
    [["eu-west\nalpha\n", 4], "    eu-west\n    alpha\n"],
    [["a\n\n b", 3], "   a\n\n    b"],
    [["eu-west", 0], "eu-west"],
    [["eu-west", "2"], "  eu-west"],
    [["eu-west", " 2.0 "], "  eu-west"],
    [["\n", 2], "\n"],
    [[" \t\n a\n\t", 2], " \t\n   a\n\t"],
    [["a\r\nb\r\n\r\nc", 1], " a\r\n b\r\n\r\n c"],
    [["a\rb\u2028c\u2029d", 1], " a\r b\u2028 c\u2029 d"],
    [["$&", 2], "  $&"],
  ])("%j is %j", (args, result) => expect(call("indent", ...args)).toBe(result));

  test.each<[unknown[], Failure]>([
    [["eu-west", 1.5], invalid("spaces")],
    [["eu-west", "x"], invalid("spaces")],
    [["eu-west", ""], invalid("spaces")],
    [["eu-west", null], invalid("spaces")],
    [["eu-west", 1 / 0], invalid("spaces")],
    [["eu-west"], missing("spaces")],
    [[4, 2], invalid("string")],
    [["a", -1], failed],
    [["a", 1e15], tooLarge],
    // Longer than a string can be.
    [["a\n".repeat(1_000_000), 2000], tooLarge],
  ])("%.100j fails", (args, expected) => expect(failure("indent", ...args)).toMatchObject(expected));
});

describe("split", () => {
  test.each([
    [
      ["eu-west,alpha", ","],
      ["eu-west", "alpha"],
    ],
    [["eu-west", "ZZ"], ["eu-west"]],
    [
      ["a, b", ", "],
      ["a", "b"],
    ],
    [
      [",a,,", ","],
      ["", "a", "", ""],
    ],
    [
      ["a.b", "."],
      ["a", "b"],
    ],
  ])("%j is %j", (args, result) => expect(call("split", ...args)).toEqual(result));

  test.each<[unknown[], Failure]>([
    [["abc", ""], invalid("separator")],
    [["a1b", 1], invalid("separator")],
    [["", ","], invalid("string")],
    [["a"], missing("separator")],
  ])("%j fails", (args, expected) => expect(failure("split", ...args)).toMatchObject(expected));

  test("refuses too many pieces", () => {
    expect(failureWithin(3, "split", "a,b,c,d", ",")).toMatchObject(tooLarge);
  });
});

describe("join", () => {
  test.each([
    [[["eu-west", "alpha"], "-"], "eu-west-alpha"],
    [[["eu-west", "alpha"], ""], "eu-westalpha"],
    [[[], ","], ""],
    [[[null, "a", null], "-"], "-a-"],
    [[["", ""], "-"], "-"],
    [[[1.5, true, "x", -0], " "], "1.5 true x 0"],
    [[[null], "-"], ""],
  ])("%j is %j", (args, result) => expect(call("join", ...args)).toBe(result));

  test.each<[unknown[], Failure]>([
    [[[{ a: 1 }], ","], invalid("input")],
    [[["a", ["b"]], ","], invalid("input")],
    [[["a", undefined], ","], invalid("input")],
    [[[Number.NaN], ","], invalid("input")],
    [["a,b", ","], invalid("input")],
    [[{ a: 1 }, ","], invalid("input")],
    [[["a"]], missing("separator")],
    [[["a"], 1], invalid("separator")],
    [[Array(1000).fill("a"), "b".repeat(1e6)], tooLarge],
  ])("%.100j fails", (args, expected) => expect(failure("join", ...args)).toMatchObject(expected));

  test("says which item is at fault", () => {
    expect(failure("join", ["a", {}], ",").message).toContain("item 1");
  });
});
