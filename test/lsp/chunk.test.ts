/** The library of the protocol is in the chunk of the command `lsp`: no other command reads it. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { main } from "../cli/processes.ts";

/** Something that the protocol's library says, and nothing else. */
const MARK = "textDocument/didOpen";
const chunks = join(dirname(main), "..", "chunks");

/** The files that are read before the first line of a file runs. */
function readWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, path] of text.matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+)"/g))
    readWith(join(dirname(file), path!), found);
  return found;
}

function chunkOf(command: string): string {
  return join(
    chunks,
    readdirSync(chunks).find((name) => /^(?:-|\.js$)/.test(name.slice(command.length)) && name.startsWith(command))!,
  );
}

const hasLibrary = (file: string) => [...readWith(file)].some((each) => readFileSync(each, "utf8").includes(MARK));

test("lsp reads it", () => {
  expect(hasLibrary(chunkOf("lsp"))).toBe(true);
});

test.each(["expand", "pod", "explain", "lint", "envfile", "template", "run-command", "completion"])(
  "%s does not",
  (name) => {
    expect(hasLibrary(main)).toBe(false);
    expect(hasLibrary(chunkOf(name))).toBe(false);
  },
);
