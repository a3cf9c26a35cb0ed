import { describe, expect, test } from "vitest";
import { deferTemplates, NOT_KNOWN_YET, type OuterResolution } from "../../../../src/garden/index.ts";
import { derivedValue } from "../../../../src/garden/template/context/context-functions.ts";
import { Unresolved } from "../../../../src/garden/template/context/unresolved.ts";
import { contextValue, isComplete, resolveInContext } from "../../../../src/garden/template/resolve/late-values.ts";
import { resolveTemplateString, resolveTemplates, type TemplateContext } from "../../../../src/index.ts";
import { failure } from "../failure.ts";

const late = { partial: "late" } as const;

describe("what is late stays, and a key that is missing is missing", () => {
  const context = {
    known: { a: 1, list: [1, 2] },
    env: {},
    outputs: NOT_KNOWN_YET,
    actions: { api: { name: "api", outputs: NOT_KNOWN_YET } },
  };

  test.each([
    ["${outputs.host}", "${outputs.host}"],
    ["${outputs}", "${outputs}"],
    ["${outputs.a.b[known.a]}", "${outputs.a.b[1]}"],
    ["${known.a}-${outputs.host}", "1-${outputs.host}"],
    ["${env.HOST || 'local'}:${outputs.port}", "local:${outputs.port}"],
    ["${outputs.host || 'local'}", "${outputs.host || 'local'}"],
    ["${env.HOST || outputs.host}", "${outputs.host}"],
    ["${known.a || outputs.host}", 1],
    ["${false && outputs.host}", false],
    ["${!outputs.host}", "${!outputs.host}"],
    ["${typeof outputs.host}", "${typeof outputs.host}"],
    ["${!env.HOST}", true],
    ["${typeof env.HOST}", "undefined"],
    ["${env.HOST ? 1 : 2}", 2],
    ["${outputs.host ? 1 : 2}", "${outputs.host ? 1 : 2}"],
    ["${true ? 1 : outputs.host}", 1],
    ["${upper(outputs.host)}", "${upper(outputs.host)}"],
    ["${[1, outputs.host]}", "${[1, outputs.host]}"],
    ["${known[outputs.key]}", "${known[outputs.key]}"],
    ["${known.list + [outputs.a]}", "${known.list + [outputs.a]}"],
    ["${env.HOST}?", undefined],
    ["${outputs.host}?", "${outputs.host}?"],
    ["${'${outputs.host}'}", "${outputs.host}"],
    ["${if outputs.on}a${else}b${endif}", "${if outputs.on}a${else}b${endif}"],
    ["${if known.a}x${outputs.host}${endif}", "x${outputs.host}"],
    ["${actions.api.name}", "api"],
    ["${actions}", "${actions}"],
    ["${actions.api.outputs.x}", "${actions.api.outputs.x}"],
    ["a $${b} c", "a ${b} c"],
  ])("%s: %s", (input, result) => {
    // What stays is a template again, so data that looks like one is quoted where something stays.
    const expected = input.includes("$${") ? "a ${'$'}{b} c" : result;
    expect(resolveTemplateString(input, context, late)).toEqual(expected);
  });

  test.each(["${env.HOST}", "${env.HOST + outputs.host}", "${actions.apo.outputs.x}", "${if env.HOST}a${endif}"])(
    "%s is an error",
    (input) => {
      expect(failure(() => resolveTemplateString(input, context, late)).code).toBe("missing-key");
    },
  );

  test("in documents, operators stay that depend on it", () => {
    const document = {
      a: { $if: "${outputs.on}", $then: 1 },
      b: { $merge: "${outputs}", x: "${known.a}" },
      c: { $forEach: "${outputs.list}", $return: "${item.value}" },
      d: [{ $concat: "${outputs.list}" }, "${known.a}"],
      e: { $forEach: "${known.list}", $return: "${item.value}-${outputs.x}" },
    };
    expect(resolveTemplates(document, context, late)).toEqual({
      ...document,
      b: { $merge: "${outputs}", x: 1 },
      d: [{ $concat: "${outputs.list}" }, 1],
      e: ["1-${outputs.x}", "2-${outputs.x}"],
    });
  });

  /** The result is the document itself where it is left out. */
  test.each<[document: unknown, result?: unknown]>([
    [{ $forEach: { a: "${outputs.x}", b: 1 }, $return: "${item.key}=${item.value}" }, ["a=${outputs.x}", "b=1"]],
    [{ $forEach: { a: "${outputs.x}", $merge: "${known}" }, $return: "${item.key}" }, ["a", "list"]],
    [{ $forEach: { a: "${known.a}", $merge: "${outputs}" }, $return: "${item.key}" }],
    [{ $forEach: ["${outputs.x}", { $concat: "${known.list}" }], $return: "${item.value}" }, ["${outputs.x}", 1, 2]],
    [{ $forEach: ["${outputs.x}", { $concat: "${outputs.list}" }], $return: "${item.value}" }],
    [{ $forEach: ["a"], $filter: "${outputs.y}", $return: 1 }],
    [{ $forEach: [1, 2], $filter: "${item.value == 2}", $return: "${outputs.x}" }, ["${outputs.x}"]],
    // An element with the key `$concat` would be an operator.
    [[{ $merge: { $concat: "${outputs.x}" } }]],
    [[{ $if: true, $then: { $concat: "${outputs.x}" } }]],
    [{ k: { $merge: { $concat: "${outputs.x}" } } }, { k: { $concat: "${outputs.x}" } }],
    [[{ $concat: [{ $concat: ["${outputs.x}", "${known.a}"] }, 3] }], ["${outputs.x}", 1, 3]],
    [[{ $concat: { $forEach: ["${outputs.x}"], $return: "${item.value}" } }], ["${outputs.x}"]],
    [
      [{ $concat: { $if: "${outputs.x}", $then: [1] } }, "${known.a}"],
      [{ $concat: { $if: "${outputs.x}", $then: [1] } }, 1],
    ],
    [{ $merge: { b: "${outputs.x}" }, b: 2 }, { b: 2 }],
    [{ b: "${outputs.x}", $merge: { b: 1 } }, { b: 1 }],
    [
      { $merge: { a: "${outputs.x}" }, b: "${known.a}" },
      { a: "${outputs.x}", b: 1 },
    ],
    [
      { $merge: { $if: "${outputs.x}", $then: { a: 1 } }, c: "${known.a}" },
      { $merge: { $if: "${outputs.x}", $then: { a: 1 } }, c: 1 },
    ],
    [
      { $merge: { $merge: "${outputs}", b: "${known.a}" }, c: 1, b: 2 },
      { $merge: { $merge: "${outputs}", b: null }, c: 1, b: 2 },
    ],
    [{ $if: "${known.a == 1}", $then: "${outputs.x}", $else: "${nope}" }, "${outputs.x}"],
    [{ $if: "${outputs.x}", $then: "${nope}", $else: "${known.a}" }],
  ])("%j becomes %j", (document, result = document) => {
    expect(resolveTemplates(document, context, late)).toEqual(result);
  });

  test("without partial resolution it is not there", () => {
    for (const input of ["${outputs}", "${outputs.host}", "${actions.api.outputs.x.y}"]) {
      expect(failure(() => resolveTemplateString(input, context)).code).toBe("missing-key");
    }
    expect(resolveTemplateString("${outputs.host || 'local'}", context)).toBe("local");
    const errorOf = (input: string) => failure(() => resolveTemplateString(input, context));
    expect(errorOf("${outputs}")).toMatchObject({
      key: "outputs",
      reason: 'the key "outputs" has no value',
      offset: 2,
    });
    expect(errorOf("${actions.api.outputs}")).toMatchObject({
      key: "outputs",
      reason: 'the key "outputs" under actions.api has no value',
      offset: 14,
    });
  });
});

describe("values that are templates themselves", () => {
  test("a part of a derived value that depends on that value is missing by the keys of the derived one", () => {
    const context: Record<string, unknown> = {};
    const { a } = deferTemplates({ a: "${var.d}" }, context) as { a: () => unknown };
    context.var = { a, d: derivedValue([a], (value) => value) };
    expect(failure(() => resolveTemplateString("${var.a}", context)).reason).toBe(
      'the key "d" under var has no value, because it depends on itself: var.a -> var.d -> var.a',
    );
  });

  test("a function that depends on itself is missing by the keys that led to it", () => {
    const context = {
      a: (within: OuterResolution): unknown => resolveTemplateString("${a}", context, { within }),
    };
    for (const value of [context.a, derivedValue([context.a], (a) => a)]) {
      expect(failure(() => contextValue(value, ["var", "a"], ["x"])).message).toBe(
        'x:1:1: the key "a" under var has no value, because it depends on itself: var.a -> var.a',
      );
    }
  });

  test("are late where what they look up is late", () => {
    const context: Record<string, unknown> = { outputs: NOT_KNOWN_YET };
    const values = { url: "http://${outputs.host}", port: "${80 + 1}", both: ["${var.url}"], part: ["${var.url}", 1] };
    context.var = deferTemplates(values, context);
    const resolve = (input: string) => resolveTemplateString(input, { ...context }, late);
    expect(resolve("${var.url}")).toBe("http://${outputs.host}");
    expect(resolve("${var.both}")).toEqual(["http://${outputs.host}"]);
    expect(resolve("${var.part}")).toEqual(["http://${outputs.host}", 1]);
    const { port, part } = resolveInContext(values, context.var, context, "var", []) as Record<string, unknown>;
    expect(port).toBe(81);
    expect(part).toBeInstanceOf(Unresolved);
    expect(resolve("${upper(var.url)}:${var.port}")).toBe("${upper(var.url)}:81");
    expect(resolve("${var.url || 'x'}")).toBe("${var.url || 'x'}");
  });

  test("name their path in errors", () => {
    const context: Record<string, unknown> = {};
    context.var = deferTemplates({ a: { b: ["${nope}"] } }, context, { path: ["file", "variables"] });
    const { cause, code } = failure(() => resolveTemplateString("${var.a}", context));
    expect(code).toBe("missing-key");
    expect(cause).toMatchObject({ path: ["file", "variables", "a", "b", 0], key: "nope" });
  });
});

describe("derivedValue", () => {
  const sum = (...parts: unknown[]) => derivedValue(parts, (...values) => values.flat());

  test("computes once, from what functions give", () => {
    let calls = 0;
    const one = () => ++calls;
    const context = { a: sum(one, [() => 2, 3]), b: sum(one) };
    expect(resolveTemplateString("${a}${a}${b}", context)).toBe("1,2,31,2,31");
    expect(calls).toBe(1);
  });

  test("is late where a part is late, and missing where a part depends on it", () => {
    expect(resolveTemplateString("${a || 1}", { a: sum(1, [NOT_KNOWN_YET]) }, late)).toBe("${a || 1}");
    const context: Record<string, unknown> = {};
    context.var = { a: sum(deferTemplates("${var.b}", context)), b: deferTemplates("${var.a}", context) };
    const error = failure(() => resolveTemplateString("${var.a}", context as TemplateContext));
    expect(error).toMatchObject({ code: "circular", key: "a" });
    expect(error.message).toContain("var.a -> var.b -> var.a");
  });

  test("an error in a part is reported once", () => {
    const context = { a: sum(deferTemplates("${nope}", {})) };
    expect(failure(() => resolveTemplateString("${a}", context)).reason).toMatch(
      /^a cannot be resolved: 1:3: no such key: "nope"/,
    );
  });
});

const LATE_VALUE = new Unresolved({ kind: "elsewhere" });

test.each<[unknown, boolean]>([
  [LATE_VALUE, false],
  [[LATE_VALUE, 1], false],
  [{ a: LATE_VALUE, b: 1 }, false],
  [{ a: [1, { b: [LATE_VALUE] }] }, false],
  [{ a: [1, { b: [2] }] }, true],
  [null, true],
])("%j is complete: %s", (value, expected) => expect(isComplete(value)).toBe(expected));
