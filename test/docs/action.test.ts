/** Runs the command of action.yml with inputs as a workflow passes them. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { FolderPerTest } from "../cli/temporary.ts";
import { root } from "./documents.ts";
import { Workplace } from "./workplace.ts";

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: {
    readonly steps: readonly [{ readonly env: Readonly<Record<string, string>>; readonly run: string }];
  };
}

const action = load(readFileSync(join(root, "action.yml"), "utf8")) as Action;
const folder = new FolderPerTest();

/** The runner's variables, and npm without a network: the installed package is this one. test/install/ uses npm. */
const RUNNER = `
export RUNNER_TEMP="$PWD/temp" GITHUB_ACTION_PATH='${root}' PATH="${dirname(process.execPath)}:$PATH"
npm() {
  echo "npm $*" >> npm.log
  case $1 in install) mkdir -p "$3/node_modules" && ln -s '${root}' "$3/node_modules/varexpand" ;; esac
}
set -eo pipefail`;

async function runWith(
  inputs: Readonly<Record<string, string>>,
  prepare: (workplace: Workplace) => unknown = () => undefined,
) {
  const [{ env, run }] = action.runs.steps;
  const settings = Object.entries(env).map(([name, template]) => {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(template)![1]!;
    return `export ${name}='${inputs[input] ?? action.inputs[input]!.default}'`;
  });
  const workplace = new Workplace(folder.path);
  await workplace.run("cp examples/shop.yaml 'my shop.yaml'");
  await prepare(workplace);
  const { code, shown } = await workplace.run(`${RUNNER}\n${settings.join("\n")}\n${run}`);
  return { code, shown, workplace };
}

test("findings become annotations, and the job fails", async () => {
  const { code, shown } = await runWith({ paths: "examples/shop.yaml examples/distroless.yaml" });
  expect(shown).toContain("::error file=examples/shop.yaml,line=122,endLine=122,col=37,");
  expect(shown).toContain("checked 2 files");
  expect(code).toBe(1);
});

test.each([
  ["examples/shop.yaml\nexamples/distroless.yaml", 2],
  ["examples/shop.yaml\n\n  my shop.yaml  \nexamples/distroless.yaml\n", 3],
  ["my shop.yaml\n", 1],
  ["  examples/shop.yaml  examples/distroless.yaml ", 2],
])("paths: %j", async (paths, count) => {
  const { code, shown } = await runWith({ paths });
  expect(shown).toContain(`checked ${count} file${count === 1 ? "" : "s"},`);
  expect(code).toBe(1);
});

test("a report in a file; only errors fail the job", async () => {
  const { code, workplace } = await runWith({
    paths: "examples/distroless.yaml",
    format: "sarif",
    output: "lint.sarif",
    "fail-on": "error",
  });
  expect(code).toBe(0);
  expect((await workplace.run("cat lint.sarif")).shown).toContain(`"version": "2.1.0"`);
});

test.each([
  ["", `npm ci --prefix ${root} --no-audit --no-fund`],
  ["0.3.0", "npm install --prefix PWD/temp/varexpand --no-audit --no-fund varexpand@0.3.0"],
])("version: %j", async (version, call) => {
  const { code, workplace } = await runWith({ paths: "examples/distroless.yaml", "fail-on": "error", version });
  expect(code).toBe(0);
  expect((await workplace.run('sed "s:$PWD:PWD:" npm.log')).shown).toBe(`${call}\n`);
});

test("names of files that are names of options are operands, and nothing is executed", async () => {
  const names = ["--env-file=x.env", "--config=off.yaml", "-e", "-lead.yaml", "::stop-commands::T.yaml"];
  const { code, shown, workplace } = await runWith({ paths: names.join("\n"), format: "text" }, async (workplace) => {
    workplace.write("preload.cjs", 'require("fs").writeFileSync("executed", "")');
    workplace.write("x.env", "NODE_OPTIONS='--require=./preload.cjs'\n");
    workplace.write("off.yaml", "rules: {}\n");
    for (const name of names) await workplace.run(`cp examples/shop.yaml ./'${name}'`);
  });
  expect(code).toBe(1);
  expect(shown).toContain("checked 4 files, 12 pods, 1 env file");
  expect((await workplace.run("ls executed")).code).not.toBe(0);
});
