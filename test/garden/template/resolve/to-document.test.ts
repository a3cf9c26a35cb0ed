import { expect, test } from "vitest";
import { Run } from "../../../../src/garden/template/context/run.ts";
import { DEFAULT_SIZE } from "../../../../src/garden/template/limits.ts";
import { toDocument } from "../../../../src/garden/template/resolve/to-document.ts";

test("only what looks like a template is written anew, and counted", () => {
  const run = new Run({}, false, 0);
  for (const text of ["a", "$", "{b}", "$ {c}"]) expect(toDocument(text, run)).toBe(text);
  expect(run.budget.sizeLeft).toBe(DEFAULT_SIZE);
  expect(toDocument("${b}", run)).toBe("${'$'}{b}");
  expect(run.budget.sizeLeft).toBe(DEFAULT_SIZE - 8);
});

test("data with `$concat` is quoted where it would be an operator: as an element of a list", () => {
  const run = new Run({}, false, 0);
  const data = { $concat: ["a"] };
  const quoted = `\${jsonDecode('{"\\\\u0024concat":["a"]}')}`;
  expect(toDocument(data, run)).toEqual(data);
  expect(toDocument({ a: data }, run)).toEqual({ a: data });
  expect(toDocument([data], run)).toEqual([quoted]);
});
