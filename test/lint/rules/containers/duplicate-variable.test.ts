/** Names that are declared more than once. */
import { expect, test } from "vitest";
import { Workspace } from "../../../../src/lsp/workspace.ts";
import { runInMemory } from "../../../cli/memory-io.ts";
import { FolderPerTest } from "../../../cli/temporary.ts";
import { pod } from "../../looked.ts";

const folder = new FolderPerTest();

const field = (path: string) => `{name: A, valueFrom: {fieldRef: {fieldPath: ${path}}}}`;

test.each<[entries: string[], isSame: boolean]>([
  [["{name: A, value: a}", "{name: A, value: a}"], true],
  [["{name: A, value: a}", "{'name': \"A\", value: 'a'}"], true],
  [[field("metadata.name"), field("metadata.name")], true],
  [["{name: A}", "{name: A}", "{name: A}"], true],
  [["{name: A, value: a}", "{value: a, name: A}"], true],
  [
    [
      "{name: A, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: metadata.name}}}",
      "{valueFrom: {fieldRef: {fieldPath: metadata.name, apiVersion: v1}}, name: A}",
    ],
    true,
  ],
  [["{name: A, value: a}", "{name: A, value: b}"], false],
  // The second one is `x$(A)`, expanded once more.
  [["{name: A, value: x$(A)}", "{name: A, value: x$(A)}"], false],
  [["{name: A, value: a}", "{name: A}"], false],
  [[field("metadata.name"), field("metadata.uid")], false],
  [["{name: A, value: a}", "{name: A, value: a}", "{name: A, value: b}"], false],
  [["{name: A, value: b}", "{name: A, value: a}", "{name: A, value: a}"], false],
])("%j have the same value: %s", (entries, isSame) => {
  const workspace = new Workspace();
  workspace.set("pod.yaml", pod(`env:\n${entries.map((entry) => `- ${entry}\n`).join("")}`));
  const effect = `${isSame ? "both values are the same" : "the last declaration takes effect"}, and server-side apply rejects it`;
  const found = workspace.view("pod.yaml")!.findings.filter(({ finding }) => finding.rule === "duplicate-variable");
  expect(found.map(({ finding: { message, same, severity } }) => [severity, message, same])).toEqual([
    [
      "warning",
      `A is declared twice in env: ${effect}; the first is at line 10`,
      `A is declared twice in env: ${effect}`,
    ],
  ]);
});

test.each<[string, string, boolean]>([
  ["a Deployment, which Flux applies server-side", "apps/v1", true],
  ["an object of another API, whose schema can allow it", "argoproj.io/v1alpha1", false],
])("%s", async (_, apiVersion, isError) => {
  const kind = isError ? "Deployment" : "Rollout";
  folder.write({
    ".git/HEAD": "",
    "flux.yaml": `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec: {path: ./apps, prune: true, interval: 1h, sourceRef: {kind: GitRepository, name: flux-system}}
`,
    "apps/web.yaml": `apiVersion: ${apiVersion}
kind: ${kind}
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    spec:
      containers:
      - {name: app, image: i, env: [{name: A, value: a}, {name: A, value: a}]}
`,
  });
  const { output } = await runInMemory(["lint", "-o", "json", folder.path]);
  const [finding] = JSON.parse(output).findings;
  expect(finding).toMatchObject({ rule: "duplicate-variable", severity: isError ? "error" : "warning" });
  expect(finding.message).toContain(isError ? "Flux applies it server-side" : "server-side apply rejects it");
});
