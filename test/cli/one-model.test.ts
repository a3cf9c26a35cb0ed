/** lint, the editor, explain, and pod show the same findings and values for each repository of the scenarios. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { FileHost } from "../../src/cli/commands/lsp/host.ts";
import type { CommandIo } from "../../src/cli/frame/io.ts";
import { OpenTexts } from "../../src/lsp/open-texts.ts";
import { parseScenario } from "../scenarios/scenario.ts";
import { runInMemory } from "./memory-io.ts";
import { FolderPerTest } from "./temporary.ts";

const REPOSITORIES = join(import.meta.dirname, "../scenarios/repositories");
const names = readdirSync(REPOSITORIES);

const folder = new FolderPerTest();
const before = process.cwd();
afterEach(() => process.chdir(before));
const IO = { report() {}, warn() {} } as unknown as CommandIo;

interface JsonFinding {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  readonly message: string;
}

test("there are at least 40 repositories", () => {
  expect(names.length).toBeGreaterThanOrEqual(40);
});

test.each(names)("%s", async (name) => {
  const { files } = parseScenario(readFileSync(join(REPOSITORIES, name), "utf8"));
  for (const [file, content] of files) folder.file(file, content);
  process.chdir(folder.path);
  const lint = await runInMemory(["lint", "-o", "json", "."]);
  const byLint = (JSON.parse(lint.output || '{"findings":[]}').findings as JsonFinding[]).map((each) => {
    const message = each.message.replace(/ \((?:only in )?(?:kustomizations?|Flux) .*\)$/, "");
    return `${each.file}:${each.line}:${each.column} ${each.rule}: ${message}`;
  });

  const texts = new OpenTexts(new FileHost("design", IO));
  for (const [file, content] of files) if (typeof content === "string") texts.set(folder.at(file), content);
  const inEditor = [...files.keys()].flatMap((file) =>
    (texts.view(folder.at(file))?.findings ?? []).map(({ finding: { line, column, message, rule } }) => {
      return `${file}:${line}:${column} ${rule}: ${message}`;
    }),
  );
  expect(inEditor.sort()).toEqual(byLint.sort());

  const pod = await runInMemory(["pod", "-R", ".", "-o", "env"]);
  const shown = pod.output
    .split("\n")
    .filter((line) => /^\w+=/.test(line))
    .map((line) => line.replaceAll("'", ""));
  const explained: string[] = [];
  for (const variable of new Set(shown.map((line) => line.split("=")[0]!))) {
    const { output } = await runInMemory(["explain", "-R", ".", variable, "-o", "json"]);
    for (const { container, value } of JSON.parse(output) as {
      readonly value?: string;
      readonly container?: string;
    }[]) {
      if (value !== undefined && container !== undefined) explained.push(`${variable}=${value}`);
    }
  }
  expect([...new Set(explained)].sort()).toEqual([...new Set(shown)].sort());
});
