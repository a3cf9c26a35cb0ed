/**
 * The pages in docs/commands are generated from the table of commands, with the output of the examples. To update them:
 * `npx vitest run -u --project release test/docs/commands.test.ts`.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { kubectlCommand } from "../../src/cli/commands/kubectl/kubectl.ts";
import { commands } from "../../src/cli/commands.ts";
import type { CommandEntry } from "../../src/cli/frame/command.ts";
import { TemporaryFolder } from "../cli/temporary.ts";
import { commandPage, marked } from "./command-page.ts";
import { root } from "./documents.ts";
import { Workplace } from "./workplace.ts";

const pages = join(root, "docs/commands");
const workplace = new Workplace(new TemporaryFolder().path);

const ENTRIES: readonly CommandEntry[] = [
  ...commands,
  {
    name: "kubectl-varexpand",
    summary: "show what the containers of a workload in a cluster see",
    load: async () => kubectlCommand,
  },
];

/** Examples that require other programs or a server, that change files, or that run until they are stopped. */
const NOT_RUN =
  /^(?:helm|kubectl get|seq|source|varexpand (?:stream|lsp|completion|template -f) )|\| kubectl apply|npm start|\.\/server|(?:> |-o )\S*(?:\.env|\.sarif|\/|\.yaml'?)(?: |$)|--record/;

async function outputOf(commandLine: string): Promise<string | undefined> {
  if (NOT_RUN.test(commandLine)) return undefined;
  const { code, shown } = await workplace.run(commandLine);
  if (code > 1 || shown === "") expect.fail(`${commandLine}\nended with ${code}:\n${shown}`);
  return shown;
}

test.each(ENTRIES.map((entry) => [entry.name, entry] as const))("docs/commands/%s.md", async (_, entry) => {
  const page = await commandPage(entry, await entry.load(), outputOf);
  await expect(`${page}\n[All commands](README.md)\n`).toMatchFileSnapshot(join(pages, `${entry.name}.md`));
});

test("docs/commands/README.md lists them", async () => {
  const rows = ENTRIES.map(({ name, summary }) => `| [\`${name}\`](${name}.md) | ${marked(summary)} |`);
  await expect(`# Commands

| command | what it does |
| --- | --- |
${rows.join("\n")}

\`varexpand COMMAND -h\` lists the options that most people use, and \`--help\` lists all of them. \`varexpand help RULE\` prints
the page of a [rule of lint](../rules/README.md), and \`varexpand version\` the version. The [exit
codes](../guides/README.md#exit-codes) are the same for all commands.
`).toMatchFileSnapshot(join(pages, "README.md"));
});

test("there is a page for each command, and no other page", () => {
  const found = readdirSync(pages).filter((name) => name !== "README.md");
  expect(found.sort()).toEqual(ENTRIES.map(({ name }) => `${name}.md`).sort());
});
