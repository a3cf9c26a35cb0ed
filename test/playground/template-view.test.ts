import { expect, test } from "vitest";
import { viewTemplate } from "../../docs/playground/template-view.ts";

test("the value and its type, and each expression with its position", () => {
  const text = 'a: ${x + 1}\nb: "${y}-${z || 2}"\n';
  const { expressions, mistakes, results } = viewTemplate(text, "x: 1\ny: q\n");
  expect(mistakes).toEqual([]);
  expect(results).toEqual([{ type: "map", yaml: "a: 2\nb: q-2\n" }]);
  expect(expressions.map(({ start, end, steps }) => [text.slice(start, end), steps.length])).toEqual([
    ["x + 1", 2],
    ["y", 1],
    ["z || 2", 2],
  ]);
});

test("a document that is one expression", () => {
  expect(viewTemplate("${x}", "x: [1]").results).toEqual([{ type: "list", yaml: "- 1\n" }]);
  expect(viewTemplate("${x}?", "").results).toEqual([{ type: "undefined", yaml: "null\n" }]);
});

test("a loop shows the values for the first item", () => {
  const { expressions } = viewTemplate("$forEach: ${x}\n$return: ${item.value}\n", "x: [7, 8]");
  expect(expressions.map(({ isOfFirst, whole }) => [whole.outcome, isOfFirst])).toEqual([
    [{ kind: "value", value: [7, 8], isSecret: false }, false],
    [{ kind: "value", value: 7, isSecret: false }, true],
  ]);
});

test("values computed from secrets are masked", () => {
  const yamlOf = (text: string, context: string) =>
    viewTemplate(text, context)
      .results.map(({ yaml }) => yaml)
      .join("---\n");
  const context = "secrets: {a: hunter2, on: true, map: {x: hunter2}, list: [hunter2]}\nvar: {b: 1}\n";
  expect(yamlOf("a: x-${secrets.a}\nb: ${var.b}\nc: ${upper(secrets.a)}", context)).toBe("a: '***'\nb: 1\nc: '***'\n");
  expect(yamlOf("a: {$if: '${secrets.on}', $then: x}\nb: {$merge: '${secrets.map}', z: 1}", context)).toBe(
    "a: x\nb:\n  x: '***'\n  z: 1\n",
  );
  expect(yamlOf("a: {$forEach: '${secrets.list}', $return: '${item.value}'}", context)).toBe("a:\n  - '***'\n");
  expect(yamlOf("- {$concat: '${secrets.list}'}\n- '${var.b && secrets.a}'", context)).toBe("- '***'\n- '***'\n");
  expect(JSON.stringify(viewTemplate("a: x-${secrets.a}", context).results)).not.toContain("hunter2");
});

test("errors have positions", () => {
  const places = (text: string, context: string) =>
    viewTemplate(text, context).mistakes.map((mistake) => {
      const { start, end, message } = mistake;
      return [mistake.in, (mistake.in === "text" ? text : context).slice(start, end), message];
    });
  expect(places("a: ${x}", "y: 1")).toEqual([["text", "x}", 'no such key: "x" (known: y)']]);
  expect(places("a: [", "")).toEqual([["text", "", expect.any(String)]]);
  expect(places("a: 1", "b: 1\nb: 2")).toEqual([["context", "b: 2", "invalid YAML: duplicate key"]]);
  expect(places("a: 1", "text")).toEqual([["context", "text", "a context must be a map of names to values, not text"]]);
  expect(places("a: ${x +}\n---\nb: ${y}", "y: 1")).toEqual([["text", "+}", '"+" must have a space on both sides']]);
});

test("empty text", () => {
  expect(viewTemplate("", "")).toEqual({ expressions: [], mistakes: [], results: [] });
});
