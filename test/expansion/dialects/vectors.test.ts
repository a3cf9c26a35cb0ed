/** The cases recorded from the reference implementations of the dialects. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SubstitutionError } from "../../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";
import type { UnexpandedReference } from "../../../src/expansion/unexpanded.ts";

interface Case {
  readonly input: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly strict?: boolean;
  readonly output?: string;
  readonly error?: string;
  readonly unset?: readonly string[];
}

function cases(name: string): readonly Case[] {
  const file = join(import.meta.dirname, "..", "..", "vectors", "substitution", `${name}.ndjson`);
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test.each(["flux", "compose"] as const)("%s: every recorded case", (syntax) => {
  const all = cases(syntax);
  expect(all.length).toBe(500);
  for (const { input, vars, strict = false, output, unset = [], error } of all) {
    const substitution = new Substitution(syntax, vars, { strict });
    const found: UnexpandedReference[] = [];
    const expand = () => substitution.expand(input, strict ? undefined : (one) => found.push(one));
    if (output === undefined) {
      expect(expand, `${JSON.stringify(input)}: ${error}`).toThrow(SubstitutionError);
      continue;
    }
    expect(expand(), JSON.stringify(input)).toBe(output);
    if (syntax === "compose") expect(found.map(({ name }) => name)).toEqual(unset);
    for (const { name, offset } of found) {
      expect(input.slice(offset)).toMatch(/^\$/);
      expect(input.slice(offset).replace(/^\$\{?#?/, "")).toMatch(new RegExp(`^${name}`));
    }
  }
});
