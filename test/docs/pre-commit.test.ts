/** Runs the hook of .pre-commit-hooks.yaml with pre-commit in a repository that also has a Helm chart. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dump, load } from "js-yaml";
import { expect, test } from "vitest";
import { main } from "../cli/processes.ts";
import { TemporaryFolder } from "../cli/temporary.ts";
import { hasTool } from "../tools.ts";
import { root } from "./documents.ts";

const isInstalled = hasTool("pre-commit", "--version");
const folder = new TemporaryFolder();

/** The hook with the built command, so that nothing is installed. */
function configuration(): string {
  const [hook] = load(readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8")) as [Record<string, unknown>];
  const entry = `${hook.entry}`.replace(/^varexpand/, `'${process.execPath}' '${main}'`);
  return dump({ repos: [{ repo: "local", hooks: [{ ...hook, language: "system", entry }] }] });
}

function run(command: string, ...args: string[]) {
  const { status, stdout } = spawnSync(command, args, {
    cwd: folder.path,
    env: { ...process.env, HOME: folder.path, PRE_COMMIT_HOME: folder.at("cache"), GIT_CONFIG_NOSYSTEM: "1" },
  });
  return { status, shown: `${stdout}` };
}

const pod = (reference: string) =>
  `kind: Pod\napiVersion: v1\nmetadata: {name: web}\nspec: {containers: [{name: app, image: x, args: ["${reference}"], env: [{name: HOST, value: db}]}]}\n`;

test.skipIf(!isInstalled)("the hook reports a finding, skips Helm templates, and passes without findings", () => {
  folder.file(".pre-commit-config.yaml", configuration());
  folder.file(".gitignore", "/cache/\n");
  folder.file("chart/Chart.yaml", "apiVersion: v2\nname: chart\nversion: 1.0.0\n");
  folder.file("chart/templates/web.yaml", `{{- if .Values.web }}\n${pod("$(HOST)")}{{- end }}\n`);
  folder.file("k8s/pod.yaml", pod("$(HSOT)"));
  folder.file(".env", "A=1\nA=2\n");
  folder.file("notes.txt", "$(HSOT)\n");
  expect(run("git", "init", "-q").status).toBe(0);
  run("git", "add", ".");
  const failed = run("pre-commit", "run", "--all-files");
  expect(failed.status).toBe(1);
  expect(failed.shown).toContain("k8s/pod.yaml:4:");
  expect(failed.shown).toContain("undefined-reference");
  expect(failed.shown).toContain("skipped 1 file that is not YAML: chart/templates/web.yaml");
  expect(failed.shown).toContain(".env");
  folder.file("k8s/pod.yaml", pod("$(HOST)"));
  folder.file(".env", "A=1\n");
  run("git", "add", ".");
  expect(run("pre-commit", "run", "--all-files").status).toBe(0);
});
