/** The pages about the rules, in docs/rules, are made of the table of rules: `npx vitest run -u` writes them. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Example, Rule } from "../../../src/lint/rules/rule.ts";
import { RULES } from "../../../src/lint/rules/rules.ts";

const folder = join(import.meta.dirname, "../../../docs/rules");

/** The longest line of an example that a page shows as it is. */
const LONGEST_LINE = 200;

function page({ full, id, passes, severity, short, triggers }: Rule): string {
  return `# ${id}

${short[0]!.toUpperCase()}${short.slice(1)}. Level: ${severity}.

${full}

## The rule has a finding here

${example(triggers)}

## and none here

${example(passes)}

## Where it is meant

\`\`\`
# varexpand-ignore ${id}: the reason
\`\`\`

at the end of the line or on the line before; for JSON, \`varexpand.dev/ignore: "${id}"\` among the annotations of the object
or of its pod template. \`--rule ${id}=off\` switches the rule off, and so does \`rules: {${id}: off}\` in
\`.varexpand.yaml\`. [All rules](README.md)
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
