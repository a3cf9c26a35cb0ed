/** Runs the command of action.yml with inputs as a workflow passes them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
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

async function runWith(inputs: Readonly<Record<string, string>>) {
  const [{ env, run }] = action.runs.steps;
  const settings = Object.entries(env).map(([name, template]) => {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(template)![1]!;
    return `export ${name}='${inputs[input] ?? action.inputs[input]!.default}'`;
  });
  const workplace = new Workplace(folder.path);
  await workplace.run("cp examples/shop.yaml 'my shop.yaml'");
  const { code, shown } = await workplace.run(`${settings.join("\n")}\n${run}`);
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
