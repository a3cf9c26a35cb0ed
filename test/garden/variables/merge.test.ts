import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NOT_KNOWN_YET, Unresolved } from "../../../src/garden/template/context/unresolved.ts";
import { documentOf } from "../../../src/garden/template/resolve/late-values.ts";
import { VariablesError } from "../../../src/garden/variables/error.ts";
import { mergePatch, mergeVariables } from "../../../src/garden/variables/merge.ts";
import { overrideLate } from "../../../src/garden/variables/override.ts";

/** The examples of RFC 7396, appendix A, whose original and result are objects. */
const RFC_EXAMPLES = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', "{}"],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ["{}", '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  // The RFC's own example, section 3.
  [
    '{"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},"tags":["example","sample"],"content":"x"}',
    '{"title":"Hello!","phoneNumber":"+01-123-456-7890","author":{"familyName":null},"tags":["example"]}',
    '{"title":"Hello!","author":{"givenName":"John"},"tags":["example"],"content":"x","phoneNumber":"+01-123-456-7890"}',
  ],
] as const;

describe("mergeVariables", () => {
  test.each(RFC_EXAMPLES)("%s patched with %s is %s", (document, patch, expected) => {
    expect(JSON.stringify(mergeVariables(JSON.parse(document), JSON.parse(patch)))).toBe(expected);
  });

  test("takes the lowest level first, and any number of them", () => {
    expect(mergeVariables()).toEqual({});
    expect(mergeVariables({ a: null })).toEqual({ a: null });
    expect(mergeVariables({ a: 1, b: { c: 1 } }, { b: { d: 2 } }, { b: { c: null } }, { b: { d: 4 }, e: [1] })).toEqual(
      {
        a: 1,
        b: { d: 4 },
        e: [1],
      },
    );
  });

  test("an undefined value says nothing", () => {
    expect(mergeVariables({ a: 1 }, { a: undefined, b: undefined })).toEqual({ a: 1 });
  });

  test("values that are not plain maps replace, and are not copied", () => {
    const date = new Date(0);
    expect(mergeVariables({ a: { b: 1 } }, { a: date }).a).toBe(date);
    expect(mergeVariables({ a: date }, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
  });

  test("changes nothing that it is given", () => {
    const document = { a: { b: 1, c: { d: 2 } } };
    const patch = { a: { b: null, c: { d: null, e: 3 } } };
    const before = structuredClone([document, patch]);
    expect(mergeVariables(document, patch)).toEqual({ a: { c: { e: 3 } } });
    expect([document, patch]).toEqual(before);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", ""])("%j is a name like any other", (name) => {
    const one = JSON.parse(`{${JSON.stringify(name)}: {"polluted": 1, "a": 2}}`);
    const two = JSON.parse(`{${JSON.stringify(name)}: {"a": null, "b": 3}}`);
    const merged = mergeVariables({}, one, two);
    expect(Object.keys(merged)).toEqual([name]);
    expect(JSON.stringify(merged)).toBe(`{${JSON.stringify(name)}:{"polluted":1,"b":3}}`);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(mergeVariables(merged, JSON.parse(`{${JSON.stringify(name)}: null}`))).toEqual({});
  });

  test("a map within a thousand maps is the limit", () => {
    const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
    expect(JSON.stringify(mergeVariables({}, nested(1000)))).toBe(JSON.stringify(nested(1000)));
    for (const depth of [1001, 100_000]) {
      expect(() => mergeVariables({}, nested(depth))).toThrow(VariablesError);
      expect(() => mergeVariables({}, nested(depth))).toThrow("deeper than 1000");
    }
  });

  test("agrees with the RFC's pseudocode on any JSON", () => {
    const map = fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__"), fc.jsonValue());
    fc.assert(
      fc.property(map, map, (document, patch) => {
        expect(JSON.stringify(mergeVariables(document, patch))).toBe(JSON.stringify(rfcMergePatch(document, patch)));
      }),
      { seed: 20_261_132 },
    );
  });
});

describe("a map that is not known yet", () => {
  const late = new Unresolved({ kind: "text", pieces: [{ text: "${later}", isTemplate: true }] });
  const [$merge, unknown] = ["${later}", "${unknown}"];

  test.each<[known: object, below: unknown, above: unknown]>([
    [
      { a: 1, b: "x", c: [2] },
      { a: 1, b: "x", c: [2], $merge },
      { $merge, a: 1, b: "x", c: [2] },
    ],
    // The other map can change the entries of a map, and replace null.
    [
      { a: { b: 1 }, c: null, d: 1 },
      { d: 1, $merge, a: unknown, c: unknown },
      { $merge, a: unknown, c: unknown, d: 1 },
    ],
    [
      { a$: 1, "1a": 2, a1: 3 },
      { a$: 1, "1a": 2, a1: 3, $merge },
      { $merge, a$: 1, "1a": 2, a1: 3 },
    ],
    [
      { "": 1, a: 2 },
      { "": 1, a: 2, $merge },
      { $merge, "": 1, a: 2 },
    ],
    // These entries would be operators, or would not keep their order.
    [{ a: 1, $if: true }, unknown, unknown],
    [{ a: 1, 0: 2 }, unknown, unknown],
    [{ a: 1, 12: 2 }, unknown, unknown],
  ])("is merged with %j, which is below or above it", (known, below, above) => {
    expect(JSON.stringify(documentOf(mergePatch(known, late)))).toBe(JSON.stringify(below));
    expect(JSON.stringify(documentOf(mergePatch(late, known)))).toBe(JSON.stringify(above));
  });

  test("in another context stays as a whole", () => {
    for (const other of [{ a: 1 }, late]) {
      expect(mergePatch(NOT_KNOWN_YET, other)).toBe(NOT_KNOWN_YET);
      expect(mergePatch(other, NOT_KNOWN_YET)).toBe(NOT_KNOWN_YET);
    }
  });

  test.each<[overrides: Record<string, string>, result: unknown]>([
    [{}, "${later}"],
    [
      { a: "1", b: "2" },
      { $merge, a: "1", b: "2" },
    ],
    [
      { "a.b": "1", "c.d.e": "2" },
      { $merge, a: unknown, c: unknown },
    ],
  ])("with the overrides %j, a key with dots makes its variable unknown", (overrides, result) => {
    expect(documentOf(overrideLate(late, overrides))).toEqual(result);
  });
});

/** RFC 7396, section 2, on entries instead of objects. */
function rfcMergePatch(target: unknown, patch: unknown): unknown {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const isObject = typeof target === "object" && target !== null && !Array.isArray(target);
  const result = new Map<string, unknown>(isObject ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, rfcMergePatch(result.get(name), value));
  }
  return Object.fromEntries(result);
}
