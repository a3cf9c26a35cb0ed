import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { FuzzInput } from "./input.ts";
import { targets } from "./targets/index.ts";
import { targetNames } from "./targets/names.ts";

/** A small set of inputs that reached everything that `npm run test:fuzz` reached. */
const kept: (FuzzInput & { target: string })[] = readFileSync(
  new URL("../vectors/fuzz-seeds.jsonl", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

test("every target has a name for the command, and kept inputs", () => {
  expect(targets.map(({ name }) => name)).toEqual(targetNames);
  expect([...new Set(kept.map(({ target }) => target))]).toEqual(targetNames);
  expect(kept.length).toBeLessThanOrEqual(220);
});

describe.each(targets)("$name", ({ name, seeds, run }) => {
  const inputs = [...seeds, ...kept.filter(({ target }) => target === name)];
  test.each(inputs.map((input) => [JSON.stringify(input), input] as const))("%s", (_, input) => run(input));
});
