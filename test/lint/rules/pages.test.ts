/** The pages in docs/rules are generated from the table of rules. To update them, run `npx vitest run -u`. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type ExampleResult, rulePage } from "../../../src/lint/rules/page.ts";
import type { Rule } from "../../../src/lint/rules/rule.ts";
import { RULES } from "../../../src/lint/rules/rules.ts";
import { runInMemory } from "../../cli/memory-io.ts";
import { FolderPerTest } from "../../cli/temporary.ts";

const pages = join(import.meta.dirname, "../../../docs/rules");
const folder = new FolderPerTest();
const before = process.cwd();
afterEach(() => process.chdir(before));

/** What `lint` does with the example that has a finding. */
async function resultOf({ id, isFixable, severity, triggers }: Rule): Promise<ExampleResult> {
  for (const { name, text } of triggers) folder.file(name, text);
  process.chdir(folder.path);
  const files = triggers.map(({ name }) => name);
  const level = severity === "off" ? "note" : severity;
  const { output } = await runInMemory(["lint", "--all", "--rule", `${id}=${level}`, ...files]);
  const lines = output.split("\n").filter((line) => line.endsWith(`[${id}]`));
  expect(lines).not.toEqual([]);
  const others = RULES.filter((rule) => rule.id !== id).flatMap((rule) => ["--rule", `${rule.id}=off`]);
  const fixed = await runInMemory(["lint", "--diff", ...others, ...files]);
  const places = lines.map((line) => {
    const [, file, number] = /^(.*?):(\d+):/.exec(line)!;
    return { file: file!, line: Number(number) };
  });
  if (fixed.output.startsWith("---")) expect(isFixable).toBe(true);
  return { reported: lines.join("\n"), places };
}

function index(): string {
  const rows = RULES.map(({ id, isFixable, severity, short }) => {
    return `| ${severity} | [\`${id}\`](${id}.md) | ${short} | ${isFixable ? "yes" : ""} |`;
  });
  return `# Rules of \`varexpand lint\`

| level | rule | what it reports | fixable |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
}

test.each(RULES)("docs/rules/$id.md", async (rule) => {
  await expect(`${rulePage(rule, await resultOf(rule))}\n[All rules](README.md)\n`).toMatchFileSnapshot(
    join(pages, `${rule.id}.md`),
  );
});

test("docs/rules/README.md lists them", async () => {
  await expect(index()).toMatchFileSnapshot(join(pages, "README.md"));
});

test("there is a page for each rule, and no other page", () => {
  const found = readdirSync(pages).filter((name) => name !== "README.md");
  expect(found.sort()).toEqual(RULES.map(({ id }) => `${id}.md`).sort());
});
