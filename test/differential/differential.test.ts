/** A few random inputs of each suite, and the inputs that a longer run wrote down. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../docs/documents.ts";
import { fuzzCases, Random } from "../reference/random.ts";
import { compare } from "./suite.ts";
import { suites } from "./suites.ts";

const FOUND = join(root, "test/vectors/differential.jsonl");

describe.each(suites.map((suite) => [suite.name, suite] as const))("%s", (_, suite) => {
  test.skipIf(suite.missing !== undefined)("gives the same results", async () => {
    const count = fuzzCases(4 * suite.batch);
    const { known, differences } = await compare(suite, new Random(20_261_123), count);
    expect(differences).toEqual([]);
    expect(known).toBeGreaterThan(count / 20);
  });
});

const found = existsSync(FOUND) ? readFileSync(FOUND, "utf8").trimEnd().split("\n") : [];

test.each(found.map((line) => JSON.parse(line)))("$suite: $input", async ({ suite, input, expected }) => {
  const ours = await suites.find(({ name }) => name === suite)!.ours(input);
  if (ours !== undefined) expect(ours).toEqual(expected);
});

describe("a suite", () => {
  const suite = {
    name: "halves",
    missing: undefined,
    batch: 10,
    make: (random: Random) => random.below(100),
    ours: (number: number) => (number % 10 === 0 ? undefined : Math.floor(number / 2)),
    theirs: (numbers: readonly number[]) => numbers.map((number) => (number === 7 ? 4 : number >> 1)),
  };

  test("reports each input with another result", async () => {
    const { differences } = await compare(suite, new Random(1), 2000);
    expect(differences.length).toBeGreaterThan(5);
    expect(new Set(differences.map((one) => JSON.stringify(one)))).toEqual(
      new Set(['{"suite":"halves","input":7,"ours":3,"theirs":4}']),
    );
  });

  test("the program does not get inputs whose result is not known", async () => {
    const asked: number[] = [];
    const theirs = (numbers: readonly number[]) => {
      asked.push(...numbers);
      return suite.theirs(numbers);
    };
    const { known } = await compare({ ...suite, theirs }, new Random(1), 500);
    expect(known).toBe(asked.length);
    expect(asked.filter((number) => number % 10 === 0)).toEqual([]);
  });

  test("a program that does not answer every input is an error", async () => {
    await expect(compare({ ...suite, theirs: () => [] }, new Random(1))).rejects.toThrow("halves: 0 of ");
  });
});
