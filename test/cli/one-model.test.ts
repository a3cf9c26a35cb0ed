/** lint, the editor, explain, and pod show the same findings and values for one repository. */
import { expect, test } from "vitest";
import { FileHost } from "../../src/cli/commands/lsp/host.ts";
import type { CommandIo } from "../../src/cli/frame/io.ts";
import { OpenTexts } from "../../src/lsp/open-texts.ts";
import { runInMemory } from "./memory-io.ts";
import { REPOSITORIES } from "./one-model.ts";
import { FolderPerTest } from "./temporary.ts";

const folder = new FolderPerTest();
const IO = { report() {}, warn() {} } as unknown as CommandIo;

interface JsonFinding {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  readonly message: string;
}

test("there are at least 30 repositories", () => {
  expect(Object.keys(REPOSITORIES).length).toBeGreaterThanOrEqual(30);
});

test.each(Object.entries(REPOSITORIES))("%s", async (_, { files, findings, hosts }) => {
  folder.write({ ".git/HEAD": "", ...files });
  const lint = await runInMemory(["lint", "-o", "json", folder.path]);
  const found = (JSON.parse(lint.output).findings as JsonFinding[]).map((each) => {
    const file = each.file
      .slice(each.file.indexOf(folder.path.split("/").at(-1)!))
      .split("/")
      .slice(1)
      .join("/");
    return { ...each, file, message: each.message.replace(/ \((?:only in )?(?:kustomizations?|Flux) .*\)$/, "") };
  });
  expect(found.map(({ file, rule }) => `${file} ${rule}`)).toEqual(findings);

  const texts = new OpenTexts(new FileHost("design", IO));
  for (const [file, text] of Object.entries(files)) texts.set(folder.at(file), text);
  const inEditor = Object.keys(files).flatMap((file) =>
    texts.view(folder.at(file))!.findings.map(({ finding: { line, column, message, rule } }) => {
      return `${file}:${line}:${column} ${rule}: ${message}`;
    }),
  );
  const byLint = found.map(({ file, line, column, rule, message }) => `${file}:${line}:${column} ${rule}: ${message}`);
  expect(inEditor.sort()).toEqual(byLint.sort());

  const pod = await runInMemory(["pod", "-R", folder.path, "-o", "env"]);
  const explain = await runInMemory(["explain", "-R", folder.path, "HOST", "-o", "json"]);
  const explained = (
    explain.output === ""
      ? []
      : (JSON.parse(explain.output) as { value?: string; needs?: string; error?: string; container?: string }[])
  )
    .filter(({ container }) => container === "app")
    .map(({ error, needs, value }) => (error === undefined ? (value ?? (needs === undefined ? "-" : "?")) : "!"));
  const shown = pod.output.split("\n").flatMap((line) => /^HOST=(.*)$/.exec(line)?.[1] ?? []);
  expect([...new Set(explained)].sort()).toEqual([...new Set(hosts)].sort());
  expect([...new Set(shown)].sort()).toEqual([...new Set(hosts)].filter((host) => !"?!-".includes(host)).sort());
});
