import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Environment, expand, mappingFuncFor } from "../../src/index.ts";

const lines = readFileSync(new URL("../vectors/kubernetes/expand-public.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");

describe("expand-public", () => {
  test(`${lines.length} cases`, () => {
    for (const line of lines) {
      const v = JSON.parse(line);
      if (v.inputBase64 || v.outputBase64 || v.varsBase64) continue;
      expect(expand(v.input, mappingFuncFor(null, v.vars)), line).toBe(v.output);
      const env = new Environment(v.vars);
      expect(env.expand(v.input), line).toBe(v.output);
      expect(
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(env.expandBytes(new TextEncoder().encode(v.input))),
        line,
      ).toBe(v.output);
    }
  });
});
