/** What kubectl or kustomize renders, and how they fail. */
import { chmodSync, existsSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type KustomizeOptions, renderedKustomization } from "../../../src/cli/files/kustomize.ts";
import { InputError } from "../../../src/cli/frame/errors.ts";
import type { CommandIo } from "../../../src/cli/frame/io.ts";
import { FolderPerTest } from "../temporary.ts";

const folder = new FolderPerTest();

/** Renders a folder with programs that are shell scripts. A script without content cannot be executed. */
function render(scripts: Readonly<Record<string, string>>, options?: KustomizeOptions) {
  mkdirSync(folder.at("base"));
  mkdirSync(folder.at("bin"));
  for (const [name, script] of Object.entries(scripts)) {
    chmodSync(folder.file(join("bin", name), `#!/bin/sh\n${script}\n`), script === "" ? 0o644 : 0o755);
  }
  const reported: string[] = [];
  const io: Partial<CommandIo> = {
    environment: { PATH: folder.at("bin"), MARK: "m" },
    report: (line) => reported.push(line),
  };
  const output = renderedKustomization(folder.at("base"), io as CommandIo, options);
  return { output: Buffer.from(output).toString(), reported };
}

const ARGUMENTS = 'echo "${0##*/} $* $MARK"';

test.each([
  ["kubectl", { kubectl: ARGUMENTS, kustomize: ARGUMENTS }, "kubectl kustomize"],
  ["kustomize if kubectl cannot be executed", { kubectl: "", kustomize: ARGUMENTS }, "kustomize build"],
])("%s renders, with the environment of this process", (_, scripts, program) => {
  expect(render(scripts)).toEqual({ output: `${program} -- ${folder.at("base")} m\n`, reported: [] });
});

test("--load-restrictor is passed on", () => {
  const { output } = render({ kubectl: ARGUMENTS }, { loadRestrictor: "LoadRestrictionsNone" });
  expect(output).toBe(`kubectl kustomize --load-restrictor=LoadRestrictionsNone -- ${folder.at("base")} m\n`);
});

test("each line of warnings is reported, with the program and without control characters", () => {
  const { output, reported } = render({ kubectl: "printf '# one\\n\\ntwo\\033[2J\\n' >&2; echo x" });
  expect([output, reported]).toEqual(["x\n", ["kubectl: # one", "kubectl: two\\u001b[2J"]]);
});

test.each([
  ["exit 3", "exit code 3"],
  ["kill -TERM $$", "ended by SIGTERM"],
  ["printf 'one\\n\\ntwo\\n' >&2; exit 1", "one; two"],
  ["echo why >&2; kill -KILL $$", "why"],
])("kubectl fails: %s", (script, reason) => {
  const what = `-k ${folder.at("base")}: kubectl kustomize failed: ${reason}`;
  expect(() => render({ kubectl: script, kustomize: ARGUMENTS })).toThrow(new InputError(what));
});

test("with origins, a temporary kustomization that adds annotations is rendered, and removed", () => {
  const { output } = render({ kubectl: 'echo "$3"; /bin/cat "$3/kustomization.yaml"' }, { hasOrigins: true });
  const [temporary, text] = output.split("\n");
  const { buildMetadata, resources } = JSON.parse(text!);
  expect(buildMetadata).toEqual(["originAnnotations"]);
  expect(resources.map((path: string) => join(temporary!, path))).toEqual([realpathSync(folder.at("base"))]);
  expect(existsSync(temporary!)).toBe(false);
});
