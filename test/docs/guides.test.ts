/**
 * Tests the README and the guides: runs their commands and modules, and compares the output with the documents.
 *
 * - `console`: command lines after `$ `, and the output of each.
 * - `sh`: commands, one a line, that must succeed; the output is not compared.
 * - `ts`: a module; the comment after each `console.log` is the output. types.test.ts checks the types.
 * - any language, after a line that ends in "`NAME`:": the content of the file NAME. If the file is a configuration for CI, its
 *   commands are run, too.
 *
 * `npx vitest run -u --project release test/docs/guides.test.ts` writes the current output into the documents.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { FolderPerTest } from "../cli/temporary.ts";
import { documents, root } from "./documents.ts";
import { type Block, blocksOf, commandsOf, recipe, withTexts } from "./markdown.ts";
import { Workplace } from "./workplace.ts";

/** Commands that require the network, or a program that is not part of this project. */
const NOT_RUN = [/^npm (?:ci|install|test)\b/, /^kubectl (?:plugin list$|kustomize )/, /\| reviewdog /];

const folder = new FolderPerTest();

/** For an entire guide: about twenty commands, possibly on a busy machine. */
const TIMEOUT = 300_000;

test.each(documents())("the output in %s is current", { timeout: TIMEOUT }, async (path) => {
  const document = readFileSync(join(root, path), "utf8");
  const workplace = new Workplace(folder.path);
  const texts: string[] = [];
  for (const block of blocksOf(document)) texts.push(await textOf(block, workplace));
  await expect(withTexts(document, texts)).toMatchFileSnapshot(join(root, path));
});

/** Writes or runs a block, and returns the block with the current output. */
async function textOf(block: Block, workplace: Workplace): Promise<string> {
  const { language, text, file } = block;
  if (file !== undefined) {
    workplace.write(file, text);
    for (const command of language === "yaml" ? recipe(load(text), "*/*.yaml") : [])
      await succeed(workplace, command, 1);
  } else if (language === "console") {
    const steps: string[] = [];
    for (const command of commandsOf(text)) steps.push(`$ ${command}\n${(await workplace.run(command)).shown}`);
    // The output of `envfile --compare` contains the version of Node.js.
    return steps.join("").replaceAll(/^Node\.js v\S+ *(?=\S)/gm, "Node.js v20.20.2   ");
  } else if (language === "sh") {
    const commands = text.replaceAll(/^npm ci && /gm, "").split("\n");
    const lines = commands.filter((line) => !NOT_RUN.some((pattern) => pattern.test(line)));
    for (const line of lines) await succeed(workplace, line, 0);
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

/** @param limit the highest exit code that is a success: 1 if findings are allowed */
async function succeed(workplace: Workplace, command: string, limit: number): Promise<void> {
  const { shown, code } = await workplace.run(command);
  if (code > limit) expect.fail(`${command}\nended with ${code}:\n${shown}`);
}
