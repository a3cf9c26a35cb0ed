import { describe, expect, test } from "vitest";
import { VariablesError } from "../../../src/garden/variables/error.ts";
import { overrideVariables } from "../../../src/garden/variables/override.ts";

const CASES: readonly [what: string, variables: Record<string, unknown>, overrides: object, result: unknown][] = [
  ["a plain name", { a: 1, b: 2 }, { a: "x" }, { a: "x", b: 2 }],
  ["a new name", { a: 1 }, { b: "x" }, { a: 1, b: "x" }],
  ["a key within a map", { a: { b: 1, c: 2 } }, { "a.b": "x" }, { a: { b: "x", c: 2 } }],
  ["maps that are missing", {}, { "a.b.c": "x" }, { a: { b: { c: "x" } } }],
  ["a name that has the dot itself", { "a.b": 1, a: { b: 2 } }, { "a.b": "x" }, { "a.b": "x", a: { b: 2 } }],
  ["a scalar in the way", { a: 5 }, { "a.b": "x" }, { a: { b: "x" } }],
  ["null in the way", { a: null }, { "a.b": "x" }, { a: { b: "x" } }],
  ["an element of a list", { l: ["x", "y"] }, { "l.1": "9" }, { l: ["x", "9"] }],
  ["the element after the last", { l: ["x", "y"] }, { "l.2": "9" }, { l: ["x", "y", "9"] }],
  ["a map within a list", { l: [{ a: 1, b: 2 }] }, { "l.0.a": "9" }, { l: [{ a: "9", b: 2 }] }],
  ["the first element of a new list", {}, { "l.0": "a", "l.1": "b" }, { l: ["a", "b"] }],
  ["a number as a key of a map", { m: { "8080": "a" } }, { "m.8080": "b" }, { m: { "8080": "b" } }],
  ["a number above 0 as a key of a new map", {}, { "m.8080": "b" }, { m: { "8080": "b" } }],
  ["0 as a key of a map", { m: { x: 1 } }, { "m.0": "b" }, { m: { x: 1, "0": "b" } }],
  ["a key that no list has", { l: [1, 2] }, { "l.a": "b" }, { l: { a: "b" } }],
  ["a new list that becomes a map", {}, { "l.0": "a", "l.b": "c" }, { l: { b: "c" } }],
  ["a number that is not an index", { l: [1, 2] }, { "l.01": "b" }, { l: { "01": "b" } }],
  ["several keys, in order", { a: { b: 1 } }, { "a.b": "x", "a.c": "y", a: "z" }, { a: "z" }],
];

describe("overrideVariables", () => {
  test.each(CASES)("%s", (_what, variables, overrides, result) => {
    const before = structuredClone(variables);
    expect(overrideVariables(variables, overrides as Record<string, string>)).toEqual(result);
    expect(variables).toEqual(before);
  });

  test.each(["__proto__", "__proto__.polluted", "a.__proto__.polluted", "constructor.prototype.polluted"])(
    "%s is a key like any other",
    (key) => {
      const result = overrideVariables(JSON.parse('{"a": {}}'), Object.fromEntries([[key, "x"]]));
      const names = key.split(".");
      let value: unknown = result;
      for (const name of names) {
        expect(Object.hasOwn(value as object, name)).toBe(true);
        value = Object.getOwnPropertyDescriptor(value, name)!.value;
      }
      expect(value).toBe("x");
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    },
  );

  test.each([
    ["a..b", "a part of the key is empty"],
    ["a.", "a part of the key is empty"],
    [".a", "a part of the key is empty"],
    ["l.3", "no such element: 3 in a list of 2"],
    ["l.99999999999", "no such element: 99999999999 in a list of 2"],
  ])("%s is refused", (key, message) => {
    const variables = { l: [1, 2] };
    expect(() => overrideVariables(variables, { [key]: "secret" })).toThrow(message);
    expect(() => overrideVariables(variables, { [key]: "secret" })).toThrow(VariablesError);
    expect(() => overrideVariables(variables, { [key]: "secret" })).not.toThrow("secret");
  });

  test.each([
    ["a..b", "--var a..b: a part of the key is empty; write a name on each side of a dot"],
    [".secret", "--var: a part of the key is empty; write a name on each side of a dot"],
    ["l.3", "--var l.3: no such element: 3 in a list of 2; the next index is 2"],
  ])("%s: the whole message", (key, message) => {
    expect(() => overrideVariables({ l: [1, 2] }, { [key]: "x" })).toThrow(
      expect.objectContaining({ code: "var-flag", message }),
    );
  });

  test("the error names arguments that are not objects", () => {
    expect(() => overrideVariables(5 as never, {})).toThrow("variables must be an object");
    expect(() => overrideVariables({}, "a" as never)).toThrow("overrides must be an object");
  });

  test("a key of a thousand parts after the name, and no more", () => {
    expect(Object.keys(overrideVariables({}, { [`${"a.".repeat(1000)}a`]: "" }))).toEqual(["a"]);
    expect(() => overrideVariables({}, { [`${"a.".repeat(1001)}a`]: "" })).toThrow(
      expect.objectContaining({ code: "limit", message: "--var: a key has more than 1000 parts" }),
    );
  });

  test("a key of a hundred thousand parts is refused", () => {
    expect(() => overrideVariables({}, { [`${"a.".repeat(100_000)}a`]: "" })).toThrow("more than 1000 parts");
  });
});
