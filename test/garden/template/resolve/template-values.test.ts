import { describe, expect, test } from "vitest";
import { deferTemplates, NOT_KNOWN_YET } from "../../../../src/garden/index.ts";
import { resolveTemplateString, resolveTemplates } from "../../../../src/index.ts";
import { failure } from "../failure.ts";

test("the result has the document's lists and maps, with functions for templates and operators", () => {
  const date = new Date(0);
  const document = {
    text: "a",
    escaped: "$$",
    list: ["a", "${x}", { b: "${x}" }],
    splice: ["a", { $concat: ["b"] }],
    data: { $concat: ["c"] },
    merged: { $merge: { a: 1 } },
    chosen: { $if: true, $then: 1 },
    loop: { $forEach: ["a"], $return: "${item.value}" },
    date,
  };
  const values = deferTemplates(document, { x: 5 }) as typeof document;
  const kindOf = (value: unknown) => (typeof value === "function" ? "function" : value);
  expect({ ...values, list: undefined }).toEqual({
    text: "a",
    escaped: "$$",
    list: undefined,
    splice: expect.any(Function),
    data: { $concat: ["c"] },
    merged: expect.any(Function),
    chosen: expect.any(Function),
    loop: expect.any(Function),
    date,
  });
  expect(values.date).toBe(date);
  expect([kindOf(values.list[0]), kindOf(values.list[1])]).toEqual(["a", "function"]);
  expect(resolveTemplateString("${v}", { v: values })).toEqual({
    text: "a",
    escaped: "$$",
    list: ["a", 5, { b: 5 }],
    splice: ["a", "b"],
    data: { $concat: ["c"] },
    merged: { a: 1 },
    chosen: 1,
    loop: ["a"],
    date,
  });
});

describe("the rest of a value replaces its lookup only if it means the same there", () => {
  const shared = { a: NOT_KNOWN_YET, b: NOT_KNOWN_YET };
  const inner = { outputs: shared, other: shared, mine: NOT_KNOWN_YET, name: "inner" };
  const outer: Record<string, unknown> = { outputs: shared, other: { ...shared }, name: "outer" };

  test.each<[value: unknown, rest: unknown]>([
    ["${outputs.a}", "${outputs.a}"],
    ["${name}-${outputs.a}", "inner-${outputs.a}"],
    ["${outputs.a || outputs.b}", "${outputs.a || outputs.b}"],
    // Lookups of keys that only one context has, or that have another value in it.
    ["${mine}", "${v}"],
    ["${other.a}", "${v}"],
    ["${outputs.a}${mine}", "${v}"],
    ["${mine}${outputs.a}", "${v}"],
    ["${outputs.a || mine}", "${v}"],
    ["${mine || outputs.a}", "${v}"],
    ["${upper(outputs.a) + upper(other.a)}", "${v}"],
    [{ $if: "${outputs.a}", $then: 1 }, "${v}"],
    [{ $forEach: ["${outputs.a}", "${name}"], $return: "${item.value}" }, ["${outputs.a}", "inner"]],
    [{ $forEach: ["${outputs.a}", "${mine}"], $return: "${item.value}" }, "${v}"],
    [{ $merge: { x: "${outputs.a}", y: { z: ["${name}"] } } }, { x: "${outputs.a}", y: { z: ["inner"] } }],
    [{ $merge: { x: "${outputs.a}", y: { z: ["${mine}"] } } }, "${v}"],
    [[{ $concat: "${outputs.a}" }], "${v}"],
  ])("%j becomes %j", (value, rest) => {
    const context = { ...outer, v: deferTemplates(value, inner) };
    expect(resolveTemplates("${v}", context, { partial: "late" })).toEqual(rest);
  });

  test("not in another language, or if missing keys are unknown", () => {
    const lookup = (options: object, syntax = {}) => {
      const context = {
        outputs: shared,
        v: deferTemplates("${outputs.a}!", { ...outer, outputs: shared }, { syntax }),
      };
      return resolveTemplateString("${v}", context, options);
    };
    expect(lookup({ partial: "late" })).toBe("${outputs.a}!");
    expect(lookup({ partial: true })).toBe("${v}");
    expect(lookup({ partial: "late" }, { optionalSuffix: false })).toBe("${v}");
    expect(lookup({ partial: "late", optionalSuffix: false })).toBe("${v}");
    expect(lookup({ partial: "late", optionalSuffix: false }, { optionalSuffix: false })).toBe("${outputs.a}!");
  });
});

describe("after a value is looked up, the resolution continues with its own", () => {
  const context: Record<string, unknown> = { name: "outer", secrets: { token: "t0ken" } };
  context.v = deferTemplates(
    { plain: "${name}", secret: "${secrets.token}", broken: "${[1][0]}${none}" },
    {
      name: "inner",
      secrets: context.secrets,
    },
  );

  test("context, loop, and language", () => {
    const document = { $forEach: ["x"], $return: "${v.plain} ${item.value} ${name}" };
    expect(resolveTemplates(document, context)).toEqual(["inner x outer"]);
    const suffix = deferTemplates("${none}?", {}, { syntax: { optionalSuffix: true } });
    expect(resolveTemplateString("${v || 'd'} ${name}?", { v: suffix, name: "n" }, { optionalSuffix: false })).toBe(
      "d n?",
    );
  });

  test("positions and paths", () => {
    const error = failure(() => resolveTemplates({ a: ["${v.plain} ${nope}"] }, context));
    expect(error).toMatchObject({ path: ["a", 0], offset: "${v.plain} ${".length, key: "nope" });
    expect(failure(() => resolveTemplates({ a: ["${v.broken || 1} ${nope}"] }, context))).toMatchObject({
      path: ["a", 0],
      offset: "${v.".length,
      key: "none",
      chain: ["v.broken"],
    });
  });

  test("whether an error depends on a secret", () => {
    const isSecret = (template: string) => failure(() => resolveTemplateString(template, context)).isSecret;
    expect(isSecret("${v.plain}${nope}")).toBe(false);
    expect(isSecret("${v.secret + v.plain + 1}")).toBe(true);
    const document = ["${v.secret}", "${v.plain}${nope}"];
    expect(failure(() => resolveTemplates(document, context)).isSecret).toBe(false);
  });
});

test("a document nested too deeply is refused at its path", () => {
  const nested = (depth: number): unknown => (depth === 0 ? "x" : [nested(depth - 1)]);
  expect(deferTemplates(nested(300), {})).toEqual(nested(300));
  const error = failure(() => deferTemplates(nested(301), {}, { path: ["vars"] }));
  expect(error).toMatchObject({ code: "limit", path: ["vars"] });
  expect(error.message).toBe("vars: the document is nested deeper than 300 levels");
});
