/** 100,000 references of every kind, in many pieces. An algorithm that is not linear does not finish before the test times out. */
import { expect, test } from "vitest";
import { SubstitutionError } from "../../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";
import { ChunkExpander } from "../../../src/expansion/streams/chunk-expander.ts";

const COUNT = 100_000;
const PIECE = 1_000;

test.each([
  ["${", ""],
  ["${A:-", ""],
  ["${A", ""],
  ["${B:-", "}"],
  ["${A:-x}", ""],
  ["${$$", ""],
  ["${LONG:-\n", ""],
  ["$A", ""],
  ["{$", "}"],
])("%j and %j", { timeout: 120_000 }, (open, close) => {
  const text = Buffer.from(open.repeat(COUNT) + close.repeat(COUNT));
  const inputs = { text, json: Buffer.from(JSON.stringify(`${text}`)) };
  for (const syntax of ["envsubst", "compose", "flux", "otel"] as const) {
    const substitution = new Substitution(syntax, { A: "v", B: "", LONG: "v".repeat(300) }, { strict: false });
    for (const format of ["text", "json"] as const) {
      if (syntax === "otel" && format === "json") continue;
      let length = 0;
      const stream = new ChunkExpander(substitution, { output: (bytes) => (length += bytes.length) }, { format });
      const input = inputs[format];
      try {
        for (let at = 0; at < input.length; at += PIECE) stream.push(input.subarray(at, at + PIECE));
        stream.end();
        expect(length).toBeGreaterThan(COUNT / 2);
      } catch (error) {
        if (!(error instanceof SubstitutionError)) throw error;
        expect(syntax).not.toBe("envsubst");
      }
    }
  }
});
