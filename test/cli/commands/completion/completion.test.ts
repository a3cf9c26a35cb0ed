import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { hasTool } from "../../../tools.ts";
import { runInMemory } from "../../memory-io.ts";
import { main } from "../../processes.ts";
import { TemporaryFolder } from "../../temporary.ts";

async function script(shell: string): Promise<string> {
  const { code, output } = await runInMemory(["completion", shell]);
  expect(code).toBe(0);
  return output;
}

/** What a shell prints for a program; fails the test if the shell complains. */
function inShell(shell: string, args: readonly string[], program: string): string[] {
  const { stdout, stderr, status } = spawnSync(shell, [...args, program], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout.split("\n").filter((line) => line !== "");
}

const has = (shell: string) => hasTool(shell, "-c", "true");

describe.runIf(has("bash"))("bash", () => {
  async function complete(...words: string[]): Promise<string[]> {
    const line = words.map((word) => `'${word}'`).join(" ");
    return inShell(
      "bash",
      ["--norc", "-c"],
      `${await script("bash")}
COMP_WORDS=(varexpand ${line}); COMP_CWORD=${words.length}; _varexpand; printf '%s\\n' "\${COMPREPLY[@]}"`,
    );
  }

  test("commands, options and values", async () => {
    expect(await complete("exp")).toContain("expand");
    expect(await complete("")).toEqual(expect.arrayContaining(["expand", "completion", "--help", "--version"]));
    expect(await complete("expand", "--f")).toEqual(["--file", "--from-env", "--flux-kustomization"]);
    expect(await complete("expand", "-e")).toEqual(["-e"]);
    expect(await complete("expand", "READ")).toEqual([]);
    expect(await complete("completion", "")).toEqual(["bash", "zsh", "fish"]);
  });

  test("values of options", async () => {
    expect(await complete("pod", "-o", "js")).toEqual(["json"]);
    expect(await complete("pod", "--output", "=", "js")).toEqual(["json"]);
    expect(await complete("pod", "-o", "=")).toContain("yaml");
    expect(await complete("envfile", "--dialect", "dotenv-")).toEqual(["dotenv-expand", "dotenv-expand-1000"]);
    // A name is not to be guessed; a file is completed by the shell itself, in both cases without words from here.
    expect(await complete("pod", "--namespace", "")).toEqual([]);
    expect(await complete("expand", "-e", "A", "=", "assem")).toEqual([]);
    expect(await complete("pod", "--file", "")).toEqual([]);
    expect(await complete("run", "-f", "pod.yaml", "--", "--m")).toEqual([]);
    expect(await complete("run", "--m")).toEqual(["--mask"]);
  });

  test("directories", async () => {
    expect(await complete("pod", "-k", "assem")).toEqual(["assembly"]);
    expect(await complete("pod", "--volume", "data", "=", "assem")).toEqual(["assembly"]);
    expect(await complete("pod", "--volume", "=", "data", "=", "assem")).toEqual(["assembly"]);
    expect(await complete("pod", "-k", "packa")).toEqual([]);
  });
});

describe("names in files", () => {
  const folder = new TemporaryFolder();
  const shop = folder.file(
    "shop.yaml",
    `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {template: {spec: {initContainers: [{name: setup, env: [{name: A}]}], containers: [{name: app, env: [{name: B}]}]}}}
---
kind: Pod
metadata: {name: db}
spec: {containers: [{name: db, env: [{name: C}]}]}
---
kind: Pod
metadata: {name: "$(touch pwned)"}
spec: {containers: [{name: "\`x\`"}]}
`,
  );
  const names = async (...args: string[]) =>
    (await runInMemory(["completion", ...args])).output.split("\n").slice(0, -1);

  test("workloads and containers", async () => {
    expect(await names("workloads", "--", "pod", shop, "de")).toEqual(["deployment/web", "pod/db"]);
    expect(await names("workloads", "--", "pod", "-f", shop)).toEqual(["deployment/web", "pod/db"]);
    expect(await names("workloads", "--", "pod", shop, "deploy/")).toEqual(["deploy/web"]);
    expect(await names("workloads", "--", "pod", `-f=${shop}`, "po/")).toEqual(["po/db"]);
    expect(await names("containers", "--", "pod", shop, "-c", "")).toEqual(["setup", "app", "db"]);
    expect(await names("containers", "--", "pod", shop, "deploy/web", "-c", "")).toEqual(["setup", "app"]);
    expect(await names("containers", "--", "explain", shop, "SOME_NAME", "-c", "")).toEqual(["setup", "app", "db"]);
    expect(await names("variables", "--", "explain", shop, "")).toEqual(["A", "B", "C"]);
    expect(await names("variables", "--", "explain", shop, "deploy/web", "-c", "app", "")).toEqual(["B"]);
  });

  test("workloads of several files", async () => {
    const other = folder.file("other.yaml", "kind: Pod\nmetadata: {name: cache}\nspec: {containers: [{name: c}]}\n");
    expect(await names("workloads", "--", "pod", shop, "-f", other, "")).toEqual([
      "pod/cache",
      "deployment/web",
      "pod/db",
    ]);
  });

  test("offers nothing and prints no error if the input cannot be read", async () => {
    const broken = folder.file("broken.yaml", "a: [");
    for (const words of [[], ["pod"], ["pod", "none.yaml"], ["pod", broken], ["pod", "-"]]) {
      expect(await runInMemory(["completion", "workloads", "--", ...words])).toMatchObject({
        code: 0,
        output: "",
        messages: [],
      });
    }
  });

  test.runIf(has("bash"))("bash offers them", async () => {
    const complete = async (...words: string[]) => {
      const line = words.map((word) => `'${word}'`).join(" ");
      const program = `varexpand() { "${process.execPath}" "${main}" "$@"; }
${await script("bash")}
COMP_WORDS=(varexpand ${line}); COMP_CWORD=${words.length}; _varexpand; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return inShell("bash", ["--norc", "-c"], program);
    };
    expect(await complete("pod", shop, "deploy")).toEqual(["deployment/web"]);
    expect(await complete("pod", shop, "")).toEqual(["deployment/web", "pod/db"]);
    expect(await complete("pod", shop, "-c", "")).toEqual(["setup", "app", "db"]);
    expect(await complete("explain", shop, "deployment/web", "-c", "a")).toEqual(["app"]);
    expect(await complete("pod", shop, "-o", "ta")).toEqual(["table"]);
    expect(await complete("pod", shop, "--stri")).toEqual(["--strict"]);
  });
});

test("zsh describes the value of an option as the help does, or with the option's name", async () => {
  const specs = (await script("zsh")).split("\n").flatMap((line) => line.match(/'(?:[^']|'\\'')*'/g) ?? []);
  expect(specs).toEqual(
    expect.arrayContaining([
      "'*-e=[set a variable]:NAME=VALUE: '",
      "'*--context=[read the context from a varfile\\: YAML, JSON, or dotenv]:FILE:_files'",
      "'--output=[output format; default\\: yaml]:output:(yaml json)'",
      "'-o=[output format; default\\: yaml]:output:(yaml json)'",
      "'*--container=[show only containers with this name]:CONTAINER: _varexpand_names containers'",
      "'*--kustomize=[read what kubectl (or kustomize) renders for DIR]:DIR:_files -/'",
      "'*--file=[read a file, a directory, or a quoted pattern; - is standard input]:PATH:_files'",
      `'*--volume=[read the files of the pods'\\'' volume NAME from DIR]:NAME=DIR:{compset -P 1 '\\''*='\\'' && _files -/}'`,
      "'--help[print this help]'",
      "'*:file: _varexpand_operands workloads variables'",
      "'*:file:_files'",
      "'1:bash|zsh|fish:(bash zsh fish)'",
      "'--strict-syntax[reject extensions of Garden'\\''s template language]'",
    ]),
  );
});

describe.runIf(has("zsh"))("zsh", () => {
  test("zsh accepts the script", async () => {
    const program = `autoload -Uz compinit; compinit -u -D\n${await script("zsh")}\nprint -r -- $_comps[varexpand]`;
    expect(inShell("zsh", ["-f", "-c"], program)).toEqual(["_varexpand"]);
  });
});

describe.runIf(has("fish"))("fish", () => {
  test.each([
    ["exp", ["expand", "explain"]],
    ["expand --from", ["--from-env"]],
    ["completion ", ["bash", "fish", "zsh"]],
    ["pod -o j", ["json"]],
    ["pod --output=ta", ["--output=table"]],
    ["envfile --dialect do", ["docker", "dotenv", "dotenv-expand", "dotenv-expand-1000"]],
    ["envfile --dialect dotenv package-", ["package-lock.json"]],
    ["pod -k assem", ["assembly/"]],
    ["pod --namespace ", []],
  ])("%j: %j", async (line, expected) => {
    const program = `${await script("fish")}\ncomplete -C 'varexpand ${line}'`;
    const words = inShell("fish", ["--no-config", "-c"], program).map((line) => line.split("\t")[0]);
    expect(words).toEqual(expected);
  });
});

test.each([[[]], [["csh"]], [["bash", "zsh"]], [["constructor"]]])("%j is a usage error", async (operands) => {
  const { code, output, messages } = await runInMemory(["completion", ...operands]);
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(messages.join()).toContain("expected one shell: bash, zsh, fish");
});
