import { describe, expect, test } from "vitest";
import { call, type Failure, failed, failure, failureWithin, invalid, missing, tooLarge } from "./call.ts";

describe("concat", () => {
  test.each([
    [
      [["eu-west"], ["alpha", 4]],
      ["eu-west", "alpha", 4],
    ],
    [["eu-west", "alpha"], "eu-westalpha"],
    [["eu-west", ""], "eu-west"],
    [["", ""], ""],
    [[[], []], []],
    [
      [[["a"]], [null]],
      [["a"], null],
    ],
  ])("%j is %j", (args, result) => expect(call("concat", ...args)).toEqual(result));

  test.each<[unknown[], Failure]>([
    [["a", [1]], failed],
    [[[1], "a"], failed],
    [[1, 2], invalid("arg1")],
    [["a", 2], invalid("arg2")],
    [[{}, {}], invalid("arg1")],
    [[null, []], invalid("arg1")],
    [["a"], missing("arg2")],
  ])("%j fails", (args, expected) => expect(failure("concat", ...args)).toMatchObject(expected));

  test("makes a new list", () => {
    const first = ["a"];
    (call("concat", first, []) as unknown[]).push("b");
    expect(first).toEqual(["a"]);
  });

  test("refuses a result beyond the limit", () => {
    expect(failureWithin(3, "concat", "ab", "cd")).toMatchObject(tooLarge);
    expect(failureWithin(3, "concat", [1, 2], [3, 4])).toMatchObject(tooLarge);
  });
});

describe("isEmpty", () => {
  test.each([
    [[""], true],
    [["eu-west"], false],
    [[" "], false],
    [[[0]], false],
    [[[]], true],
    [[{ a: 1 }], false],
    [[{}], true],
    [[null], true],
    [[], true],
    [[undefined], true],
    [[JSON.parse('{"__proto__": 1}')], false],
    [[JSON.parse('{"length": 0}')], false],
  ])("%j is %j", (args, result) => expect(call("isEmpty", ...args)).toBe(result));

  test.each([[0], [4], [true], [false]])("%j is neither empty nor not", (value) => {
    expect(failure("isEmpty", value)).toMatchObject(invalid("value"));
  });
});

describe("range", () => {
  test.each([
    [
      [1, 4],
      [1, 2, 3, 4],
    ],
    [[3, 3], [3]],
    [
      [-2, 1],
      [-2, -1, 0, 1],
    ],
    [
      ["1", "3"],
      [1, 2, 3],
    ],
    [
      [1.5, 3],
      [1.5, 2.5, 3.5],
    ],
    // Garden gives [3].
    [[3, 1], []],
    [[0, -1], []],
  ])("%j is %j", (args, result) => expect(call("range", ...args)).toEqual(result));

  test.each<[unknown[], Failure]>([
    [["a", 3], invalid("first")],
    [[1, "b"], invalid("last")],
    [[1, null], invalid("last")],
    [[1, [3]], invalid("last")],
    [[1], missing("last")],
    [[1, 1 / 0], invalid("last")],
    [[Number.NaN, 1], invalid("first")],
    [[1, 1e12], tooLarge],
    [[-9007199254740991, 9007199254740991], tooLarge],
    [[1, 1e300], invalid("last")],
  ])("%j fails", (args, expected) => expect(failure("range", ...args)).toMatchObject(expected));
});

describe("slice", () => {
  const letters = "abcdefghijkl";
  test.each([
    [[letters, 2, 5], "cde"],
    [[letters, 3], "defghijkl"],
    [[letters, 1, -2], "bcdefghij"],
    [[letters, -3], "jkl"],
    [[letters, "1", "4"], "bcd"],
    [[letters, "1px", 4], "bcd"],
    [[letters, 5, 2], ""],
    [[letters, 100], ""],
    [[letters, 1.9], "bcdefghijkl"],
    [[letters, "0x2"], letters],
    [[letters, "1e1"], "kl"],
    [[letters, " 2 ", "-9.9"], "c"],
    [
      [[4, 7, 20], 1],
      [7, 20],
    ],
    [
      [[4, 7, 20], 0, 2],
      [4, 7],
    ],
    [
      [["a", "b", "c"], 0, -1],
      ["a", "b"],
    ],
    [[[], 0], []],
    // Garden takes an end of 0 for no end.
    [[letters, 0, 0], ""],
    [[[4, 7, 20], 0, 0], []],
    [[letters, -3, 0], ""],
    [[letters, 0, "0"], ""],
  ])("%j is %j", (args, result) => expect(call("slice", ...args)).toEqual(result));

  test.each<[unknown[], Failure]>([
    [[letters, "x"], failed],
    [[letters, 1, "y"], failed],
    [[letters, "Infinity"], failed],
    [[letters], missing("start")],
    [["", 1], invalid("input")],
    [[4, 1], invalid("input")],
    [[{}, 1], invalid("input")],
    [[letters, 1, null], invalid("end")],
    [[letters, true], invalid("start")],
    [[letters, ""], invalid("start")],
    [[letters, [1]], invalid("start")],
    [[letters, 2 ** 53], invalid("start")],
    [[letters, 0, -(2 ** 53)], invalid("end")],
    [[letters, "9007199254740992"], invalid("start")],
    [[letters, 0, "1e20"], invalid("end")],
  ])("%j fails", (args, expected) => expect(failure("slice", ...args)).toMatchObject(expected));

  test("says which index is at fault", () => {
    expect(failure("slice", letters, "x").message).toContain("start");
    expect(failure("slice", letters, 1, "y").message).toContain("end");
  });
});
