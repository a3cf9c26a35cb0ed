/** The dialects against the shortest implementation of each. */
import { expect, test } from "vitest";
import { SubstitutionError } from "../../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";
import { fuzzCases, Random } from "../../reference/random.ts";
import { referenceCompose, referenceEnvsubst, referenceOtel } from "../../reference/substitution.ts";

const VALUES = { A: "1", B: "${A} $A $$", EMPTY: "", _x: "a}b", AB: "é😀" };
const TOKENS = [
  ..."${}ABx1_-+:?= \n\\é😀",
  "$$",
  "${",
  "$A",
  "${A}",
  "${B}",
  "${UNSET}",
  "${UNSET:-",
  "${A:-x}",
  "${EMPTY:-",
  "${EMPTY-",
  "${_x:+y}",
  "${UNSET+y}",
  "${A?m}",
  "${UNSET:?m}",
  "${env:A}",
  "{}",
];

function texts(seed: number, count: number): string[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + random.below(9) }, () => random.pick(TOKENS)).join(""),
  );
}

function outcome(run: () => string): string | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

test.each([
  ["envsubst", referenceEnvsubst],
  ["compose", referenceCompose],
  ["otel", referenceOtel],
] as const)("%s does what the shortest implementation does", (syntax, reference) => {
  const substitution = new Substitution(syntax, VALUES);
  let errors = 0;
  for (const text of texts(1, fuzzCases(40_000))) {
    const expected = outcome(() => reference(text, VALUES));
    if (expected === undefined) {
      errors++;
      expect(() => substitution.expand(text), JSON.stringify(text)).toThrow(SubstitutionError);
    } else {
      expect(substitution.expand(text), JSON.stringify(text)).toBe(expected);
    }
  }
  if (syntax !== "envsubst") expect(errors).toBeGreaterThan(fuzzCases(40_000) / 20);
});
