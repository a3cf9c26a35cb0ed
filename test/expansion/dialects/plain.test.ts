/** What streams of the dialects hold back: only what more text can change. */
import { expect, test } from "vitest";
import { Substitution, type Syntax } from "../../../src/expansion/dialects/substitution.ts";
import { ExpansionStream } from "../../../src/expansion/streams/expansion-stream.ts";

test.each<[syntax: Syntax, text: string, consumed: number]>([
  ...(["envsubst", "compose", "flux", "otel"] as const).flatMap((syntax): [Syntax, string, number][] => [
    [syntax, "ab", 2],
    [syntax, "a$", 1],
    [syntax, "a${", 1],
    [syntax, "a${A", 1],
    [syntax, "a${AB", 1],
    [syntax, "a${A}", 5],
    [syntax, "a$1", 3],
    [syntax, "$(A", 3],
  ]),
  ["envsubst", "$$", 1],
  ["envsubst", "$$A", 1],
  ["envsubst", "$A", 0],
  ["envsubst", "$AB1_", 0],
  ["envsubst", "$A.", 3],
  ["envsubst", "$A é", 5],
  ["envsubst", "${1", 3],
  ["envsubst", "${A-", 4],
  ["envsubst", "${A-}", 5],
  ["compose", "$$", 2],
  ["compose", "$$A", 3],
  ["compose", "$A", 0],
  ["compose", "$A.", 3],
  ["compose", "${A:", 0],
  ["compose", "${A:-", 0],
  ["compose", "${A:-b", 0],
  ["compose", "${A:-{b}", 0],
  ["compose", "${A:-{b}\n", 9],
  ["compose", "${A:-{b}}", 9],
  ["compose", "${A:-${B}", 0],
  ["flux", "$$", 2],
  ["flux", "$A", 2],
  ["otel", "$$", 2],
  ["otel", "$A", 2],
  ["otel", "${A:", 0],
  ["otel", "${A:-b", 0],
  ["otel", "${env:A", 0],
  ["otel", "${A$$", 5],
  ["otel", "${A$", 0],
  ["otel", "${A:-b}", 7],
])("%s: of %j, %d bytes are expanded before the rest comes", (syntax, text, consumed) => {
  const stream = new ExpansionStream(new Substitution(syntax, { A: "1" }), { output() {}, unresolved() {} });
  const bytes = Buffer.from(text);
  stream.push(bytes);
  expect(stream.consumed).toBe(consumed);
});
