import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { SeenNames } from "../../../../src/cli/commands/expand/seen-names.ts";
import { timeOf } from "../../../reference/linearity.ts";

test("a name is found again, with the row that had it", () => {
  const seen = new SeenNames();
  const count = 50_000;
  for (let i = 1; i <= count; i++) expect(seen.add(`out/tenant-${i}.yaml`, i)).toBe(0);
  for (let i = 1; i <= count; i += 97) expect(seen.add(`out/tenant-${i}.yaml`, count + i)).toBe(i);
  expect(seen.add("", 2 ** 40)).toBe(0);
  expect(seen.add("", 1)).toBe(2 ** 40);
});

test("names that someone chose take as long as others", () => {
  const chosen: string[] = [];
  for (let i = 0; chosen.length < 2000; i++) {
    if ((hash("sha1", `n${i}`, "buffer").readUInt16LE() & 511) === 0) chosen.push(`n${i}`);
  }
  const add = (names: readonly string[]) => {
    const seen = new SeenNames();
    for (const [i, name] of names.entries()) expect(seen.add(name, i + 1)).toBe(0);
  };
  const fastest = (names: readonly string[]) => Math.min(...Array.from({ length: 10 }, () => timeOf(() => add(names))));
  const others = chosen.map((_, i) => `n${i}`);
  add(others);
  expect(fastest(chosen)).toBeLessThan(4 * fastest(others));
});
