/**
 * The README and the guides: each command prints what is shown behind it, each module logs what its comments say.
 *
 * - `console`: command lines behind `$ `, and what a terminal shows.
 * - `sh`: commands that must succeed; what they print is not shown.
 * - `ts`: a module; the comment behind each `console.log` is what it logs. See types.test.ts, too.
 * - any language, behind a line that ends in "`NAME`:": the file NAME. The commands in a recipe for CI are run, too.
 *
 * `npx vitest run -u --project release test/docs/guides.test.ts` writes into the documents what is printed now.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { FolderPerTest } from "../cli/temporary.ts";
import { documents, root } from "./documents.ts";
import { type Block, blocksOf, commandsOf, withTexts } from "./markdown.ts";
import { Workplace } from "./workplace.ts";

/** What needs the network, or a program that is not part of this project. */
const NOT_RUN = [/^npm (?:ci|install)\b/, /^kubectl plugin list$/];

const folder = new FolderPerTest();

/** For a whole guide: some twenty commands, on a machine that may be busy. */
const TIMEOUT = 300_000;

/** The commands of the other one run with kubectl and kpt themselves: test/cli/commands/fn/hosts.test.ts. */
const runHere = documents().filter((path) => path !== "docs/guides/kustomize.md");

test.each(runHere)("%s shows what is printed", { timeout: TIMEOUT }, async (path) => {
  const document = readFileSync(join(root, path), "utf8");
  const workplace = new Workplace(folder.path);
  const texts: string[] = [];
  for (const block of blocksOf(document)) texts.push(await textOf(block, workplace));
  await expect(withTexts(document, texts)).toMatchFileSnapshot(join(root, path));
});

/** Writes or runs a block, and gives the text that it should have. */
async function textOf(block: Block, workplace: Workplace): Promise<string> {
  const { language, text, file } = block;
  if (file !== undefined) {
    workplace.write(file, text);
    for (const command of language === "yaml" ? recipe(load(text)) : []) succeed(workplace, command, 1);
  } else if (language === "console") {
    const steps = commandsOf(text).map((command) => `$ ${command}\n${workplace.run(command).shown}`);
    // The Node.js that runs the test, in the column of the readers of env files.
    return steps.join("").replaceAll(/^Node\.js v\S+ *(?=\S)/gm, "Node.js v20.20.2   ");
  } else if (language === "sh") {
    const lines = text.split("\n").filter((line) => !NOT_RUN.some((pattern) => pattern.test(line)));
    succeed(workplace, `set -e\n${lines.join("\n")}`, 0);
  } else if (language === "ts") {
    const { shown, code } = await workplace.runModule(text);
    if (code !== 0) expect.fail(`${text}\nended with ${code}:\n${shown}`);
    const logged = shown.split("\n");
    const annotated = text.replaceAll(/^( *console\.log\(.*\); \/\/ ).*$/gm, (_, call) => `${call}${logged.shift()}`);
    expect({ text, logged }).toMatchObject({ logged: [""] });
    return annotated;
  }
  return text;
}

/** @param limit the last exit code that is no failure: 1 where there may be findings */
function succeed(workplace: Workplace, command: string, limit: number): void {
  const { shown, code } = workplace.run(command);
  if (code > limit) expect.fail(`${command}\nended with ${code}:\n${shown}`);
}

/** The commands in a workflow of GitHub, a job of GitLab or a hook of pre-commit, which gets the files to look at. */
function recipe(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key === "run" || key === "script") return [member].flat();
    return key === "entry" ? [`${member} */*.yaml`] : recipe(member);
  });
}
