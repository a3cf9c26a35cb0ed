import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DIFFERENCES } from "./differences.ts";

const page = readFileSync(new URL("../../../docs/garden.md", import.meta.url), "utf8");

/** What the documentation calls a difference. */
function nameOf(reason: string, input: string): string {
  if (reason.includes("on any expression")) return "keys of any expression but a literal";
  if (reason.includes("line breaks")) return "line breaks are white space in `${ }`";
  return `\`${/\b(replace|slice|yamlEncode|range)\(/.exec(input)![0]}`;
}

test.each(Object.entries(DIFFERENCES))("the documentation has the difference %s", (_, { reason, input }) => {
  expect(page).toContain(`| ${nameOf(reason, input)}`.replace("| keys", ": keys"));
});
