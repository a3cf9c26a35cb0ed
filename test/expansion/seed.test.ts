import { expect, test } from "vitest";
import { Environment, expand, mappingFuncFor } from "../../src/index.ts";
import { casesOf } from "../fixtures.ts";

const [table] = casesOf("expansion/design.md", "Table");
const variables = table!.pairs("variables");
const rows = table!.lines("rows").map(({ text, place }) => {
  const [input, result] = text.split(/ +→ /);
  return [input!, result!, place] as const;
});

test("the table has 36 rows", () => {
  expect(rows).toHaveLength(36);
});

test.each(rows)("%s is %s (%s)", (input, result) => {
  const environment = new Environment(variables);
  expect(expand(input, mappingFuncFor(null, variables))).toBe(result);
  expect(environment.expand(input)).toBe(result);
  expect(environment.expandAll([input])).toEqual([result]);
  expect(environment.expandBytes(new TextEncoder().encode(input))).toEqual(new TextEncoder().encode(result));
});
