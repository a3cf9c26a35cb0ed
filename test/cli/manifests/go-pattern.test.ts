/** The engine for Go's regular expressions: the command uses it, and only if there is a pattern. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { goPattern } from "../../../src/cli/manifests/go-pattern.ts";
import { built } from "../../built.ts";
import { TemporaryFolder } from "../temporary.ts";

const folder = new TemporaryFolder();

const POD =
  "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: a, image: i, args: [$(A)]}]}}";
const ADDED = "spec: {containers: [{name: a, env: [{name: A, value: x}]}]}";

test.each([
  ["w.*|api", 0],
  ["(a|[ab])*c", 1],
])("a patch of pods with the name %s", (name, findings) => {
  folder.write({
    "p/kustomization.yaml": `resources: [pod.yaml]\npatches: [{target: {name: "${name}"}, patch: "{${ADDED}}"}]\n`,
    "p/pod.yaml": POD,
  });
  const { stdout } = spawnSync(process.execPath, [built("dist/cli/main.js"), "lint", "-o", "json", folder.at("p")]);
  expect((JSON.parse(`${stdout}`) as { findings: unknown[] }).findings).toHaveLength(findings);
});

test("an expression that Go refuses", () => {
  expect(goPattern("(?=a)")).toBeUndefined();
  expect(goPattern("^(?:a)$")!("a")).toBe(true);
});

test("one file of the package contains the engine", () => {
  const files = readdirSync(built("dist"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const withText = (text: string) => files.filter((name) => readFileSync(built(`dist/${name}`), "utf8").includes(text));
  expect(withText("invalid nested repetition operator")).toEqual(["cli/re2js.js"]);
  expect(withText("re2js.js")).toEqual([]);
});
