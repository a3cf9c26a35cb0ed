import { expect, test } from "vitest";
import { SeenNames } from "../../../src/scale/rows/seen-names.ts";

test("a name is found again, with the row that had it", () => {
  const seen = new SeenNames();
  const count = 50_000;
  for (let i = 1; i <= count; i++) expect(seen.add(`out/tenant-${i}.yaml`, i)).toBe(0);
  for (let i = 1; i <= count; i += 97) expect(seen.add(`out/tenant-${i}.yaml`, count + i)).toBe(i);
  expect(seen.add("", 2 ** 40)).toBe(0);
  expect(seen.add("", 1)).toBe(2 ** 40);
});
