import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NAMED, patched } from "./named.ts";

const read = (file: string) => readFileSync(join(import.meta.dirname, "..", "..", file), "utf8");

test.each(NAMED.map((mutant) => [mutant.name, mutant] as const))("%s: the source still has the place", (_, mutant) => {
  const changed = patched(mutant, read);
  expect([...changed].filter(([file, text]) => text === read(file))).toEqual([]);
  expect([...changed.keys()]).toEqual([...new Set(mutant.patches.map(({ file }) => file))]);
});

test("a source that has changed is named", () => {
  const mutant = { name: "old", patches: [{ file: "a.ts", search: "x", replacement: "" }] };
  expect(() => patched(mutant, () => "x x")).toThrow('named mutant "old": a.ts has its search text 2 times, not once');
});
