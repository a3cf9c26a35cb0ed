/** The objects of a repository that provide the variables of a Kustomization, and what Flux applies of a folder. */
import { expect, test } from "vitest";
import { fileAt } from "../../../src/kubernetes/kustomize/index.ts";
import { memberOf } from "../../../src/text/own-keys.ts";
import { nodeAt } from "../../../src/yaml/node.ts";
import { fluxPaths, kustomization, object, substitute, substituteFrom } from "./repository.ts";

type Files = Readonly<Record<string, string>>;

const SETTINGS = object("ConfigMap", "settings", "A: b");

/** The variables of a Kustomization that reads the ConfigMap `vars`. */
function variables(files: Files, source = "ConfigMap vars"): string[] {
  const own = {
    "clusters/apps.yaml": kustomization("apps", "./apps", substituteFrom(source)),
    "apps/s.yaml": SETTINGS,
  };
  const [path] = fluxPaths({ ...own, ...files });
  const { all, isComplete } = path!.variables;
  const shown = Array.from(all.values(), ({ file, from, name, node, value = "?" }) => {
    return `${from} ${name}=${value} ${file.path}:${file.text.slice(node.start, node.end)}`;
  });
  return [...shown, ...(isComplete ? [] : ["…"])];
}

const FOUND = ["ConfigMap/vars A=a /v/vars.yaml:a"];

test.each([
  ["kind: ConfigMap\nmetadata:\n  name: vars\ndata:\n  A: a", FOUND],
  ["kind: ConfigMap\nmetadata: {name: vars}\ndata: {A: a}", FOUND],
  ["kind: ConfigMap\nmetadata: {name : vars}\ndata: {A: a}", FOUND],
  ["kind: ConfigMap\nmetadata:\n  name:   vars # x\ndata: {A: a}", FOUND],
  ["kind: ConfigMap\nmetadata:\n  name:\n    vars\ndata: {A: a}", FOUND],
  ["kind: ConfigMap\nmetadata: {name: 'vars'}\ndata: {A: a}", FOUND],
  ['kind: ConfigMap\nmetadata: {name: "vars"}\ndata: {A: a}', FOUND],
  ["kind: ConfigMap\nmetadata: {'name': vars}\ndata: {A: a}", FOUND],
  ['kind: ConfigMap\nmetadata: {"name":vars}\ndata: {A: a}', FOUND],
  ['{"kind": "ConfigMap", "metadata": {"name":"vars"}, "data": {A: a}}', FOUND],
  // Names that are not plain.
  ['kind: ConfigMap\nmetadata: {name: "v\\u0061rs"}\ndata: {A: a}', FOUND],
  ['kind: ConfigMap\nmetadata: {"n\\x61me": vars}\ndata: {A: a}', FOUND],
  ['kind: ConfigMap\nmetadata: {"\\U0000006eame": vars}\ndata: {A: a}', FOUND],
  ["kind: ConfigMap\nmetadata: {name: !!binary dmFycw==}\ndata: {A: a}", FOUND],
  ['kind: ConfigMap\nmetadata: {name: "\\u0076ars"}\ndata: {A: a}', FOUND],
  ["kind: ConfigMap\nmetadata: {name: &n vars}\ndata: {A: a}", FOUND],
  ["x: &n vars\nkind: ConfigMap\nmetadata: {name: *n}\ndata: {A: a}", FOUND],
  ["kind: ConfigMap\nmetadata: {name: !!str vars}\ndata: {A: a}", FOUND],
  ["kind: ConfigMap\nmetadata:\n  name: |-\n    vars\ndata: {A: a}", FOUND],
  ["kind: ConfigMap\nmetadata:\n  name: >-\n    vars\ndata: {A: a}", FOUND],
  ["kind: ConfigMap\nmetadata: {name: other}\n---\nkind: ConfigMap\nmetadata: {name: vars}\ndata: {A: a}", FOUND],
  ["kind: List\nitems:\n- {kind: ConfigMap, metadata: {name: vars}, data: {A: a}}", FOUND],
  ["kind: ConfigMap\nmetadata: {name: vars2}\ndata: {A: a}", ["…"]],
  ["kind: ConfigMap\nmetadata: {name: my-vars}\ndata: {A: a}", ["…"]],
  ["kind: ConfigMap\nmetadata: {names: vars}\ndata: {A: a}", ["…"]],
  ["kind: Secrets\nmetadata: {name: vars}\ndata: {A: a}", ["…"]],
])("the ConfigMap in %j", (text, expected) => {
  expect(variables({ "v/vars.yaml": text })).toEqual(expected);
});

test("the data of a Secret, and how it is generated", () => {
  const secret = "kind: Secret\nmetadata: {name: vars}\ndata: {A: YQ==}\nstringData: {B: b}\nsops: {}\n";
  expect(variables({ "v/s.yaml": secret }, "Secret vars")).toEqual([
    "Secret/vars A=? /v/s.yaml:YQ==",
    "Secret/vars B=? /v/s.yaml:b",
  ]);
  // Without encryption, the object in the cluster can have other keys.
  expect(variables({ "v/s.yaml": secret.replace("sops: {}", "") }, "Secret vars").at(-1)).toBe("…");
  const generator = "configMapGenerator:\n- {name: vars, literals: [A=a], envs: [x.env]}\n";
  const files = { "v/kustomization.yaml": generator, "v/x.env": "B=b\n", "x.env": "C=c\n", "v/w/x.env": "D=d\n" };
  expect(variables(files)).toEqual(["ConfigMap/vars B=b /v/x.env:B=b", "ConfigMap/vars A=a /v/kustomization.yaml:A=a"]);
  expect(variables({ "v/kustomization.yaml": generator })).toEqual(["…"]);
  const several =
    "secretGenerator: [{name: vars, literals: [S=s]}]\nconfigMapGenerator: [{name: other, literals: [B=b]}, {name: vars, literals: [A=a]}]\n";
  expect(variables({ "v/kustomization.yaml": several })).toEqual(["ConfigMap/vars A=a /v/kustomization.yaml:A=a"]);
  expect(variables({ "v/kustomization.yaml": several }, "Secret vars")).toEqual([
    "Secret/vars S=? /v/kustomization.yaml:S=s",
  ]);
});

test.each<[data: string, value: string]>([
  ["a", "a"],
  ["''", ""],
  ['"a\\nb\\n"', "ab"],
  ['"a\\rb"', "a\rb"],
  ["' a '", " a "],
  // A substitution can change these, and the others are not strings.
  ["$$", "?"],
  ["a$", "?"],
  ["1", "?"],
  ["true", "?"],
  ["null", "?"],
  ["[a]", "?"],
])("the value %s of a ConfigMap is %j", (data, value) => {
  const [found] = variables({ "v/vars.yaml": `kind: ConfigMap\nmetadata: {name: vars}\ndata: {A: ${data}}` });
  expect(found).toBe(`ConfigMap/vars A=${value} /v/vars.yaml:${data}`);
});

test.each<[what: string, others: string[], expected: string[]]>([
  ["the same", ["A: a, B: b", "A: a, B: b"], ["A=a", "B=b"]],
  ["different in the second one", ["A: a, B: b", "A: a, B: c"], ["A=a", "B=?"]],
  ["different in the third one", ["A: a", "A: a", "A: b"], ["A=?"]],
  ["missing in the first one", ["B: b", "A: a, B: b"], ["B=b", "A=?"]],
  ["missing in the last one", ["A: a, B: b", "A: a, B: b", "B: b"], ["A=?", "B=b"]],
  ["in one without data", ["A: a", ""], ["A=?"]],
])("several ConfigMaps with one name, whose values are %s", (_, all, expected) => {
  const files = all.map((data, i) => [`v${i}/vars.yaml`, `kind: ConfigMap\nmetadata: {name: vars}\ndata: {${data}}`]);
  const found = variables(Object.fromEntries(files));
  expect(found.map((variable) => variable.split(" ")[1])).toEqual(expected);
});

test("inline variables are in the file of the Kustomization", () => {
  const files = {
    "clusters/apps.yaml": kustomization("apps", "./apps", substitute("A: a, B: 1")),
    "apps/s.yaml": SETTINGS,
  };
  const { all } = fluxPaths(files)[0]!.variables;
  expect(Array.from(all.values(), ({ file, from, name, value }) => [name, value, from, file.path])).toEqual([
    ["A", "a", "Kustomization/apps", "/clusters/apps.yaml"],
    ["B", undefined, "Kustomization/apps", "/clusters/apps.yaml"],
  ]);
});

test("a Kustomization with images sets those of containers", () => {
  const [path] = fluxPaths({
    "clusters/apps.yaml": kustomization("apps", "./apps", "images: [{name: web, newTag: v2}]"),
    "apps/web.yaml":
      "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: a, image: 'web:v1'}]}}",
  });
  const [web] = path!.rendering.objects;
  expect(memberOf(web!.document.value, "spec")).toEqual({ containers: [{ name: "a", image: "web:v2" }] });
});

/** The kinds, namespaces, and names of what a Kustomization with the path `./apps` applies. */
function applied(files: Files, spec = ""): string[] {
  const [path] = fluxPaths({ "clusters/apps.yaml": kustomization("apps", "./apps", spec), ...files });
  const { isComplete, objects } = path!.rendering;
  const names = objects.map(({ document: { value }, isUnknown }) => {
    const metadata = memberOf(value, "metadata");
    const namespace = memberOf(metadata, "namespace");
    return `${namespace === undefined ? "" : `${namespace}/`}${memberOf(metadata, "name")}${isUnknown ? "?" : ""}`;
  });
  return [...names, ...(isComplete ? [] : ["…"])];
}

const named = (name: string) => object("ConfigMap", name, "A: b");

test("a folder without a kustomization: all manifests below it, and the kustomizations in it", () => {
  const files = {
    "apps/b.yaml": named("b"),
    "apps/a.yml": named("a"),
    "apps/c.json": named("json"),
    "apps/d.yaml.txt": named("txt"),
    "apps/.hidden.yaml": named("hidden"),
    "apps/.git/e.yaml": named("git"),
    "apps/deep/er/f.yaml": named("f"),
    "apps/own/kustomization.yaml": "resources: [g.yaml]\nnamePrefix: p-\n",
    "apps/own/g.yaml": named("g"),
    "apps/own/unlisted.yaml": named("unlisted"),
    "other/h.yaml": named("h"),
  };
  expect(applied(files)).toEqual(["a", "b", "f", "p-g"]);
});

const OWN = {
  "apps/kustomization.yaml": "resources: [a.yaml]\n",
  "apps/a.yaml": named("a"),
  "apps/b.yaml": named("b"),
};

test.each([
  ["nothing", "", ["a"]],
  ["a namespace", "targetNamespace: shop", ["shop/a"]],
  ["a prefix and a suffix", "namePrefix: p-\nnameSuffix: -s", ["p-a-s"]],
  ["the namespace of a kustomization", "namespace: shop", ["a"]],
  ["other resources", "resources: [b.yaml]", ["a"]],
  ["a patch", "patches: [{target: {kind: ConfigMap}, patch: '[{op: remove, path: /data}]'}]", ["a?"]],
  [
    "a patch of a name",
    'patches: [{target: {kind: ConfigMap}, patch: \'[{"op": "replace", "path": "/metadata/name", "value": "z"}]\'}]',
    ["z"],
  ],
  [
    "an older patch",
    'patchesStrategicMerge: ["{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, $patch: delete}"]',
    [],
  ],
  [
    "an older JSON patch",
    'patchesJson6902: [{target: {kind: ConfigMap}, patch: \'[{"op": "replace", "path": "/metadata/name", "value": "z"}]\'}]',
    ["z"],
  ],
  ["a component", "components: [../component]", ["c-a"]],
  ["a component that does not exist", "components: [../none]", ["a", "…"]],
])("a Kustomization with %s", (_, spec, expected) => {
  const component = "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnamePrefix: c-\n";
  expect(applied({ ...OWN, "component/kustomization.yaml": component }, spec)).toEqual(expected);
});

test("the variables of a Kustomization are replaced in those that it applies", () => {
  const files = {
    "clusters/apps.yaml": kustomization("apps", "./apps", substitute("DIR: web")),
    "apps/web.yaml": kustomization("web", "./${DIR}").replace("path: ./${DIR}", 'path: "./${DIR}"'),
    "web/s.yaml": SETTINGS,
  };
  const found = (all: Files) => fluxPaths(all).map(({ folder, kustomization: { name } }) => `${name} ${folder}`);
  expect(found(files)).toEqual(["apps /apps", "web /web"]);
  expect(found({ ...files, "clusters/apps.yaml": kustomization("apps", "./apps") })).toEqual(["apps /apps"]);
});

test("a webhook that adds variables makes them incomplete, and text is always replaced", () => {
  const OTHER = kustomization("other", "./apps");
  const path = (folder: string) => {
    const files = {
      [`${folder}/apps.yaml`]: kustomization("apps", "./apps"),
      "apps/s.yaml": SETTINGS,
      "z/o.yaml": OTHER,
    };
    const [{ isSubstituted, variables }] = fluxPaths(files) as [ReturnType<typeof fluxPaths>[0]];
    return [isSubstituted, variables.isComplete];
  };
  expect(path("clusters/kustomize-mutating-webhook")).toEqual([true, false]);
  expect(path("clusters/other-webhook")).toEqual([false, true]);
});

test("the path is in the first root of the file's folder that has it, and the manifests above the root do not count", () => {
  const files = {
    "w/kustomization.yaml": "resources: [repo]\nnamePrefix: outer-\n",
    "w/repo/kustomization.yaml": "resources: [clusters]\nnamePrefix: p-\n",
    "w/repo/clusters/kustomization.yaml": "resources: [one.yaml]\nnamePrefix: q-\n",
    "w/repo/clusters/one.yaml": kustomization("one", "./apps"),
    "w/repo/apps/s.yaml": SETTINGS,
    "w/apps/s.yaml": SETTINGS,
  };
  const found = (...roots: string[]) =>
    fluxPaths(files, roots).map((path) => `${path.kustomization.name} ${path.folder}`);
  expect(found("/w/repo", "/w")).toEqual(["p-q-one /w/repo/apps"]);
  expect(found("/w", "/w/repo")).toEqual(["outer-p-q-one /w/apps"]);
  expect(found("/none", "/w/repo", "/w")).toEqual(["outer-p-q-one /w/repo/apps"]);
  expect(found("/none")).toEqual([]);
});

test("the root of a repository is that of a Kustomization's folder", () => {
  const files = (folder: string) => ({
    [`${folder}/one.yaml`]: kustomization("one", "./apps"),
    [`${folder}/two.yaml`]: kustomization("two", "apps/"),
    "apps/s.yaml": SETTINGS,
  });
  const folders = (folder: string) => fluxPaths(files(folder)).map((path) => path.folder);
  expect(folders("clusters")).toEqual(["/apps", "/apps"]);
  expect(folders("clusters/dev/deep")).toEqual(["/apps", "/apps"]);
});

test("a Kustomization that a kustomization changes is evaluated as it is rendered", () => {
  const files = {
    "clusters/kustomization.yaml": "resources: [apps.yaml]\nnamePrefix: p-\n",
    "clusters/apps.yaml": kustomization("apps", "./apps"),
    "apps/s.yaml": SETTINGS,
  };
  const names = (all: Files) => fluxPaths(all).map((path) => path.kustomization.name);
  expect(names(files)).toEqual(["p-apps"]);
  expect(names({ ...files, "clusters/kustomization.yaml": "resources: [other.yaml]\n" })).toEqual(["apps"]);
  const component =
    "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [apps.yaml]\nnamePrefix: p-\n";
  expect(names({ ...files, "clusters/kustomization.yaml": component })).toEqual(["apps"]);
});

test("the patches of a Kustomization are in the file that sets them", () => {
  const value = "{kind: ConfigMap, metadata: {name: settings}, data: {A: new}}";
  const patch = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps}
spec: {patches: [{target: {kind: ConfigMap}, patch: "${value}"}]}
`;
  const files = {
    "clusters/kustomization.yaml": "resources: [apps.yaml]\npatches: [{path: patch.yaml}]\n",
    "clusters/apps.yaml": kustomization("apps", "./apps"),
    "clusters/patch.yaml": patch,
    "apps/s.yaml": SETTINGS,
  };
  const { document } = fluxPaths(files)[0]!.rendering.objects[0]!;
  const [node, file] = [nodeAt(document, ["data", "A"])!, fileAt(document, ["data", "A"])!];
  expect([file.path, file.text.slice(node.start, node.end)]).toEqual(["/clusters/patch.yaml", "new"]);
});

test("a source that provides another repository", () => {
  const other = (name: string, path: string) => kustomization(name, path).replace("name: flux-system}", "name: other}");
  const found = (...texts: string[]) => {
    const files = { "clusters/all.yaml": texts.join(""), "apps/s.yaml": SETTINGS, "web/s.yaml": SETTINGS };
    return fluxPaths(files).map((path) => path.kustomization.name);
  };
  expect(found(kustomization("a", "./apps"), kustomization("b", "./none"))).toEqual(["a"]);
  expect(found(kustomization("a", "./apps"), kustomization("b", "./none"), kustomization("c", "./no"))).toEqual([]);
  expect(found(kustomization("a", "./apps"), other("b", "./web"))).toEqual(["a", "b"]);
  expect(found(kustomization("a", "./apps"), other("b", "./"))).toEqual(["a"]);
  expect(found(kustomization("a", "./apps"), kustomization("b", "./web"), kustomization("c", "./no"))).toEqual([
    "a",
    "b",
  ]);
  expect(found(kustomization("a", "./apps"), other("b", "./none"), other("c", "./"))).toEqual(["a"]);
});

test("a patch of an object that is not in the repository sets only some of its variables", () => {
  const vars = object("ConfigMap", "vars", "A: a");
  const files = { "v/vars.yaml": vars, "v/kustomization.yaml": "patches: [{path: vars.yaml}]\n" };
  expect(variables(files).at(-1)).toBe("…");
  expect(variables({ ...files, "base/vars.yaml": object("ConfigMap", "vars", "B: b") })).not.toContain("…");
});
