import { expect, test } from "vitest";
import { denoReading } from "../../../src/envfile/readers/deno.ts";

test.each<[what: string, text: string, variables: Record<string, string>]>([
  ["a quote before the closing one", "A='x''", { A: "x'" }],
  ["quotes before a comment", "A='x'y'\t # c", { A: "x'y" }],
  ["quotes before other text", "A='x'y' z", { A: "x" }],
])("the closing quote: %s", (_, text, variables) => {
  expect(denoReading(text, () => undefined)).toEqual({ variables: new Map(Object.entries(variables)) });
});
