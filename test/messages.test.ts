/** Decisions depend on codes, not on the words of a message. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");

/** A search in a message or a reason, or a comparison of one with words. */
const SEARCHES: readonly RegExp[] = [
  /\b(?:message|reason)\)?\.(?:endsWith|includes|indexOf|lastIndexOf|match|matchAll|replace|search|slice|split|startsWith)\(/,
  /\.(?:exec|test)\((?:\([^()]*\)|[\w.?!]*)\.?(?:message|reason)\)/,
  /\b(?:message|reason) [=!]==? ["'`][^"'`]* /,
];

/** Other programs have only words: engines of JavaScript, Node.js, and a NATS server. */
const FOREIGN: Readonly<Record<string, number>> = {
  "cli/commands/stream/connection.ts": 2,
  "cli/frame/errors.ts": 2,
  "garden/template/functions/encode.ts": 1,
  "wasm/instance.ts": 2,
};

test("no decision depends on the words of a message", () => {
  const found: Record<string, number> = {};
  const files = readdirSync(SOURCES, { encoding: "utf8", recursive: true }).filter((file) => file.endsWith(".ts"));
  for (const file of files) {
    const lines = readFileSync(join(SOURCES, file), "utf8").split("\n");
    const count = lines.filter((line) => SEARCHES.some((search) => search.test(line))).length;
    if (count > 0) found[file.replaceAll("\\", "/")] = count;
  }
  expect(found).toEqual(FOREIGN);
});

test.each([
  'if (error.message.includes("${")) return;',
  "const key = error.message.split(' (needed by ')[0];",
  "if ((error as Error).message.startsWith('x')) return;",
  'return reason === "the variable is not defined";',
  "const found = /at line/.exec(error.message);",
  "if (/at line/.test(reason)) return;",
])("the check finds %s", (line) => {
  expect(SEARCHES.some((search) => search.test(line))).toBe(true);
});
