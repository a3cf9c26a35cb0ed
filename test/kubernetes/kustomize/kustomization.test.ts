/** What is not supported or wrong in a kustomization, and the places of what it renders. */
import { describe, expect, test } from "vitest";
import { fileAt, membersOf } from "../../../src/kubernetes/kustomize/index.ts";
import { dereferenced, type Node, nodeAt, type Path } from "../../../src/yaml/node.ts";
import { CASES } from "./cases.ts";
import { deployment, envOf, type Files, nameOf, render, valueOf } from "./render.ts";

describe("places", () => {
  const container = ["spec", "template", "spec", "containers", 0];

  /** The file and the text of what a path of the first Deployment leads to. */
  function textAt(files: Files, ...path: Path): string | undefined {
    const { objects } = render(files, "app");
    const document = objects.find(({ document }) => nameOf(document.value).startsWith("Deployment/"))!.document;
    const node = nodeAt(document, [...container, ...path])!;
    const file = fileAt(document, [...container, ...path])!;
    return `${file.path}: ${file.text.slice(node.start, node.end).split("\n")[0]}`;
  }

  const files = (kustomization: string, patch = "") => ({
    "app/kustomization.yaml": `resources: [../base]\n${kustomization}`,
    "app/patch.yaml": patch,
    "base/kustomization.yaml": "resources: [web.yaml]",
    "base/web.yaml": deployment("env:\n- {name: A, value: from-base}\n- {name: B, value: $(A)}"),
  });

  test("an entry of a patch is in its file, and one of the base in the base's", () => {
    const patch = deployment("env: [{name: NEW, value: n}, {name: A, value: from-patch}]");
    const patched = files("patches: [{path: patch.yaml}]", patch);
    expect(textAt(patched, "env", 0, "value")).toBe("/app/patch.yaml: n");
    expect(textAt(patched, "env", 1, "value")).toBe("/app/patch.yaml: from-patch");
    expect(textAt(patched, "env", 1, "name")).toBe("/app/patch.yaml: A");
    expect(textAt(patched, "env", 2, "value")).toBe("/base/web.yaml: $(A)");
    expect(textAt(patched, "image")).toBe("/app/patch.yaml: example/app");
  });

  test("an inline patch is in the kustomization, also in quotes", () => {
    const literal = `patches:\n- target: {kind: Deployment}\n  patch: |-\n    - op: replace\n      path: /${container.join("/")}/env/0/value\n      value: "in a patch"\n`;
    expect(textAt(files(literal), "env", 0, "value")).toBe('/app/kustomization.yaml: "in a patch"');
    const quoted = `patches:\n- target: {kind: Deployment}\n  patch: '[{"op": "add", "path": "/${container.join("/")}/args", "value": ["it''s"]}]'\n`;
    expect(textAt(files(quoted), "args", 0)).toBe(`/app/kustomization.yaml: "it''s"`);
  });

  test("a value that a JSON patch copies or moves stays in its file", () => {
    const at = container.join("/");
    const patch = JSON.stringify([
      { op: "replace", path: `/${at}/env/0/value`, value: "from-patch" },
      { op: "copy", from: `/${at}/env/0`, path: `/${at}/env/-` },
      { op: "move", from: `/${at}/env/1`, path: `/${at}/env/0` },
    ]);
    const moved = { ...files("patches: [{path: patch.json, target: {kind: Deployment}}]"), "app/patch.json": patch };
    expect([0, 1, 2].map((i) => textAt(moved, "env", i, "value"))).toEqual([
      "/base/web.yaml: $(A)",
      '/app/patch.json: "from-patch"',
      '/app/patch.json: "from-patch"',
    ]);
  });

  test("each value of an object is in the file that sets it", () => {
    const generator = "{name: c, behavior: merge, literals: [B=new, C=added], options: {labels: {g: own}}}";
    const { objects } = render({
      "kustomization.yaml": `resources: [base, web.yaml]
namePrefix: p-
namespace: shop
labels: [{pairs: {l: label}, includeTemplates: true}]
commonAnnotations: {a: note}
configMapGenerator: [${generator}]
patches:
- {path: patch.yaml}
- target: {kind: Deployment}
  patch: |
    # Replaces an argument.
    - &op {op: add, path: /spec/template/spec/containers/0/args/0, value: &v first}
    - {<<: *op, path: /spec/template/spec/containers/0/args/-, value: *v}
- target: {kind: Deployment}
  patch: "- {op: add, path: /spec/replicas,\\n value: 3}"
replacements:
- source: {kind: ConfigMap, fieldPath: data.A}
  targets: [{select: {kind: Deployment}, fieldPaths: [spec.template.spec.containers.0.image]}]
`,
      "patch.yaml":
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {template: {spec: {hostname: h}}}}",
      "web.yaml": deployment("args: [old]"),
      "base/kustomization.yaml": "configMapGenerator: [{name: c, envs: [c.env], literals: [B=old]}]",
      "base/c.env": "A=kept\n",
    });
    const leaves = (document: Node, path: Path = []): string[] => {
      const node = dereferenced(nodeAt(document, path)!);
      if (node.kind === "mapping")
        return [...membersOf(node).keys()].flatMap((key) => leaves(document, [...path, key]));
      if (node.kind === "sequence") return node.items.flatMap((_, i) => leaves(document, [...path, i]));
      const file = fileAt(document, path)!;
      return [`${path.join(".")}: ${node.value} ${file.path.slice(1)} ${file.text.slice(node.start, node.end)}`];
    };
    expect(objects.map(({ document }) => leaves(document))).toEqual([
      [
        `apiVersion: v1 kustomization.yaml ${generator}`,
        `kind: ConfigMap kustomization.yaml ${generator}`,
        "metadata.name: p-c base/kustomization.yaml c",
        "metadata.labels.g: own kustomization.yaml own",
        "metadata.labels.l: label kustomization.yaml label",
        "metadata.namespace: shop base/kustomization.yaml {name: c, envs: [c.env], literals: [B=old]}",
        "metadata.annotations.a: note kustomization.yaml note",
        "data.A: kept base/c.env A=kept",
        "data.B: new kustomization.yaml B=new",
        "data.C: added kustomization.yaml C=added",
      ],
      [
        "apiVersion: apps/v1 web.yaml apps/v1",
        "kind: Deployment web.yaml Deployment",
        "metadata.name: p-web web.yaml web",
        "metadata.namespace: shop web.yaml name: web",
        "metadata.labels.l: label kustomization.yaml label",
        "metadata.annotations.a: note kustomization.yaml note",
        "spec.template.spec.containers.0.name: app web.yaml app",
        "spec.template.spec.containers.0.image: kept web.yaml example/app",
        "spec.template.spec.containers.0.args.0: first kustomization.yaml first",
        "spec.template.spec.containers.0.args.1: old web.yaml old",
        "spec.template.spec.containers.0.args.2: first kustomization.yaml first",
        "spec.template.spec.hostname: h patch.yaml h",
        "spec.template.metadata.labels.l: label kustomization.yaml label",
        "spec.template.metadata.annotations.a: note kustomization.yaml note",
        "spec.replicas: 3 kustomization.yaml 3",
      ],
    ]);
  });

  test("keys of generators are where their values come from", () => {
    const { objects } = render({
      "kustomization.yaml": "configMapGenerator:\n- name: c\n  literals: [A=1]\n  envs: [app.env]\n  files: [motd]",
      "app.env": "# x\n  B=2\n",
      motd: "hello",
    });
    const [{ document }] = objects as [(typeof objects)[0]];
    const shown = (key: string) => {
      const [node, file] = [nodeAt(document, ["data", key])!, fileAt(document, ["data", key])!];
      return `${file.path}: ${file.text.slice(node.start, node.end)}`;
    };
    expect(["A", "B", "motd"].map(shown)).toEqual(["/kustomization.yaml: A=1", "/app.env: B=2", "/motd: hello"]);
  });

  test.each([
    ["\ufeffA=1\r\n B=2\n#\n\x85C=A=1\nD=", ["A=1", "B=2", "C=A=1", "D="]],
    ["\r\n\r\n\t\tA=\r\nB=\ufeff\r", ["A=", "B=\ufeff"]],
    ["==\nA=\n", ["A="]],
  ])("the keys of the env file %j are at %j", (env, lines) => {
    const { objects } = render({
      "kustomization.yaml": "configMapGenerator: [{name: c, envs: [app.env]}]",
      "app.env": env,
    });
    const data = nodeAt(objects[0]!.document, ["data"])!;
    expect(Array.from(membersOf(data).values(), ({ start, end }) => env.slice(start, end))).toEqual(lines);
  });
});

describe("two prefixes of one base", () => {
  test("each Deployment refers to the ConfigMap of its own", () => {
    const rendering = render({
      "kustomization.yaml": "resources: [a, b]",
      "a/kustomization.yaml": "resources: [../base]\nnamePrefix: a-",
      "b/kustomization.yaml": "resources: [../base]\nnamePrefix: b-",
      "base/kustomization.yaml": "resources: [web.yaml]\nconfigMapGenerator: [{name: c, literals: [A=1]}]",
      "base/web.yaml": deployment("env: [{name: A, valueFrom: {configMapKeyRef: {name: c, key: A}}}]"),
    });
    for (const prefix of ["a", "b"]) {
      expect(envOf(rendering, `Deployment/${prefix}-web`)).toEqual([
        { name: "A", valueFrom: { configMapKeyRef: { name: `${prefix}-c`, key: "A" } } },
      ]);
    }
  });
});

describe("the files of a rendering", () => {
  test("are kustomizations, manifests, patches, and what generators read", () => {
    const { files, isComplete } = render(CASES["a component patches what its user has"]!, "app");
    expect([...files].sort()).toEqual([
      "/app/kustomization.yaml",
      "/base/kustomization.yaml",
      "/base/web.yaml",
      "/debug/kustomization.yaml",
      "/debug/patch.yaml",
    ]);
    expect(isComplete).toBe(true);
  });
});

describe("what cannot be known", () => {
  test("what a kustomization with a schema renders", () => {
    const files = { "kustomization.yaml": "resources: [a.yaml]\nopenapi: {path: s.json}", "a.yaml": deployment("") };
    expect(render(files).objects.map(({ isUnknown }) => isUnknown)).toEqual([true]);
  });

  const strategic = (spec: string) =>
    `patches: [{patch: "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {template: {spec: ${spec}}}}"}]`;
  const replacement = (source: string, path: string) =>
    `replacements: [{source: {kind: Deployment, ${source}}, targets: [{select: {kind: Deployment}, fieldPaths: ["${path}"]}]}]`;
  const target = (selector: string) => `patches: [{target: {${selector}}, patch: "[]"}]`;

  const jsonPatch = (path: string) =>
    `patches: [{target: {kind: Deployment}, patch: '[{"op": "replace", "path": "/spec/template/spec/containers/0/${path}", "value": "y"}]'}]`;

  const operations = (text: string, target = "target: {kind: Deployment}, ") =>
    `patches: [{${target}patch: ${JSON.stringify(text)}}]`;
  const transformer = (kind: string) =>
    `transformers: [${JSON.stringify(`apiVersion: builtin\nkind: ${kind}\nmetadata: {name: x}\n`)}]`;

  const PATTERN_CHARACTERS = [..."*+?|()^$\\"];

  test.each([
    ["a directive for the order of a list", true, strategic("{containers: [{name: app, $setElementOrder/env: []}]}")],
    ["a directive for strings", true, strategic("{containers: [{name: app, $deleteFromPrimitiveList/args: [x*]}]}")],
    ["another directive", true, strategic("{containers: [{name: app, $patch: remove}]}")],
    ["a mapping in place of a list", true, strategic("{containers: {name: app}}")],
    ["an entry without a key", true, strategic("{containers: [{image: x}]}")],
    ["an entry with a key", false, strategic("{containers: [{name: app, image: x}]}")],
    ["a pattern with four repetitions", false, target("name: w.*e.*b.*-.*")],
    ["a pattern with a repetition of a repetition", false, target("name: (w+)+")],
    ["a pattern with an escape", false, target("name: '\\w+'")],
    ["a pattern without its closing parenthesis", true, target("name: (w")],
    ["a pattern with a lookahead", true, target("name: '(?=w).*'")],
    ["a selector with a comparison", true, target("labelSelector: a>1")],
    ["a selector with a negated set", true, target("annotationSelector: '!a in (b)'")],
    ["a selector with a set", false, target("annotationSelector: 'a notin (b)'")],
    ["a JSON patch without a target", true, operations('[{"op": "add", "path": "/x", "value": 1}]', "")],
    [
      "two JSON patches in one",
      true,
      operations("- {op: add, path: /x, value: 1}\n---\n- {op: add, path: /y, value: 1}"),
    ],
    [
      "two patches with a target",
      true,
      operations("{kind: A, metadata: {name: a}}\n---\n{kind: B, metadata: {name: b}}"),
    ],
    ["a patch and an empty document", false, operations("{kind: A, metadata: {name: a}}\n---\n")],
    ["a JSON patch in JSON", false, operations(' [{"op": "add", "path": "/x", "value": 1}]')],
    ["a JSON patch in YAML", false, operations("- {op: add, path: /x, value: 1}")],
    ["a JSON patch in brackets that is not JSON", true, operations("[{op: add, path: /x, value: 1}]")],
    ["a JSON patch in brackets that is not JSON, after a space", true, operations(" [{op: add, path: /x, value: 1}]")],
    ["a transformer of labels", true, transformer("LabelTransformer")],
    ["a transformer of annotations", true, transformer("AnnotationsTransformer")],
    ["a transformer of images", false, transformer("ImageTagTransformer")],
    [
      "labels with fields",
      true,
      "labels: [{pairs: {a: b}, fields: [{path: spec/template/metadata/labels, create: true}]}]",
    ],
    ["labels without fields", false, "labels: [{pairs: {a: b}}]"],
    ["a replacement from a field that does not exist", true, replacement("fieldPath: spec.none", "metadata.name")],
    ["a replacement of a field that does not exist", true, replacement("name: web", "spec.none")],
    ["a replacement of an entry", false, replacement("name: web", "spec.template.spec.containers.0.args.[=x.]")],
    [
      "a replacement of the entries with any text",
      false,
      replacement("name: web", "spec.template.spec.containers.0.args.[=]"),
    ],
    [
      "a value in a replacement",
      false,
      "replacements: [{sourceValue: x, targets: [{select: {kind: Deployment}, fieldPaths: [metadata.name]}]}]",
    ],
    ["a JSON patch of an item with a number", false, jsonPatch("args/0")],
    ...["a0", "0a", "+0", "1.0", "-12", "11"].map((item): [string, boolean, string] => [
      `a JSON patch of the item ${item}`,
      true,
      jsonPatch(`args/${item}`),
    ]),
    ...PATTERN_CHARACTERS.map((character): [string, boolean, string] => {
      const path = `spec.template.spec.containers.0.args.[=x${character.replace("\\", "\\\\\\\\")}]`;
      const isUnknown = !"*+?|".includes(character);
      const what = `a replacement of entries that match a pattern with ${character}`;
      return [what, isUnknown, replacement("name: web", path)];
    }),
  ])("what %s changes is unknown: %s", (_, isUnknown, change) => {
    const args = [".", ...PATTERN_CHARACTERS].map((character) => `'x${character}'`);
    const files = {
      "kustomization.yaml": `resources: [web.yaml]\n${change}`,
      "web.yaml": deployment(`args: [${args}]`),
    };
    expect(render(files).objects.map((object) => object.isUnknown)).toEqual([isUnknown]);
  });

  test("objects with one id", () => {
    const { objects } = render({
      "kustomization.yaml": "resources: [a.yaml, b.yaml]",
      "a.yaml": deployment(""),
      "b.yaml": deployment(""),
    });
    expect(objects.map(({ isUnknown }) => isUnknown)).toEqual([true]);
  });

  test("a kustomization that is not YAML is refused", () => {
    const { isComplete, objects, unevaluated } = render({ "kustomization.yaml": "a: [" });
    expect({ isComplete, objects }).toEqual({ isComplete: false, objects: [] });
    expect(unevaluated).toMatchObject([{ reason: "refused", file: "/kustomization.yaml" }]);
    expect(render({})).toBeUndefined();
  });
});

const WRONG = ["[]", "{}", "1", "text", "null", "[1, null, [], {}]", "[{target: 1, patch: 2}]", "[{name: {}}]"];
const MEMBERS = [
  "resources",
  "bases",
  "components",
  "patches",
  "patchesStrategicMerge",
  "patchesJson6902",
  "configMapGenerator",
]
  .concat(
    "secretGenerator",
    "generatorOptions",
    "replacements",
    "vars",
    "configurations",
    "namespace",
    "namePrefix",
    "labels",
  )
  .concat("commonLabels", "commonAnnotations", "transformers", "generators", "helmCharts", "nameSuffix");

test.each(MEMBERS)("does not throw if %s has the wrong type", (member) => {
  for (const value of WRONG) {
    const text = member === "resources" ? `${member}: ${value}` : `resources: [web.yaml]\n${member}: ${value}`;
    expect(() => render({ "kustomization.yaml": text, "web.yaml": deployment("args: [a]") })).not.toThrow();
  }
});

test.each([
  "{name: 1}",
  "{source: {kind: ConfigMap, name: c, fieldPath: data.A}, targets: [{select: {kind: .*}, fieldPaths: [x.y]}]}",
  "{source: 1, targets: [1]}",
])("a replacement that does not fit: %s", (replacement) => {
  const rendering = render({
    "kustomization.yaml": `resources: [web.yaml]\nreplacements: [${replacement}]`,
    "web.yaml": deployment(""),
  });
  expect(valueOf(rendering, "Deployment/web", "kind")).toBe("Deployment");
});
