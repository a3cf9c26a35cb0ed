/** The library of the protocol is in the file of the command `lsp`: no other command reads it. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { main } from "../cli/processes.ts";

/** Only the protocol's library contains this. */
const MARK = "textDocument/didOpen";
const chunks = join(dirname(main), "chunks");

test("only the file of lsp contains it, and no file imports that one when it is loaded", () => {
  const texts = readdirSync(chunks).map((name) => [name, readFileSync(join(chunks, name), "utf8")] as const);
  const [name, ...others] = texts.filter(([, text]) => text.includes(MARK)).map(([name]) => name);
  expect({ name, others }).toEqual({ name: "lsp.js", others: [] });
  expect(texts.filter(([, text]) => /(?<!=>)require\("\.\/lsp\.js"\)/.test(text))).toEqual([]);
});
