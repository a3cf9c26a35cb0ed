import { describe, expect, test } from "vitest";
import { resolveTemplateString, resolveTemplates, TemplateError } from "../../../src/index.ts";
import { DIFFERENCES } from "./differences.ts";
import { type ExpectedError, type GardenVector, gardenVectors } from "./garden.ts";

const vectors = gardenVectors();

function resolve({ kind, input, context, partial }: GardenVector): unknown {
  return kind === "string"
    ? resolveTemplateString(input as string, context, { partial })
    : resolveTemplates(input, context, { partial });
}

function checkError(error: unknown, expected: ExpectedError): void {
  expect(error).toBeInstanceOf(TemplateError);
  const { code, path, key } = error as TemplateError;
  // Garden reports a key that depends on itself as missing; our error names the reason.
  if (expected.code !== undefined) expect(code === "circular" ? "missing-key" : code).toBe(expected.code);
  if (expected.key !== undefined) expect(key).toBe(expected.key);
  if (expected.path !== undefined) expect(path.join(".")).toBe(expected.path);
}

function check(vector: GardenVector): void {
  const expected = DIFFERENCES[vector.id]?.expected ?? vector.expected;
  let output: unknown;
  try {
    output = resolve(vector);
  } catch (error) {
    if (!("error" in expected)) throw error;
    checkError(error, expected.error);
    return;
  }
  expect("output" in expected, `an error is expected, not ${JSON.stringify(output)}`).toBe(true);
  expect(output).toStrictEqual((expected as { output: unknown }).output);
}

const features = [...new Set(vectors.map((vector) => `${vector.kind}: ${vector.feature}`))];
describe.each(features)("%s", (feature) => {
  const cases = vectors.filter((vector) => `${vector.kind}: ${vector.feature}` === feature);
  test.each(cases.map((vector) => [vector.id, JSON.stringify(vector.input), vector] as const))(
    "%s %s",
    (_, __, vector) => {
      check(vector);
    },
  );
});

test.each(Object.entries(DIFFERENCES))("the difference %s is one", (id, { input, expected }) => {
  const vector = vectors.find((candidate) => candidate.id === id)!;
  expect(typeof vector.input === "string" ? vector.input : JSON.stringify(vector.input)).toBe(input);
  expect(vector.expected).not.toStrictEqual(expected);
});
