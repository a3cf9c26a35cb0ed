import { expect, test } from "vitest";
import { CompiledUnits } from "../../src/expansion/compiled-units.ts";

const NAMES = ["", "A", "SEVENTEEN_LETTERS", "é", "日本", "\ud800", "x".repeat(40)];

function expanded(units: CompiledUnits, input: string): [string, string[]] {
  const unresolved: string[] = [];
  const output = units.expand(input, input.indexOf("$"), unresolved);
  expect(units.expand(input, input.indexOf("$"), undefined)).toBe(output);
  return [output, unresolved];
}

test("every name has its own value, and what is set later counts", () => {
  const variables = new Map(NAMES.map((name, i) => [name, `value ${i}`]));
  const units = new CompiledUnits(variables);
  for (const [name, value] of variables) expect(expanded(units, `< $(${name}) >`)).toEqual([`< ${value} >`, []]);
  units.update("A", "$(B)");
  units.update("B", "");
  variables.set("A", "not seen");
  expect(expanded(units, "$(A)$(B)|$(C)$$(A)")).toEqual(["$(B)|$(C)$(A)", ["C"]]);
});

test("many names, set one after the other", () => {
  const units = new CompiledUnits(new Map());
  const names = Array.from({ length: 2000 }, (_, i) => `NAME_${i}`);
  for (const [i, name] of names.entries()) units.update(name, String(i));
  for (const name of names) units.update(name, name.toLowerCase());
  for (const name of names) expect(expanded(units, `$(${name})`)).toEqual([name.toLowerCase(), []]);
  expect(expanded(units, "$(NAME_2000)")).toEqual(["$(NAME_2000)", ["NAME_2000"]]);
});

test("names of every length, alone in their slots or not", () => {
  for (const count of [1, 50]) {
    const names = Array.from({ length: count * 40 }, (_, i) => `${"n".repeat(i % 40)}${Math.floor(i / 40)}`);
    const units = new CompiledUnits(new Map(names.map((name, i) => [name, `${i};`])));
    for (const [i, name] of names.entries()) {
      expect(expanded(units, `a$(${name})b$(${name}x)`)).toEqual([`a${i};b$(${name}x)`, [`${name}x`]]);
    }
  }
});
