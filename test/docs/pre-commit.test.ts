/** Runs the hook of .pre-commit-hooks.yaml with pre-commit in a repository that also has a Helm chart. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { dump, load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { main } from "../cli/processes.ts";
import { TemporaryFolder } from "../cli/temporary.ts";
import { hasTool } from "../tools.ts";
import { root } from "./documents.ts";

const isInstalled = hasTool("pre-commit", "--version");
const folder = new TemporaryFolder();

/** The hook with the built command, so that nothing is installed. test/install/ installs it. */
function configuration(settings: object = {}): string {
  const [hook] = load(readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8")) as [Record<string, unknown>];
  return dump({ repos: [{ repo: "local", hooks: [{ ...hook, language: "system", ...settings }] }] });
}

chmodSync(main, 0o755);
mkdirSync(folder.at("bin"));
symlinkSync(main, folder.at("bin/varexpand"));

function run(command: string, ...args: string[]) {
  const { status, stdout } = spawnSync(command, args, {
    cwd: folder.path,
    env: {
      ...process.env,
      PATH: [folder.at("bin"), dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: folder.path,
      PRE_COMMIT_HOME: folder.at("cache"),
      GIT_CONFIG_NOSYSTEM: "1",
    },
  });
  return { status, shown: `${stdout}` };
}

const pod = (reference: string) =>
  `kind: Pod\napiVersion: v1\nmetadata: {name: web}\nspec: {containers: [{name: app, image: x, args: ["${reference}"], env: [{name: HOST, value: db}]}]}\n`;

test.skipIf(!isInstalled)("the hook reports a finding, skips Helm templates, and passes without findings", () => {
  folder.file(".pre-commit-config.yaml", configuration());
  folder.file(".gitignore", "/cache/\n/bin/\n/executed\n");
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

describe.skipIf(!isInstalled).each([
  ["no args", {}],
  ["args", { args: ["k8s/pod.yaml"] }],
])("names of files that are names of options, with %s", (_, settings) => {
  test("are operands, and nothing is executed", () => {
    const preload = folder.file(
      "preload.cjs",
      `require("fs").writeFileSync(${JSON.stringify(folder.at("executed"))}, "")`,
    );
    folder.file(".pre-commit-config.yaml", configuration(settings));
    folder.file("x.env", `NODE_OPTIONS='--require=${preload}'\n`);
    folder.file("--env-file=x.env", "A=1\nA=2\n");
    folder.file("--env-file-if-exists=x.env", "A=1\nA=2\n");
    folder.file("off.yaml", "rules: { undefined-reference: off }\n");
    for (const name of ["--config=off.yaml", "a b.yaml", "line\nbreak.yaml", "-lead.yaml", "::stop-commands::T.yaml"]) {
      folder.file(name, pod("$(HSOT)"));
    }
    run("git", "add", ".");
    const { status, shown } = run("pre-commit", "run", "--all-files");
    expect(status).toBe(1);
    const names = ["--config=off.yaml", "a b.yaml", "line\\nbreak.yaml", "-lead.yaml", "--env-file=x.env"];
    expect(names.filter((name) => !shown.includes(`${name}:`))).toEqual([]);
    expect(existsSync(folder.at("executed"))).toBe(false);
  });

  test("a file of an option that Node.js searches for even after -- fails the hook", () => {
    folder.file(
      "--experimental-config-file=node.json",
      JSON.stringify({ nodeOptions: { import: [folder.at("preload.cjs")] } }),
    );
    run("git", "add", ".");
    const { status, shown } = run("pre-commit", "run", "--all-files");
    expect(status).toBe(1);
    expect(shown).toContain("varexpand: --experimental-config-file: Node.js processes this option itself");
    expect(existsSync(folder.at("executed"))).toBe(false);
    run("git", "rm", "-qf", "--", "--experimental-config-file=node.json");
  });
});

test.skipIf(!isInstalled)("options in args are operands: the configuration of lint sets them", () => {
  folder.file(".pre-commit-config.yaml", configuration({ args: ["--fail-on=error"], files: "^k8s/" }));
  folder.file("k8s/pod.yaml", pod("$(HSOT)"));
  run("git", "add", ".");
  expect(run("pre-commit", "run", "--all-files").shown).toContain("--fail-on=error: ");
  folder.file(".pre-commit-config.yaml", configuration({ files: "^k8s/" }));
  folder.file(".varexpand.yaml", "failOn: error\n");
  run("git", "add", ".");
  expect(run("pre-commit", "run", "--all-files").status).toBe(0);
});
