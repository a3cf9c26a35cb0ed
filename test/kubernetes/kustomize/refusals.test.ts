/** What kustomize cannot build: kubectl refuses it, too, and says the same. Otherwise, a part that is not supported is named. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { goPattern } from "../../../src/cli/manifests/go-pattern.ts";
import { Kustomizer } from "../../../src/kubernetes/kustomize/index.ts";
import { hasTool } from "../../tools.ts";
import { writeAll } from "./kubectl.ts";
import { deployment, type Files } from "./render.ts";

const DEPLOYMENT = deployment("env: [{name: A, value: a}]");
const SETTINGS = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {A: x, B: "p,q"}\n';
const FILES: Files = {
  "web.yaml": DEPLOYMENT,
  "copy.yaml": DEPLOYMENT,
  "settings.yaml": SETTINGS,
  "unnamed.yaml": "apiVersion: v1\nkind: ConfigMap\ndata: {A: x}\n",
  "list.yaml": "- a\n",
  "broken.yaml": "a: [\n",
  "base/kustomization.yaml": "namePrefix: x-\n",
  "component/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnamePrefix: x-\n",
  "folder/other.txt": "",
};

/** A patch of the Deployment, and a replacement of one of its fields. */
const patch = (operation: string) =>
  `{resources: [web.yaml], patches: [{patch: "- {${operation}}", target: {name: web}}]}`;
const merge = (spec: string, name = "web") =>
  `{resources: [web.yaml], patches: [{patch: "{apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}}, spec: ${spec}}"}]}`;
const replacement = (source: string, target = "select: {kind: Deployment}, fieldPaths: [metadata.name]") =>
  `{resources: [web.yaml, settings.yaml], replacements: [{source: {kind: ConfigMap, ${source}}, targets: [{${target}}]}]}`;
const fieldOf = (path: string) =>
  replacement("name: settings, fieldPath: data.A", `select: {kind: Deployment}, fieldPaths: ["${path}"]`);
const IMAGE = "path: /spec/template/spec/containers/0/image";

/** The kustomization, the text at the finding, and a part of the message, which kubectl prints, too. */
const REFUSED: [kustomization: string, at: string, message: string][] = [
  ["resources: [web.yaml, missing.yaml]", "missing.yaml", "no such file or directory"],
  ["resources: [missing]", "missing", "no such file or directory"],
  [
    "resources: [folder]",
    "folder",
    "unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization'",
  ],
  ["resources: [unnamed.yaml]", "unnamed.yaml", "missing metadata.name in object"],
  ["resources: [broken.yaml]", "broken.yaml", "accumulating resources"],
  [
    "resources: [web.yaml, copy.yaml]",
    "copy.yaml",
    "may not add resource with an already registered id: Deployment.v1.apps/web.[noNs]",
  ],
  ["resources: [component]", "component", "expected kind != 'Component' for path"],
  ["resources: [.]", ".", "cycle detected"],
  ["components: [base]", "base", "expected kind 'Component' for path"],
  ["components: [missing]", "missing", "no such file or directory"],
  ["{resources: [web.yaml], patches: [{path: missing.yaml}]}", "missing.yaml", "no such file or directory"],
  ["{resources: [web.yaml], patchesStrategicMerge: [missing.yaml]}", "missing.yaml", "no such file or directory"],
  [merge("{}", "web2"), "{patch:", 'no resource matches strategic merge patch \\"Deployment.v1.apps/web2.[noNs]\\"'],
  [merge("{template: []}"), "{patch:", "wrong node kind: expected MappingNode but got SequenceNode"],
  [merge("{$patch: other}"), "{patch:", "unknown patch strategy 'other'"],
  [
    patch("op: remove, path: /spec/replicas"),
    "{patch:",
    "error in remove for path: '/spec/replicas': Unable to remove nonexistent key",
  ],
  [patch("op: add, path: /spec/x/y, value: 3"), "{patch:", "add operation does not apply: doc is missing path"],
  [patch("op: replace, path: /spec/x/y, value: 3"), "{patch:", "replace operation does not apply: doc is missing path"],
  [
    patch("op: replace, path: /spec/template/spec/containers/1/image, value: x"),
    "{patch:",
    "replace operation does not apply: doc is missing path",
  ],
  [patch("op: add, path: /spec/template/spec/containers/7, value: x"), "{patch:", "Unable to access invalid index: 7"],
  [
    patch(`op: test, ${IMAGE}, value: x`),
    "{patch:",
    "testing value /spec/template/spec/containers/0/image failed: test failed",
  ],
  [patch(`op: other, ${IMAGE}`), "{patch:", "Unexpected kind: other"],
  [
    "{resources: [web.yaml], patches: [{patch: '- {op: remove, path: /spec}'}]}",
    "{patch:",
    "must specify a target for JSON patch",
  ],
  [
    "{resources: [web.yaml], patches: [settings.yaml]}",
    "settings.yaml",
    "invalid Kustomization: json: cannot unmarshal string into Go struct field Kustomization.patches of type types.Patch",
  ],
  ["{resources: [web.yaml], patches: [{target: {name: web}}]}", "{target:", "must specify one of patch and path"],
  [
    "{resources: [web.yaml], patches: [{patch: a, path: b, target: {name: web}}]}",
    "{patch:",
    "patch and path can't be set at the same time",
  ],
  [
    replacement("name: other, fieldPath: data.A"),
    "{source:",
    "nothing selected by ConfigMap.[noVer].[noGrp]/other.[noNs]:data.A",
  ],
  [
    replacement("name: settings, fieldPath: data.C"),
    "{source:",
    "fieldPath `data.C` is missing for replacement source",
  ],
  [
    replacement('name: settings, fieldPath: data.B, options: {delimiter: ",", index: 7}'),
    "{source:",
    "options.index 7 is out of bounds",
  ],
  [
    replacement("name: settings, fieldPath: data", "fieldPaths: [a]"),
    "{source:",
    "target must specify resources to select",
  ],
  [fieldOf("spec.replicas"), "{source:", 'unable to find field \\"spec.replicas\\" in replacement target'],
  [fieldOf("spec.template.spec.containers.[name=app].env.[name=B].value"), "{source:", "unable to find field"],
  [fieldOf("spec.template.spec.containers.3.image"), "{source:", "unable to find field"],
  ["{resources: [web.yaml], replacements: [{path: missing.yaml}]}", "missing.yaml", "no such file or directory"],
  ["configMapGenerator: [{name: x, files: [missing.txt]}]", "missing.txt", "no such file or directory"],
  ["secretGenerator: [{name: x, envs: [settigns.yaml]}]", "settigns.yaml", "no such file or directory"],
  ["configMapGenerator: [{name: x, literals: [A]}]", "{name:", "expected key=value"],
  ["configMapGenerator: [{name: x, literals: [A=1, A=2]}]", "{name:", "configmap illegally repeats the key `A`"],
  ["configMapGenerator: [{literals: [A=1]}]", "{literals:", "a configmap must have a name"],
  [
    "configMapGenerator: [{name: x, behavior: merge, literals: [A=1]}]",
    "{name:",
    "does not exist; cannot merge or replace",
  ],
  [
    "{resources: [settings.yaml], configMapGenerator: [{name: settings, literals: [A=1]}]}",
    "{name:",
    "exists; behavior must be merge or replace",
  ],
  ["{resouces: [web.yaml]}", "[web.yaml]", 'invalid Kustomization: json: unknown field \\"resouces\\"'],
  ["{resources: web.yaml}", "web.yaml", "invalid Kustomization: json: cannot unmarshal string"],
];

function unevaluated(files: Files, isGitIgnored = (_path: string) => false) {
  const list = (folder: string) => {
    const prefix = folder === "/" ? "" : `${folder.slice(1)}/`;
    const below = Object.keys(files).filter((name) => name.startsWith(prefix));
    const entries = below.map((name) => name.slice(prefix.length).replace(/\/.*/s, "/"));
    return entries.length === 0 ? undefined : [...new Set(entries)].filter((entry) => entry !== "");
  };
  const read = (path: string) => files[path.slice(1)];
  return new Kustomizer({ read, list, isGitIgnored, pattern: goPattern }).render("/")!.unevaluated;
}

const withKustomization = (kustomization: string): Files => ({ ...FILES, "kustomization.yaml": kustomization });

test.each(REFUSED)("%s is refused", (kustomization, at, message) => {
  const found = unevaluated(withKustomization(kustomization));
  const shown = found.map(
    ({ end, message, reason, start }) => `${reason} ${kustomization.slice(start, end)} ${message}`,
  );
  expect(shown).toEqual([expect.stringContaining(`refused ${at}`)]);
  expect(shown[0]).toContain(message.replaceAll("\\", "").replace(/: (string|cannot).*/, ""));
});

describe.skipIf(!hasTool("kubectl", "version", "--client"))("kubectl refuses it, too", () => {
  test.each(REFUSED)("%s", (kustomization, _, message) => {
    const folder = mkdtempSync(join(tmpdir(), "kustomize-"));
    try {
      writeAll(withKustomization(kustomization), folder);
      const { status, stderr } = spawnSync("kubectl", ["kustomize", folder], { timeout: 60_000 });
      expect(status).not.toBe(0);
      const words = message.replace("configmap illegally", "configmap x illegally").split(/ for path$/)[0]!;
      expect(`${stderr}`.replaceAll('\\"', '"')).toContain(words.replaceAll('\\"', '"'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

const REMOTE = "remote resources are not read";

test.each<[kustomization: string, expected: string[]]>([
  ["{resources: [web.yaml, settings.yaml], namePrefix: a-}", []],
  ["resources: [https://example.org/a.yaml]", [REMOTE]],
  ["resources: ['github.com/example/app//deploy?ref=v1', 'git@example.org:a/b.git']", [REMOTE, REMOTE]],
  // What a remote resource contains can be patched, copied, and merged.
  [`{resources: [https://example.org/a.yaml], patches: [{patch: '${SETTINGS}'}]}`.replaceAll("\n", "\n\n"), [REMOTE]],
  [`{resources: [https://example.org/a.yaml], configMapGenerator: [{name: x, behavior: merge}]}`, [REMOTE]],
  ["helmCharts: [{name: a}]", ["helmCharts: not supported"]],
  ["helmCharts: []", []],
  ["resources: [submodule/app]", ["'submodule/app' is not here; other machines can have it"]],
  ["secretGenerator: [{name: a, envs: [ignored.env]}]", ["'ignored.env' is not here; other machines can have it"]],
  ["secretGenerator: [{name: a, envs: [password.env]}]", ["'password.env' is not here; other machines can have it"]],
  ["resources: [template.yaml]", ["templates of other programs are not read"]],
  ["transformers: [base]", ["transformers are not supported"]],
  ["{kind: Component, patches: [{path: settings.yaml}]}", []],
  [patch("op: replace, path: /spec/replicas, value: 3"), []],
  ["{resources: [web.yaml], patches: [{patch: '- {op: remove, path: /spec/a}', target: {name: other}}]}", []],
  // kustomize 5.8 parses the text of a field.
  [fieldOf("metadata.name.x"), ["what a replacement does is not known"]],
  ["{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, spec: {}}", []],
])("%s is not refused", (kustomization, expected) => {
  const files = { ...withKustomization(kustomization), "submodule/": "", "template.yaml": "{{ .Values.a }}: [" };
  const found = unevaluated(files, (path) => path === "/ignored.env");
  expect(found.map(({ message }) => message)).toEqual(expected);
  expect(found.filter(({ reason }) => reason === "refused")).toEqual([]);
});

test.each<[folder: string, resource: string, reason: string]>([
  ["config/crd", "bases/example.com_apps.yaml", "absent"],
  ["config/rbac", "role.yaml", "absent"],
  ["operator/config/webhook", "manifests.yaml", "absent"],
  ["config/manifests", "bases/app.clusterserviceversion.yaml", "absent"],
  ["config/crd", "bases/example.com_apps.yml", "refused"],
  ["config/crd", "patches/webhook.yaml", "refused"],
  ["config/rbac", "role_binding.yaml", "refused"],
  ["rbac", "role.yaml", "refused"],
])("a file that make manifests generates: %s/%s is %s", (folder, resource, reason) => {
  const top = { "kustomization.yaml": `resources: [${folder}]\n` };
  const files = { ...top, [`${folder}/kustomization.yaml`]: `resources: [${resource}]\n` };
  expect(unevaluated(files).map((each) => each.reason)).toEqual([reason]);
});

test("a misspelled name of a generated file is refused", () => {
  const files = {
    "kustomization.yaml": "resources: [config/crd]\n",
    "config/crd/kustomization.yaml": "resources: [bases/example.com_aps.yaml]\n",
    "config/crd/bases/example.com_apps.yaml": "",
  };
  expect(unevaluated(files)).toMatchObject([{ reason: "refused" }]);
});

test("a problem of a base has its place there, once", () => {
  const found = unevaluated({
    "kustomization.yaml": "resources: [a, b]\n",
    "a/kustomization.yaml": "resources: [../base]\nnamePrefix: a-\n",
    "b/kustomization.yaml": "resources: [../base]\nnamePrefix: b-\n",
    "base/kustomization.yaml": "resources: [missing.yaml]\n",
  });
  expect(found).toMatchObject([{ reason: "refused", file: "/base/kustomization.yaml", start: 12, end: 24 }]);
});

test("a namespace that kustomize sets is the name of a Namespace", () => {
  const found = unevaluated({
    "kustomization.yaml": "resources: [a, b]\n",
    "a/kustomization.yaml": "resources: [namespace.yaml]\nnamespace: a\n",
    "a/namespace.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: _}\n",
    "b/kustomization.yaml": "resources: [namespace.yaml]\nnamespace: b\n",
    "b/namespace.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: _}\n",
  });
  expect(found).toEqual([]);
});

test.each([
  ["a Secret that is not committed", "secret.sops.yaml", {}, "absent"],
  ["an ExternalSecret", "external-secret.yaml", {}, "refused"],
  ["one with a similar name", "db_secrets.yaml", { "db_secret.yaml": "" }, "refused"],
  ["what flux bootstrap generates", "gotk-sync.yaml", {}, "absent"],
  ["another file", "deployment.yaml", {}, "refused"],
  ["a template of ytt", "a.yaml", { "a.yaml": "#@ load('x')\nkind: Pod\nmetadata: {name: x}\n" }, "unsupported"],
  ["a template with percent signs", "a.yaml", { "a.yaml": "token: %TOKEN_A%\n" }, "unsupported"],
])("%s", (_, resource, files, reason) => {
  const found = unevaluated({ ...files, "kustomization.yaml": `resources: [${resource}]\n` });
  expect(found.map((each) => each.reason)).toEqual([reason]);
});

test("names of files in patches are refused once", () => {
  const files = withKustomization("{resources: [web.yaml], patches: [a.yaml, {path: missing.yaml}, b.yaml]}");
  const found = unevaluated(files).map(({ message }) => message);
  expect(found.filter((each) => each.includes("cannot unmarshal string"))).toHaveLength(1);
  expect(found).toHaveLength(2);
});
