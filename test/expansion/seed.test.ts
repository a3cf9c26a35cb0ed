import { expect, test } from "vitest";
import { Environment, expand, mappingFuncFor } from "../../src/index.ts";

const variables = { VAR_A: "A", VAR_B: "B", VAR_C: "C", VAR_REF: "$(VAR_A)", VAR_EMPTY: "" };

/** The design document's table, "Inputs and outputs", whole: 36 rows. */
const rows: [input: string, result: string][] = [
  ["$(VAR_A)", "A"],
  ["___$(VAR_B)___", "___B___"],
  ["___$(VAR_C)", "___C"],
  ["$(VAR_A)-$(VAR_A)", "A-A"],
  ["$(VAR_A)-1", "A-1"],
  ["$(VAR_A)_$(VAR_B)_$(VAR_C)", "A_B_C"],
  ["$$(VAR_B)_$(VAR_A)", "$(VAR_B)_A"],
  ["$$(VAR_A)_$$(VAR_B)", "$(VAR_A)_$(VAR_B)"],
  ["f000-$$VAR_A", "f000-$VAR_A"],
  ["foo\\$(VAR_C)bar", "foo\\Cbar"],
  ["foo\\\\$(VAR_C)bar", "foo\\\\Cbar"],
  ["foo\\\\\\\\$(VAR_A)bar", "foo\\\\\\\\Abar"],
  ["$(VAR_A$(VAR_B))", "$(VAR_A$(VAR_B))"],
  ["$(VAR_A$(VAR_B)", "$(VAR_A$(VAR_B)"],
  ["$(VAR_REF)", "$(VAR_A)"],
  ["%%$(VAR_REF)--$(VAR_REF)%%", "%%$(VAR_A)--$(VAR_A)%%"],
  ["foo$(VAR_EMPTY)bar", "foobar"],
  ["foo$(VAR_Awhoops!", "foo$(VAR_Awhoops!"],
  ["f00__(VAR_A)__", "f00__(VAR_A)__"],
  ["$?_boo_$!", "$?_boo_$!"],
  ["$VAR_A", "$VAR_A"],
  ["$(VAR_DNE)", "$(VAR_DNE)"],
  ["$$$$$$(BIG_MONEY)", "$$$(BIG_MONEY)"],
  ["$$$$$$(VAR_A)", "$$$(VAR_A)"],
  ["$$$$$$$(GOOD_ODDS)", "$$$$(GOOD_ODDS)"],
  ["$$$$$$$(VAR_A)", "$$$A"],
  ["$VAR_A)", "$VAR_A)"],
  ["${VAR_A}", "${VAR_A}"],
  ["$(VAR_B)_______$(A", "B_______$(A"],
  ["$(VAR_C)_______$(", "C_______$("],
  ["$(VAR_A)foobarzab$", "Afoobarzab$"],
  ["foo-\\$(VAR_A", "foo-\\$(VAR_A"],
  ["--$($($($($--", "--$($($($($--"],
  ["$($($($($--foo$(", "$($($($($--foo$("],
  ["foo0--$($($($(", "foo0--$($($($("],
  ["$(foo$$var)", "$(foo$$var)"],
];

test("the table has 36 rows", () => {
  expect(rows).toHaveLength(36);
});

test.each(rows)("%j is %j", (input, result) => {
  const environment = new Environment(variables);
  expect(expand(input, mappingFuncFor(null, variables))).toBe(result);
  expect(environment.expand(input)).toBe(result);
  expect(environment.expandAll([input])).toEqual([result]);
  expect(environment.expandBytes(new TextEncoder().encode(input))).toEqual(new TextEncoder().encode(result));
});
