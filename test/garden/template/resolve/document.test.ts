import { describe, expect, test } from "vitest";
import { NOT_KNOWN_YET } from "../../../../src/garden/index.ts";
import { resolveTemplates, type TemplateError } from "../../../../src/index.ts";
import { failure } from "../failure.ts";

const context = {
  a: 2,
  t: true,
  f: false,
  list: ["x", "y"],
  map: { p: 1, q: { r: 2 } },
};

function failureOf(document: unknown): TemplateError {
  return failure(() => resolveTemplates(document, context));
}

describe("documents", () => {
  test("strings in lists and maps; keys and other scalars stay", () => {
    const document = { "${a}": ["${a}", 1, null, true, "text"], b: { c: "x${a}", d: undefined } };
    expect(resolveTemplates(document, context)).toStrictEqual({
      "${a}": [2, 1, null, true, "text"],
      b: { c: "x2", d: undefined },
    });
  });

  test("the document itself stays", () => {
    const document = { a: ["${a}"], b: { $merge: "${map}" } };
    const before = structuredClone(document);
    resolveTemplates(document, context);
    expect(document).toStrictEqual(before);
  });

  test("keys keep their order", () => {
    expect(Object.keys(resolveTemplates({ z: 1, $merge: "${map}", a: 1, p: 0 }, context) as object)).toEqual([
      "z",
      "p",
      "q",
      "a",
    ]);
  });

  test("dates and instances of classes are values", () => {
    const date = new Date(0);
    const bytes = new Uint8Array(2);
    expect(resolveTemplates({ date, bytes }, context)).toStrictEqual({ date, bytes });
  });

  test("maps without a prototype, and of another realm's kind", () => {
    expect(resolveTemplates(Object.assign(Object.create(null), { a: "${a}" }), context)).toStrictEqual({ a: 2 });
    const objectPrototype = Object.create(null);
    expect(resolveTemplates(Object.assign(Object.create(objectPrototype), { a: "${a}" }), context)).toStrictEqual({
      a: 2,
    });
  });

  test("__proto__ is a key like any other", () => {
    const document = JSON.parse('{"__proto__": "${a}", "constructor": {"$merge": {"__proto__": "${a}"}}}');
    const result = resolveTemplates(document, context) as Record<string, object>;
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(JSON.stringify(result)).toBe('{"__proto__":2,"constructor":{"__proto__":2}}');
    const items = resolveTemplates({ $forEach: document, $return: "${item.key}" }, context);
    expect(items).toStrictEqual(["__proto__", "constructor"]);
  });

  test("inherited keys are not operators", () => {
    const document = Object.create({ $if: true, $then: 1 });
    document.a = "${a}";
    // An object with such a prototype is not a map.
    expect(resolveTemplates(document, context)).toBe(document);
  });

  test("what an expression gives is data", () => {
    const data = { text: "${a}", operator: { $if: true, $then: 1 }, items: [{ $concat: [1] }] };
    const document = {
      text: "${data.text}",
      operator: "${data.operator}",
      items: "${data.items}",
      each: { $forEach: "${data.items}", $return: "${item.value}" },
      merged: { $merge: "${data}" },
      spliced: [{ $concat: "${data.items}" }],
    };
    expect(resolveTemplates(document, { data })).toStrictEqual({
      ...data,
      each: data.items,
      merged: data,
      spliced: data.items,
    });
  });
});

describe("operators", () => {
  test.each<[string, unknown, unknown]>([
    ["$if with a nested $if", { $if: { $if: "${t}", $then: false }, $then: 1, $else: 2 }, 2],
    ["only the branch that is taken is resolved", { $if: "${f}", $then: "${nope}", $else: "ok" }, "ok"],
    ["$if without a match in a list", [{ $if: "${f}", $then: 1 }, 2], [undefined, 2]],
    ["$if of a key with the value undefined", { $if: true, $then: undefined }, undefined],
    ["$concat of a template, a list, another $concat", [{ $concat: [{ $concat: "${list}" }, 1] }, 2], ["x", "y", 1, 2]],
    ["$concat of a $forEach", [{ $concat: { $forEach: "${list}", $return: "<${item.value}>" } }], ["<x>", "<y>"]],
    ["$concat outside a list", { $concat: "${list}" }, { $concat: ["x", "y"] }],
    ["$merge of a template", { p: 0, $merge: "${map}" }, { p: 1, q: { r: 2 } }],
    ["$merge is shallow", { $merge: "${map}", q: { s: 3 } }, { p: 1, q: { s: 3 } }],
    ["$merge in $merge", { $merge: { $merge: "${map}", p: 5 }, q: 6 }, { p: 5, q: 6 }],
    ["$merge of null values", { a: 1, $merge: { a: null } }, { a: null }],
    ["$forEach over a map", { $forEach: "${map}", $return: "${item.key}" }, ["p", "q"]],
    [
      "$forEach: the keys of a list are texts",
      { $forEach: "${list}", $return: "${typeof item.key}" },
      ["string", "string"],
    ],
    ["$forEach: templates in the collection", { $forEach: ["${a}", "b"], $return: "${item.value}" }, [2, "b"]],
    [
      "$forEach: templates in a map",
      { $forEach: { k: "${a}" }, $return: ["${item.key}", "${item.value}"] },
      [["k", 2]],
    ],
    [
      "$forEach: item of the inner loop hides the outer one's",
      { $forEach: ["o"], $return: { $forEach: ["i"], $return: "${item.value}" } },
      [["i"]],
    ],
    [
      "$forEach: after an inner loop, item is that of the outer loop again",
      { $forEach: ["o"], $return: [{ $forEach: ["i"], $return: 1 }, "${item.value}"] },
      [[[1], "o"]],
    ],
    ["$forEach: each has its own item", { $forEach: [[1], [2]], $return: "${item.value[0]}" }, [1, 2]],
    ["$forEach: $return with $concat", { $forEach: [[1, 2], []], $return: { $concat: "${item.value}" } }, [1, 2]],
    ["$forEach: $filter", { $forEach: [1, 2, 3], $filter: "${item.value > 1}", $return: "${item.value}" }, [2, 3]],
    ["$forEach: nothing", { $forEach: [], $return: "${nope}" }, []],
    [
      "operators' helpers alone are ordinary keys",
      { $then: 1, $else: "${a}", $return: 2 },
      { $then: 1, $else: 2, $return: 2 },
    ],
  ])("%s", (_, document, expected) => {
    expect(resolveTemplates(document, context)).toStrictEqual(expected);
  });

  test.each<[unknown, string, string]>([
    [{ a: { $if: "yes", $then: 1 } }, "a", "$if must be true or false, not a string"],
    [{ a: { $if: null, $then: 1 } }, "a", "$if must be true or false, not null"],
    [{ a: { $if: "${t}", $else: 1 } }, "a", '$if requires $then, but the map has only "$if" and "$else"'],
    [{ a: { $if: true, $then: 1, b: 1, c: 2 } }, "a", '$if allows only "$then" and "$else" with it, not "b" and "c"'],
    [
      { $if: true, $then: 1, b: 1, c: 2, d: 3 },
      "",
      '$if allows only "$then" and "$else" with it, not "b", "c" and "d"',
    ],
    [{ $if: true, $then: 1, $merge: {} }, "", '$if allows only "$then" and "$else" with it, not "$merge"'],
    [{ a: [1, { $concat: "${map}" }] }, "a.1", "$concat must be a list, not a map"],
    [{ a: [{ $concat: "${f}" }] }, "a.0", "$concat must be a list, not a boolean"],
    [[{ $concat: [], b: 1 }], "0", '$concat must be the only key, but the map also has "b"'],
    [{ a: { $forEach: 5, $return: 1 } }, "a", "$forEach must be a list or a map, not a number"],
    [{ $forEach: [1], $filter: 1 }, "", '$forEach requires $return, but the map has only "$forEach" and "$filter"'],
    [{ $forEach: [1], b: 1 }, "", '$forEach allows only "$filter" and "$return" with it, not "b"'],
    [{ $forEach: [1], $filter: "${item.value}", $return: 1 }, "", "$filter must be true or false, not a number"],
    [{ a: { $merge: "${list}" } }, "a.$merge", "$merge must be a map, not a list"],
    [{ $merge: null }, "$merge", "$merge must be a map, not null"],
    [{ $merge: { $if: "${f}", $then: {} } }, "$merge", "$merge must be a map, not undefined"],
  ])("%j: the structure is wrong at %j", (document, path, reason) => {
    const error = failureOf(document);
    expect(error).toMatchObject({ code: "structure", reason, offset: undefined, line: undefined });
    expect(error.path.join(".")).toBe(path);
    expect(error.message).toBe(path === "" ? reason : `${path}: ${reason}`);
  });

  test.each<[unknown, string]>([
    [{ a: ["${nope}"] }, "a.0"],
    [{ $if: "${nope}", $then: 1 }, "$if"],
    [{ $if: true, $then: ["${nope}"] }, "$then.0"],
    [{ a: { $if: false, $then: 1, $else: "${nope}" } }, "a.$else"],
    [[0, { $concat: ["${nope}"] }], "1.$concat.0"],
    [{ $forEach: ["${nope}"], $return: 1 }, "$forEach.0"],
    [{ $forEach: [1], $filter: "${nope}", $return: 1 }, "$filter"],
    [{ $forEach: [1], $return: { a: "${nope}" } }, "$return.a"],
    [{ $forEach: [1], $return: { $concat: "${nope}" } }, "$return.$concat"],
    [{ $merge: { a: "${nope}" } }, "$merge.a"],
    [{ a: { $merge: "${map}", b: "${nope}" } }, "a.b"],
  ])("%j: the path of a missing key is %j", (document, path) => {
    expect(failureOf(document)).toMatchObject({ code: "missing-key", key: "nope", path: path.split(".").map(index) });
  });

  test("a string that is not a template also has its path", () => {
    expect(failureOf({ a: { "b.c": "x ${1 + }" } })).toMatchObject({ code: "parse", path: ["a", "b.c"], offset: 8 });
  });
});

function index(segment: string): string | number {
  return /^\d+$/.test(segment) ? Number(segment) : segment;
}

describe("what $merge or a later key overwrites is not resolved", () => {
  const context = { map: { a: 1, b: 2 }, later: NOT_KNOWN_YET };

  test.each<[document: object, value: object]>([
    [
      { a: "${nope}", $merge: "${map}" },
      { a: 1, b: 2 },
    ],
    [
      { $merge: { a: "${nope}", b: 2 }, a: 1 },
      { b: 2, a: 1 },
    ],
    [
      { a: "${later.x}", $merge: "${map}", c: 3 },
      { a: 1, b: 2, c: 3 },
    ],
    [
      { a: "${nope}", $merge: { $merge: "${map}", b: 3 } },
      { a: 1, b: 3 },
    ],
    [
      { $merge: { $if: true, $then: { a: "${nope}", b: 2 } }, a: 1 },
      { a: 1, b: 2 },
    ],
    [
      { $merge: { $if: false, $then: {}, $else: { $merge: { a: "${nope}" }, b: 2 } }, a: 1 },
      { a: 1, b: 2 },
    ],
    [
      { $merge: { $merge: { a: "${nope}", b: "${nope}" }, b: 2 }, a: 1 },
      { a: 1, b: 2 },
    ],
  ])("%j", (document, value) => {
    expect(resolveTemplates(document, context, { partial: "late" })).toEqual(value);
  });

  test("and everything else is", () => {
    for (const document of [
      { c: "${nope}", $merge: "${map}" },
      { $merge: { c: "${nope}" }, a: 1 },
    ])
      expect(() => resolveTemplates(document, context)).toThrow('no such key: "nope"');
    expect(Object.keys(resolveTemplates({ b: 0, $merge: "${map}" }, context) as object)).toEqual(["b", "a"]);
    expect(Object.keys(resolveTemplates({ $merge: { b: 1, a: 2 }, b: 0 }, context) as object)).toEqual(["b", "a"]);
    expect(resolveTemplates({ a: "x", $merge: "${later}" }, context, { partial: "late" })).toEqual({
      a: "x",
      $merge: "${later}",
    });
  });
});
