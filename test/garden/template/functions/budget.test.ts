import { describe, expect, test } from "vitest";
import { budgetOf } from "../../../../src/garden/template/functions/budget.ts";
import { callFunction } from "../../../../src/garden/template/functions/index.ts";

/** A name, the arguments, the steps and the size that a call takes. */
type Cost = [string, readonly unknown[], number, number];

/** Enough for every call below. */
const ENOUGH = 1000;

test("there is room for values up to the size, which is not used up", () => {
  const budget = budgetOf({ size: 47 });
  budget.checkRoomForValues(2);
  expect(budget.sizeLeft).toBe(47);
  expect(() => budget.checkRoomForValues(3)).toThrow("the results are larger than 47 characters");
});

describe("what a call costs", () => {
  test.each<Cost>([
    // Arguments are looked through, 16 characters or elements a step; a text that is made counts its characters.
    ["upper", ["x"], 1, 1],
    ["upper", ["x".repeat(16)], 1, 16],
    ["upper", ["x".repeat(17)], 2, 17],
    ["base64Encode", ["abcd"], 1, 8],
    ["base64Decode", ["YWJjZA=="], 1, 4],
    ["sha256", ["abc"], 1, 64],
    ["uuidv4", [], 0, 36],
    ["number", ["1"], 0, 0],
    ["boolean", ["true"], 0, 0],
    // A step for each character.
    ["camelCase", ["ab cd"], 1 + 5, 4],
    ["kebabCase", ["abCd"], 1 + 4, 5],
    // A step for each list and each element, beside the argument.
    ["string", ["abc"], 1, 3],
    ["string", [[1, [2]]], 1 + 3 + 2, 3],
    // A list that appears twice is written once.
    ["string", [Array(2).fill([1, 2])], 1 + 3 + 3, 7],
    // The values, as text, and what is made of them.
    ["jsonEncode", [{ a: ["b"] }], 1, 6 + 11],
    ["jsonDecode", ['{"a":["b"]}'], 1 + 1, 6],
    ["yamlEncode", [{ a: ["b"] }], 12 + 100 + 178, 178 + 9],
    ["yamlEncode", [{ a: { b: "c\nd" } }], 17 + 100 + 261, 261 + 23],
    ["yamlEncode", [{ a: { b: "c\nd\ne" } }], 19 + 100 + 295, 295 + 29],
    ["yamlEncode", [["a"], true], 1 + 6 + 100 + 81, 81 + 6],
    ["yamlDecode", ["a:\n- b\n"], 1 + 100 + 7 + 1, 7],
    ["yamlDecode", ["a\n---\nb\n", true], 1 + 100 + 8 + 1, 5 + 2 * 16],
    // A list that is made counts 16 for each element.
    ["concat", ["ab", "c"], 2, 3],
    ["concat", [[1], [2, 3]], 2, 3 * 16],
    ["range", [1, 3], 0, 3 * 16],
    ["range", [2, 1], 0, 0],
    ["slice", ["abc", 1], 1, 2],
    ["slice", [[1, 2, 3], 1], 1, 2 * 16],
    ["split", ["a,b,c", ","], 2, 3 * 16],
    ["join", [["a", null, 1], ", "], 2 + 3, 6],
    // A step for each key.
    ["isEmpty", [], 0, 0],
    ["isEmpty", [[1]], 1, 0],
    ["isEmpty", [{ a: 1, b: 2 }], 2, 0],
    // A step for each unit of the set, and for each one that is taken off.
    ["trim", [" ab "], 1, 2],
    ["trim", ["xxabx", "xy"], 2 + 2 + 3, 2],
    ["trim", ["xxx", "x"], 2 + 1 + 3, 0],
    ["trim", ["😀a😀", "😀"], 2 + 2 + 4, 1],
    ["replace", ["aab", "a", "xyz"], 3, 7],
    ["replace", ["aab", "a", ""], 3, 1],
    ["indent", ["a\nb", 2], 1, 7],
    ["formatDateUtc", ["2022-03-04", "yyyy"], 2 + 100, 4],
    ["shiftDateUtc", ["2022-03-04", 1, "days"], 2 + 100, 24],
    ["modifyDateUtc", ["2022-03-04", 1, "days"], 2 + 100, 24],
  ])("%s%j: %i steps, size %i", (name, args, steps, size) => {
    const call = (limits: { steps: number; size: number }) => () => callFunction(name, args, budgetOf(limits));
    const exceeded = expect.objectContaining({ code: "limit-exceeded" });
    expect(call({ steps, size })).not.toThrow();
    if (steps > 0) expect(call({ steps: steps - 1, size: ENOUGH })).toThrow(exceeded);
    if (size > 0) expect(call({ steps: ENOUGH, size: size - 1 })).toThrow(exceeded);
    const budget = budgetOf({ steps: ENOUGH, size: ENOUGH });
    callFunction(name, args, budget);
    expect([ENOUGH - budget.stepsLeft, ENOUGH - budget.sizeLeft]).toEqual([steps, size]);
  });
});
