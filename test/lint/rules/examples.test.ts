/** The examples in the table of rules: the pages of documentation show them. */
import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/lint/finding.ts";
import type { Example } from "../../../src/lint/rules/example.ts";
import { RULES } from "../../../src/lint/rules/rules.ts";
import { runInMemory } from "../../cli/memory-io.ts";
import { FolderPerTest } from "../../cli/temporary.ts";

const folder = new FolderPerTest();

async function rulesOf(id: string, example: Example): Promise<string[]> {
  mkdirSync(folder.path, { recursive: true });
  const files = example.map(({ name, text }) => folder.file(name, text));
  const { output } = await runInMemory(["lint", "-o", "json", "--rule", `${id}=error`, ...files]);
  return (JSON.parse(output).findings as Finding[]).map(({ rule }) => rule);
}

describe.each(RULES)("$id", ({ id, triggers, passes }) => {
  test("is reported for the one example", async () => {
    expect(await rulesOf(id, triggers)).toContain(id);
  });

  test("is silent about the other", async () => {
    expect(await rulesOf(id, passes)).not.toContain(id);
  });
});
