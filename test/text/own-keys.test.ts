import { describe, expect, test } from "vitest";
import { type Changes, changed, copyOf, equal, getOwn, memberOf, setKey } from "../../src/text/own-keys.ts";

/** In JSON, `__proto__` is an ordinary key. In a literal, it would be the prototype. */
const json = (text: string): Record<string, unknown> => JSON.parse(text);

describe("equal", () => {
  test.each<[unknown, unknown]>([
    [1, 1],
    [Number.NaN, Number.NaN],
    [null, null],
    ["", ""],
    [[], []],
    [{}, {}],
    [
      { a: 1, b: [2, { c: null }] },
      { b: [2, { c: null }], a: 1 },
    ],
    [json('{"__proto__":{"a":1}}'), json('{"__proto__":{"a":1}}')],
  ])("%j and %j", (a, b) => {
    expect(equal(a, b)).toBe(true);
    expect(equal(b, a)).toBe(true);
  });

  test.each<[unknown, unknown]>([
    [1, "1"],
    [1, 2],
    [0, -0],
    [null, undefined],
    [null, {}],
    ["", []],
    [[], {}],
    [["x"], { 0: "x" }],
    ["x", { 0: "x" }],
    [5, {}],
    [undefined, {}],
    [[], [1]],
    [
      [1, 2],
      [1, 3],
    ],
    [
      [1, 2],
      [3, 2],
    ],
    [{ a: 1 }, { b: 1 }],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [
      { a: 1, b: 2 },
      { a: 1, b: 3 },
    ],
    [
      { a: 1, b: 2 },
      { a: 3, b: 2 },
    ],
    [{ a: { b: [1] } }, { a: { b: [2] } }],
    [json('{"__proto__":{"a":1}}'), json('{"__proto__":{"a":2}}')],
    [json('{"__proto__":{}}'), { a: {} }],
  ])("not %j and %j", (a, b) => {
    expect(equal(a, b)).toBe(false);
    expect(equal(b, a)).toBe(false);
  });
});

test("every key that is set is an own key", () => {
  const target: Record<string, unknown> = {};
  for (const key of ["a", "__proto__", "constructor"]) setKey(target, key, { key });
  expect(Object.entries(target)).toEqual(["a", "__proto__", "constructor"].map((key) => [key, { key }]));
  expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
  setKey(target, "__proto__", "again");
  expect(JSON.stringify(copyOf(target))).toBe(
    '{"a":{"key":"a"},"__proto__":"again","constructor":{"key":"constructor"}}',
  );
  expect(Reflect.deleteProperty(target, "__proto__")).toBe(true);
  expect(Object.keys(target)).toEqual(["a", "constructor"]);
});

test.each<[unknown, string | number, unknown]>([
  [["x"], 0, "x"],
  [["x"], 1, undefined],
  [["x"], "0", undefined],
  [["x"], "length", undefined],
  [{ a: 1 }, "a", 1],
  [{ 0: "x" }, 0, "x"],
  [{}, "toString", undefined],
  ["text", "length", undefined],
  [null, "a", undefined],
  [undefined, "a", undefined],
])("the member of %j at %j is %j", (value, step, member) => {
  expect(memberOf(value, step)).toBe(member);
});

test("inherited members are not own members", () => {
  expect(getOwn({ a: 1 }, "a")).toBe(1);
  expect(getOwn({}, "constructor")).toBeUndefined();
  expect(getOwn({}, "__proto__")).toBeUndefined();
});

test("a changed copy shares unchanged members, and the original does not change", () => {
  const value = { a: ["x", { k: "y" }], b: { c: "z" } };
  const changes = new Map([["a", new Map<number, string>([[0, "new"]])]]);
  const now = changed(value, changes) as typeof value;
  expect(now).toEqual({ a: ["new", { k: "y" }], b: { c: "z" } });
  expect(now.a[1]).toBe(value.a[1]);
  expect(now.b).toBe(value.b);
  expect(value.a[0]).toBe("x");
  expect(changed(value, undefined)).toBe(value);
  expect(changed("x", "")).toBe("");
});

test.each<[string, Changes, string]>([
  ['{"__proto__":{"a":1},"b":2}', new Map([["__proto__", new Map([["a", "x"]])]]), '{"__proto__":{"a":"x"},"b":2}'],
  ['{"b":2}', new Map([["__proto__", "x"]]), '{"b":2,"__proto__":"x"}'],
  ['[1,[2,{"a":3}]]', new Map([[1, new Map<number, Changes>([[1, new Map([["a", null]])]])]]), '[1,[2,{"a":null}]]'],
  ['{"a":{"b":1}}', new Map([["a", false]]), '{"a":false}'],
])("%s with %o is %s", (value, changes, expected) => {
  const copy = changed(json(value), changes);
  expect(JSON.stringify(copy)).toBe(expected);
  expect(Object.getPrototypeOf(copy)).toBe(Object.getPrototypeOf(json(value)));
});

test("a key is like one of a literal, whatever its name", () => {
  for (const key of ["a", "__proto__", "constructor"]) {
    const target: Record<string, unknown> = {};
    setKey(target, key, 1);
    const descriptor = { value: 1, writable: true, enumerable: true, configurable: true };
    expect(Object.getOwnPropertyDescriptor(target, key)).toEqual(descriptor);
  }
});
