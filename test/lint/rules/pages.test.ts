/** The pages in docs/rules are generated from the table of rules. To update them, run `npx vitest run -u`. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Example } from "../../../src/lint/rules/example.ts";
import type { Rule } from "../../../src/lint/rules/rule.ts";
import { RULES } from "../../../src/lint/rules/rules.ts";

const folder = join(import.meta.dirname, "../../../docs/rules");

/** The longest line of an example that a page shows as it is. */
const LONGEST_LINE = 200;

function page({ full, id, passes, severity, short, triggers }: Rule): string {
  return `# ${id}

${short[0]!.toUpperCase()}${short.slice(1)}. Level: ${severity}.

${full}

## Reported

${example(triggers)}

## Not reported

${example(passes)}

## Suppress a finding

Add a comment at the end of the line or on the line before:

\`\`\`
# varexpand-ignore ${id}: the reason
\`\`\`

In JSON, add the annotation \`varexpand.dev/ignore: "${id}"\` to the object or to its pod template. To turn the rule off,
use \`--rule ${id}=off\`, or \`rules: {${id}: off}\` in \`.varexpand.yaml\`. [All rules](README.md)
`;
}

function example(files: Example): string {
  return files
    .map(({ name, text }) => {
      const shown = text.split("\n").map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, 60)}…` : line));
      return `\`\`\`${/\.ya?ml$/.test(name) ? "yaml" : ""}\n${shown.join("\n").trimEnd()}\n\`\`\``;
    })
    .join("\n\n");
}

function index(): string {
  const rows = RULES.map(({ id, severity, short }) => `| ${severity} | [\`${id}\`](${id}.md) | ${short} |`);
  return `# Rules of \`varexpand lint\`

| level | rule | |
| --- | --- | --- |
${rows.join("\n")}
`;
}

test.each(RULES)("docs/rules/$id.md", async (rule) => {
  await expect(page(rule)).toMatchFileSnapshot(join(folder, `${rule.id}.md`));
});

test("docs/rules/README.md lists them", async () => {
  await expect(index()).toMatchFileSnapshot(join(folder, "README.md"));
});

test("there is a page for each rule, and no other page", () => {
  const pages = readdirSync(folder).filter((name) => name !== "README.md");
  expect(pages.sort()).toEqual(RULES.map(({ id }) => `${id}.md`).sort());
});
