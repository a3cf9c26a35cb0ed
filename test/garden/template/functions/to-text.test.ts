import { describe, expect, test } from "vitest";
import { budgetOf } from "../../../../src/garden/template/functions/budget.ts";
import { toText } from "../../../../src/garden/template/functions/casts.ts";
import { LimitExceeded } from "../../../../src/garden/template/limits.ts";

describe("toText", () => {
  test.each([
    [null, "null"],
    [true, "true"],
    [-0, "0"],
    [0.1 + 0.2, "0.30000000000000004"],
    [1 / 0, "Infinity"],
    [[], ""],
    [[[]], ""],
    [[["a", null]], "a,"],
    [[1, [2, [3, [4]]], []], "1,2,3,4,"],
    [[null, undefined], ","],
    [{ a: 1 }, "[object Object]"],
    [JSON.parse('{"toString": "x", "valueOf": 1, "join": 2}'), "[object Object]"],
    [JSON.parse('[{"__proto__": null}]'), "[object Object]"],
    [Object.create(null), "[object Object]"],
  ])("%j is %j", (value, text) => expect(toText(value)).toBe(text));

  test("agrees with JavaScript on scalars and lists", () => {
    for (const value of [null, true, 1.5, 1e21, ["a", [1, [null, "x"]], [], [[]]], [[], [], {}]]) {
      expect(toText(value)).toBe(String(value));
    }
  });

  test("prints dates in UTC", () => {
    const text = "Sat Jan 01 2022 00:00:00 GMT+0000 (Coordinated Universal Time)";
    expect(toText(new Date("2022-01-01"))).toBe(text);
    expect(toText([new Date("2022-01-01"), 1])).toBe(`${text},1`);
    expect(toText(new Date(Number.NaN))).toBe("Invalid Date");
  });

  test("a list in itself, and one nested too deeply, are refused", () => {
    const loop: unknown[] = ["a"];
    loop.push(loop);
    expect(() => toText(loop)).toThrow(LimitExceeded);
    expect(() => toText(nested(1001))).toThrow(LimitExceeded);
    expect(toText(nested(1000))).toBe("x");
  });

  test("a text beyond the limit is refused before it is built", () => {
    let list: unknown[] = ["x"];
    for (let i = 0; i < 60; i++) list = [list, list];
    expect(() => toText(list)).toThrow(LimitExceeded);
    expect(() => toText(["abc"], budgetOf({ size: 2 }))).toThrow(LimitExceeded);
  });

  test("each list is a step, also an empty one, and so is each of its elements", () => {
    expect(toText([[], ["a"], []], budgetOf({ steps: 8 }))).toBe(",a,");
    expect(() => toText([[], ["a"], []], budgetOf({ steps: 7 }))).toThrow(LimitExceeded);
  });
});

function nested(depth: number): unknown {
  let value: unknown = "x";
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}
