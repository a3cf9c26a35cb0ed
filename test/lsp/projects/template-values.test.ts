/** Values of templates as people read them. */
import { describe, expect, test } from "vitest";
import { Unresolved } from "../../../src/garden/template/context/unresolved.ts";
import { deferTemplates } from "../../../src/garden/template/resolve/template-values.ts";
import { LATE_TEXT, outcomeText, typedText, valueText } from "../../../src/lsp/projects/template-values.ts";

const value = (given: unknown, isSecret = false) => ({ value: given, isSecret });

describe("a value", () => {
  test.each<[unknown, string]>([
    ["x", '"x" (string)'],
    ["", '"" (string)'],
    [1.5, "1.5 (number)"],
    [true, "true (boolean)"],
    [null, "null (null)"],
    [[1, "a"], '[1,"a"] (list)'],
    [{ a: [] }, '{"a":[]} (map)'],
  ])("%j with its type: %s", (given, text) => {
    expect(typedText(value(given))).toBe(text);
    expect(valueText(value(given))).toBe(text.replace(/ \(\w+\)$/, ""));
  });

  test("that an environment does not set", () => {
    expect(typedText(value(undefined))).toBe("not set");
    expect(typedText(value(undefined, true))).toBe("***");
  });

  test("of a secret is masked, and has no type", () => {
    expect(typedText(value({ a: "marker-2719" }, true))).toBe("***");
    expect(valueText(value("marker-2719", true))).toBe("***");
  });

  test("that is long is shortened, and one that is huge is not written", () => {
    expect(valueText(value("x".repeat(498)))).toBe(`"${"x".repeat(498)}"`);
    expect(valueText(value("x".repeat(499)))).toBe(`"${"x".repeat(499)}...`);
    expect(valueText(value("x".repeat(65_535)))).toBe(`"${"x".repeat(499)}...`);
    expect(valueText(value("x".repeat(65_536)))).toBe("(too large to show)");
    expect(typedText(value(Array(66_000).fill(1)))).toBe("(too large to show) (list)");
  });
});

test.each([
  ["${a}", '"x" (string)'],
  ["${b.c}", "1 (number)"],
  ["${none}", 'no value: no such key: "none" (known: a, b)'],
  ["${a + }", "no value: the expression is incomplete"],
  ["${item.value}", "an item of the $forEach collection"],
])("the outcome of %s: %s", (source, text) => {
  expect(outcomeText(source, { a: "x", b: { c: 1 } })).toBe(text);
});

test("a value that a deployment computes has no text yet", () => {
  expect(valueText(value(new Unresolved({ kind: "list", items: [] })))).toBe(LATE_TEXT);
});

test("a value that cannot be resolved has a reason without its place in the context", () => {
  const variables = deferTemplates({ a: "x-${b}" }, {}, { path: [0, "variables"] });
  const context = variables as Parameters<typeof outcomeText>[1];
  expect(outcomeText("${a}", context)).toBe('no value: a cannot be resolved: no such key: "b" (the context is empty)');
});
