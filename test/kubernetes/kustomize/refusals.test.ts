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
  "empty/kustomization.yaml": "# nothing\n",
  "typed/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n",
  "malformed/kustomization.yaml": "kind: Kustomization\n  resources:\n  - a\n",
  "list/kustomization.yaml": "- a\n",
  "repeated.yaml": SETTINGS.repeat(2),
  "spaces.yaml":
    "{apiVersion: v1, kind: Namespace, metadata: {name: a}}\n---\n{apiVersion: v1, kind: Namespace, metadata: {name: b}}\n",
  "other.yaml": SETTINGS.replace("name: settings", "name: settings, namespace: other"),
  "two/kustomization.yaml": "resources: [../web.yaml]\n---\nnamespace: x\n",
  "annotated.yaml": `${SETTINGS}---\n${SETTINGS.replace("{name: settings}", "{name: b, annotations: {a: x, b: y, a: z}}")}`,
  "annotated-list.yaml": JSON.stringify({ apiVersion: "v1", kind: "List", items: [] }).replace(
    "[]",
    "[{apiVersion: v1, kind: ConfigMap, metadata: {name: c, annotations: {a: x, 'a': y}}}]",
  ),
  "labeled.yaml": SETTINGS.replace("{name: settings}", "{name: b, labels: {a: x, a: y}, annotations: {b: x, b: y}}"),
  "policy.yaml": policy("policy/v1beta1", "PodSecurityPolicy", "a"),
  "policy-patch.yaml": policy("policy/v1beta1", "PodSecurityPolicy", "b"),
};

/** An object with a namespace. */
function policy(apiVersion: string, kind: string, namespace: string): string {
  return `{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: a, namespace: ${namespace}}, spec: {}}\n`;
}

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
    "{resources: [web.yaml], configMapGenerator: [{name: x, behavior: merge, literals: [A=1]}]}",
    "{name:",
    "does not exist; cannot merge or replace",
  ],
  [
    "{resources: [settings.yaml], configMapGenerator: [{name: settings, literals: [A=1]}]}",
    "{name:",
    "exists; behavior must be merge or replace",
  ],
  ["resources: [empty]", "empty", "kustomization.yaml is empty"],
  ["resources: [typed]", "typed", "kustomization.yaml is empty"],
  ["components: [empty]", "empty", "kustomization.yaml is empty"],
  ["resources: [malformed]", "malformed", "invalid Kustomization: yaml: line 2: "],
  ["resources: [list]", "list", "cannot unmarshal array into Go value of type types.Kustomization"],
  ["resources: [repeated.yaml]", "repeated.yaml", 'mapping key \\"apiVersion\\" already defined at line 1'],
  ["resources: [labeled.yaml]", "labeled.yaml", 'mapping key \\"a\\" already defined at line 3'],
  ["{resources: [spaces.yaml], namespace: x}", "x", "namespace transformation produces ID conflict: "],
  ["{resources: [settings.yaml, other.yaml], namespace: x}", "x", "namespace transformation produces ID conflict: "],
  ["{resouces: [web.yaml]}", "[web.yaml]", 'invalid Kustomization: json: unknown field \\"resouces\\"'],
  ["{kind: Deployment, resources: [web.yaml]}", "Deployment", "kind should be Kustomization or Component"],
  [
    "{apiVersion: kustomize.config.k8s.io/v1beta2, resources: [web.yaml]}",
    "kustomize.config.k8s.io/v1beta2",
    "apiVersion for Kustomization should be kustomize.config.k8s.io/v1beta1",
  ],
  [
    "{apiVersion: kustomize.config.k8s.io/v1beta1, kind: Component, resources: [web.yaml]}",
    "kustomize.config.k8s.io/v1beta1",
    "apiVersion for Component should be kustomize.config.k8s.io/v1alpha1",
  ],
  ["{resources: web.yaml}", "web.yaml", "invalid Kustomization: json: cannot unmarshal string"],
];

function unevaluated(files: Files, isGitIgnored = (_path: string) => false, kustomization = "/") {
  const list = (folder: string) => {
    const prefix = folder === "/" ? "" : `${folder.slice(1)}/`;
    const below = Object.keys(files).filter((name) => name.startsWith(prefix));
    const entries = below.map((name) => name.slice(prefix.length).replace(/\/.*/s, "/"));
    return entries.length === 0 ? undefined : [...new Set(entries)].filter((entry) => entry !== "");
  };
  const read = (path: string) => files[path.slice(1)];
  const topOf = () => (files[".git/"] === undefined ? undefined : "/");
  const reader = { read, list, topOf, isGitIgnored, pattern: goPattern };
  return new Kustomizer(reader).render(kustomization)?.unevaluated ?? [];
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

test.each<[kustomization: string, reasons: string[]]>([
  ["", ["absent kustomization.yaml is empty"]],
  ["# later\n", ["absent kustomization.yaml is empty"]],
  ["kind: Kustomization\nresources:\n", ["absent kustomization.yaml is empty"]],
  ["- web.yaml\n", ["refused invalid Kustomization: json: cannot unmarshal array into"]],
  ["Not found\n", ["refused invalid Kustomization: json: cannot unmarshal string into"]],
  ["resources: []\n", []],
  ["{{ if true }}\nresources: []\n", []],
])("the kustomization %j, which nothing lists", (kustomization, expected) => {
  const found = unevaluated(withKustomization(kustomization));
  expect(found.map(({ message, reason }) => `${reason} ${message}`)).toEqual(
    expected.map((start) => expect.stringContaining(start)),
  );
});

/** Kustomizations that kubectl builds. */
const BUILT = [
  "{resources: [settings.yaml], patches: [{path: repeated.yaml}]}",
  "{resources: [policy.yaml], patches: [{path: policy-patch.yaml}], namespace: x}",
  "{resources: [settings.yaml, spaces.yaml]}",
  "{resources: [annotated.yaml, annotated-list.yaml]}",
  '{resources: [settings.yaml], patches: [{patch: \'[{"op": "add", "op": "add", "path": "/data/C", "value": "x"}]\', target: {name: settings}}]}',
  "{resources: [settings.yaml], resources: [web.yaml]}",
  "resources: [web.yaml]\n---\nresources: [missing.yaml]\n",
  "{apiVersion: kustomize.config.k8s.io/v1beta1, resources: [web.yaml]}",
  "{apiVersion: '', kind: '', resources: [web.yaml]}",
  "{apiVersion: null, kind: Kustomization, resources: [web.yaml]}",
  "{kind: Component, resources: [web.yaml]}",
];

test.each(BUILT)("%s is built", (kustomization) => {
  expect(unevaluated(withKustomization(kustomization))).toEqual([]);
});

describe.skipIf(!hasTool("kubectl", "version", "--client"))("kubectl builds it, too", () => {
  test.each(BUILT)("%s", (kustomization) => {
    const folder = mkdtempSync(join(tmpdir(), "kustomize-"));
    try {
      writeAll(withKustomization(kustomization), folder);
      expect(spawnSync("kubectl", ["kustomize", folder], { timeout: 60_000 })).toMatchObject({ status: 0 });
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

/** What each kustomization of the root lacks, and the files beside it. */
test.each<[name: string, resource: string, files: Files, reason: string]>([
  ["a generated kustomization that is ignored", "ignored", { "ignored/a.yaml": "" }, "absent"],
  ["a kustomization with a template", "a", { "a/kustomization.yaml.in": "" }, "absent"],
  ["a kustomization with another template", "a", { "a/kustomization.tmpl.yaml": "" }, "absent"],
  ["a folder without a template", "a", { "a/settings.yaml.in": "" }, "refused"],
  ["a file with a template", "a.yaml", { "a.yaml.tpl": "" }, "absent"],
  ["a file with an example", "tokens.yaml", { "tokens.example.yaml": "" }, "absent"],
  ["a file with an encrypted one", "tokens.yaml", { "tokens.enc.yaml": "" }, "absent"],
  ["a file with another one", "tokens.yaml", { "tokens.old.yaml": "" }, "refused"],
  ["a file of a submodule", "lib/deploy/a.yaml", { ".gitmodules": '[submodule "lib"]\n\tpath = lib\n' }, "absent"],
  ["a file beside a submodule", "libs/a.yaml", { ".gitmodules": '[submodule "lib"]\n\tpath = lib\n' }, "refused"],
  [
    "what git-lfs stores",
    "a.yaml",
    { "a.yaml": "version https://git-lfs.github.com/spec/v1\noid sha256:0\n" },
    "unsupported",
  ],
  ["a placeholder", "../overlays/${ENV}", {}, "unsupported"],
  ["a placeholder in a name", "<cluster>.yaml", {}, "unsupported"],
  ["a variable of a shell", "apps/$NAME", {}, "unsupported"],
  ["a generated manifest of a vendored project", "upstream/webhook/manifests.yaml", {}, "absent"],
  [
    "a file that a Makefile writes",
    "a/crds.yaml",
    { Makefile: "crds:\n\tkustomize build x > a/crds.yaml\n" },
    "absent",
  ],
  [
    "a file that a script writes",
    "a/crds.yaml",
    { "hack/update.sh": 'curl -o "$DIR/crds.yaml" https://x\n' },
    "absent",
  ],
  ["what flux bootstrap makes", "flux-system", {}, "absent"],
  ["a file that a script copies", "a/crds.yaml", { "a/run.sh": "cp ../x.yaml crds.yaml\n" }, "absent"],
  ["a file that a script reads", "a/crds.yaml", { Makefile: "x:\n\tkubectl apply -f a/crds.yaml > log\n" }, "refused"],
  ["another file that a script writes", "a/crds.yaml", { Makefile: "x:\n\tcat y > a/crds.yaml.tmp\n" }, "refused"],
])("%s is absent or refused", (_, resource, files, reason) => {
  const all = { "kustomization.yaml": `resources: ['${resource}']\n`, ".git/": "", ...files };
  const found = unevaluated(all, (path) => path === "/ignored/kustomization.yaml");
  expect(found.map((each) => each.reason)).toEqual([reason]);
});

test.each<[resource: string, reason: string, files?: Files]>([
  ["../../bae", "refused"],
  ["../../base/x.yaml", "refused"],
  ["../x", "refused"],
  ["../../base/a.yaml", "restricted", { "repository/base/a.yaml": SETTINGS }],
  ["../../../other/base", "absent"],
])("a resource outside of the folder: %s is %s", (resource, reason, more = {}) => {
  const files = { "repository/.git/HEAD": "", "repository/base/kustomization.yaml": "namePrefix: a-", ...more };
  const all = { ...files, "repository/overlays/a/kustomization.yaml": `resources: [${resource}]\n` };
  const found = unevaluated(all, undefined, "/repository/overlays/a");
  expect(found.map((each) => each.reason)).toEqual([reason]);
});

test("certificates and env files are those of a machine", () => {
  const files = { "kustomization.yaml": "configMapGenerator: [{name: a, files: [ca.crt], envs: [.env, app.env]}]\n" };
  expect(unevaluated(files).map(({ message, reason }) => `${reason} ${message}`)).toEqual([
    expect.stringContaining("absent '.env'"),
    expect.stringContaining("refused loading KV pairs: 'app.env'"),
    expect.stringContaining("absent 'ca.crt'"),
  ]);
});

test.each<[kustomization: string, reasons: string[]]>([
  [`patches: [{patch: '${SETTINGS.trim().replaceAll("\n", "\n\n")}'}]`, ["unsupported"]],
  ["patchesStrategicMerge: [settings.yaml]", ["unsupported"]],
  [
    "replacements: [{source: {kind: ConfigMap, name: a}, targets: [{select: {kind: Pod}, fieldPaths: [a]}]}]",
    ["unsupported", "unsupported"],
  ],
  ["configMapGenerator: [{name: x, behavior: merge, literals: [A=1]}]", ["unsupported"]],
  ["patchesStrategicMerge: [missing.yaml]", ["unsupported", "refused"]],
  ["{resources: [base], patchesStrategicMerge: [settings.yaml]}", ["refused"]],
  ["namespace: x", []],
])("objects of another program: %s", (kustomization, reasons) => {
  expect(unevaluated(withKustomization(kustomization)).map(({ reason }) => reason)).toEqual(reasons);
});

test("a kustomization that is not YAML is refused where it goes wrong", () => {
  const text = FILES["malformed/kustomization.yaml"]!;
  expect(unevaluated({ "kustomization.yaml": text })).toMatchObject([
    { reason: "refused", file: "/kustomization.yaml", start: text.indexOf(":", 20) },
  ]);
  expect(unevaluated({ "kustomization.yaml": `${text}{{ x }}` })).toEqual([]);
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

/** The ConfigMap in another namespace. */
const inOther = (object: string) => object.replace("name: settings", "name: settings, namespace: other");
const inlinePatch = (text: string, target = "") => `{patch: '${text.trim().replaceAll("\n", "\n\n")}'${target}}`;
const toWeb = (source: string) =>
  `replacements: [{source: {kind: ConfigMap, ${source}}, targets: [{select: {kind: Deployment}, fieldPaths: [metadata.name]}]}]`;

test.each<[name: string, lines: string[], expected: string[]]>([
  [
    "a failed merge has made a second ConfigMap",
    [
      "resources: [web.yaml, other.yaml]",
      "configMapGenerator: [{name: settings, behavior: merge, literals: [C=x]}]",
      toWeb("name: settings, fieldPath: data.A"),
    ],
    ["does not exist; cannot merge"],
  ],
  [
    "a failed merge would have added the key",
    [
      "resources: [web.yaml, other.yaml]",
      "configMapGenerator: [{name: settings, behavior: merge, literals: [C=x]}]",
      toWeb("name: settings, namespace: other, fieldPath: data.C"),
    ],
    ["does not exist; cannot merge"],
  ],
  [
    "a failed patch would have added the key",
    [
      "resources: [web.yaml, settings.yaml]",
      `patches: [${inlinePatch(inOther(SETTINGS))}, ${inlinePatch('[{"op": "remove", "path": "/data/C"}]', ", target: {name: settings}")}]`,
      toWeb("name: settings, fieldPath: data.D"),
    ],
    ["no resource matches"],
  ],
  [
    "an unknown member can have been meant to add objects",
    ["resouces: [settings.yaml]", "resources: [web.yaml]", `patches: [${inlinePatch(SETTINGS)}]`],
    ["unknown field"],
  ],
  [
    "a component that does not exist would have added the key",
    ["resources: [web.yaml, settings.yaml]", "components: [missing]", toWeb("name: settings, fieldPath: data.C")],
    ["no such file or directory"],
  ],
  [
    "the patch of an object that is there twice",
    [
      "resources: [web.yaml, copy.yaml]",
      `patches: [${inlinePatch('[{"op": "remove", "path": "/a"}]', ", target: {name: web}")}]`,
    ],
    ["already registered"],
  ],
  [
    "independent steps",
    [
      "resources: [web.yaml, settings.yaml, missing.yaml]",
      `patches: [${inlinePatch('[{"op": "remove", "path": "/data/C"}]', ", target: {name: settings}")}]`,
    ],
    ["'missing.yaml': no such file", "Unable to remove nonexistent key"],
  ],
  [
    "patches of different objects",
    [
      "resources: [web.yaml, settings.yaml]",
      `patches: [${inlinePatch(inOther(SETTINGS))}, ${inlinePatch(SETTINGS.replace("name: settings", "name: b"))}]`,
    ],
    ["no resource matches", "no resource matches"],
  ],
])("only the first failure of steps that depend on each other is reported: %s", (_, lines, expected) => {
  const found = unevaluated(withKustomization(lines.join("\n"))).filter(({ reason }) => reason === "refused");
  expect(found.map(({ message }) => message)).toEqual(expected.map((each) => expect.stringContaining(each)));
});

test("a patch whose selector is not supported makes the rest unknown", () => {
  const target = "{name: web, labelSelector: 'app in (web'}";
  const text = `{resources: [web.yaml], patches: [{target: ${target}, patch: "{spec: {replicas: 2}}"}]}`;
  expect(unevaluated(withKustomization(text))).toMatchObject([{ reason: "unsupported", file: "/kustomization.yaml" }]);
});

test("a patch of a definition can add what a replacement copies", () => {
  const definition = "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: a}}";
  const source = "source: {kind: CustomResourceDefinition, fieldPath: metadata.annotations.b}";
  const files = {
    ...FILES,
    "definition.yaml": definition,
    "kustomization.yaml": `resources: [web.yaml, definition.yaml]
patches: [{patch: '${definition.replace("{name: a", "{name: a, annotations: {b: c}")}'}]
replacements: [{${source}, targets: [{select: {kind: Deployment}, fieldPaths: [metadata.name]}]}]
`,
  };
  expect(unevaluated(files)).toMatchObject([{ reason: "unsupported" }]);
});
