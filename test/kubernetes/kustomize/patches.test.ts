/** What patches and other transformers make of objects, and of the names by which others refer to them. */
import { describe, expect, test } from "vitest";
import { Kustomizer } from "../../../src/kubernetes/kustomize/index.ts";
import { memberOf } from "../../../src/text/own-keys.ts";
import { containerOf, deployment, envOf, type Files, nameOf, render, valueOf } from "./render.ts";

const settings = (name: string) => `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}}, data: {a: x}}\n`;

/** The kinds and names of the objects; a question mark follows those that are unknown, or if others are missing. */
function rendered(files: Files, folder?: string): string {
  const { isComplete, objects } = render(files, folder);
  const names = objects.map(({ document, isUnknown }) => `${nameOf(document.value)}${isUnknown ? "?" : ""}`);
  return [...names, ...(isComplete ? [] : ["?"])].join(" ");
}

const inFile = (kustomization: string, more: Files = {}): Files => ({
  "kustomization.yaml": `resources: [c.yaml, d.yaml]\n${kustomization}`,
  "c.yaml": settings("c"),
  "d.yaml": settings("d"),
  ...more,
});
const DELETED = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, $patch: delete}";
const PATCH = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: y}}";

test.each([
  ["deletes an object", `patches: [{patch: "${DELETED}"}]`, "ConfigMap/d"],
  ["deletes the objects of a target", `patches: [{target: {kind: ConfigMap}, patch: "${DELETED}"}]`, ""],
  ["deletes an object, in the older list", `patchesStrategicMerge: ["${DELETED}"]`, "ConfigMap/d"],
  ["deletes an object, in a file", "patchesStrategicMerge: [patch.yaml]", "ConfigMap/d"],
  [
    "is of an object that does not exist",
    `patches: [{patch: "${PATCH.replace("name: c", "name: e")}"}]`,
    "ConfigMap/c ConfigMap/d",
  ],
  ["is in a file that does not exist", "patches: [{path: none.yaml}]", "ConfigMap/c? ConfigMap/d?"],
  [
    "is in a file that does not exist, with a target",
    "patches: [{path: none.yaml, target: {name: d}}]",
    "ConfigMap/c ConfigMap/d?",
  ],
  [
    "is in a file that does not exist, in the older list",
    "patchesStrategicMerge: [none.yaml]",
    "ConfigMap/c? ConfigMap/d?",
  ],
  ["is not a text", "patchesStrategicMerge: [{kind: ConfigMap}]", "ConfigMap/c? ConfigMap/d?"],
  [
    "deletes an object, in lines of the older list",
    `patchesStrategicMerge: [${JSON.stringify("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n$patch: delete\n")}]`,
    "ConfigMap/d",
  ],
  [
    "deletes both objects",
    `patches: [{patch: ${JSON.stringify(`${DELETED}\n---\n${DELETED.replace("name: c", "name: d")}`)}}]`,
    "",
  ],
  [
    "deletes the second object, and changes the first one",
    `patches: [{patch: ${JSON.stringify(`${PATCH}\n---\n${DELETED.replace("name: c", "name: d")}`)}}]`,
    "ConfigMap/c",
  ],
  ["is a null", "patches: [null]", "ConfigMap/c? ConfigMap/d?"],
  // kustomize reads a file in brackets as JSON, unless white space precedes them.
  ["is a file in brackets", "patches: [{path: brackets, target: {name: d}}]", "ConfigMap/c ConfigMap/d?"],
  [
    "is a file in brackets after a line break",
    "patches: [{path: lines, target: {name: d}}]",
    "ConfigMap/c ConfigMap/d",
  ],
  ["is empty", "patches: [{patch: ''}]", "ConfigMap/c? ConfigMap/d?"],
  ...[
    ["allowNameChange: true", "Other/e", "ConfigMap/e ConfigMap/d"],
    ["allowKindChange: true", "Other/e", "Other/c ConfigMap/d"],
    ["allowKindChange: true, allowNameChange: true", "Other/e", "Other/e ConfigMap/d"],
    ["allowKindChange: false, allowNameChange: 'true'", "Other/e", "ConfigMap/c ConfigMap/d"],
    // Without a target, the names are those of the object to patch.
    ["allowNameChange: true", undefined, "ConfigMap/c ConfigMap/d"],
  ].map(([options, other, expected]): [string, string, string] => {
    const [kind, name] = other?.split("/") ?? [];
    const patch = other === undefined ? PATCH : `{apiVersion: apps/v1, kind: ${kind}, metadata: {name: ${name}}}`;
    const target = other === undefined ? "" : ", target: {name: c}";
    return [`has the options ${options}`, `patches: [{patch: "${patch}", options: {${options}}${target}}]`, expected!];
  }),
  ["has another option", `patches: [{patch: "${PATCH}", options: {other: true}}]`, "ConfigMap/c ConfigMap/d"],
  [
    "has a target that is not supported",
    `patches: [{patch: "${PATCH}", target: {name: "(c"}}]`,
    "ConfigMap/c? ConfigMap/d?",
  ],
])("a patch that %s", (_, kustomization, expected) => {
  const brackets = "[{op: add, path: /data/x, value: v}]";
  const files = { "patch.yaml": DELETED, brackets, lines: `\n${brackets}` };
  expect(rendered(inFile(kustomization, files))).toBe(expected);
});

test("a patch does not change what identifies an object, nor a CustomResourceDefinition", () => {
  const patch = "{apiVersion: v2, kind: Secret, metadata: {name: e, namespace: shop, labels: {l: m}}, data: {a: y}}";
  const files = inFile(`patches: [{target: {name: c}, patch: "${patch}"}]`);
  expect(render(files).objects[0]!.document.value).toEqual({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "c", labels: { l: "m" } },
    data: { a: "y" },
  });
  const definition =
    "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: c}, spec: {a: x}}";
  const defined = inFile('patches: [{target: {name: c}, patch: "{spec: {a: y}}"}]', { "c.yaml": definition });
  expect(valueOf(render(defined), "CustomResourceDefinition/c", "metadata")).toEqual({ name: "c" });
  expect(render(defined).objects.map(({ isUnknown }) => isUnknown)).toEqual([false, false]);
  // Only what identifies a definition is read. A JSON patch of the rest would not find its path.
  const replace = '[{"op": "replace", "path": "/spec/none", "value": "y"}]';
  const json = inFile(`patches: [{target: {name: c}, patch: '${replace}'}]`, { "c.yaml": definition });
  expect(render(json).objects.map(({ isUnknown }) => isUnknown)).toEqual([false, false]);
});

test("an object that a JSON patch renames is still found by its first name", () => {
  const rename = '[{"op": "replace", "path": "/metadata/name", "value": "z"}]';
  const change = '[{"op": "replace", "path": "/data/a", "value": "y"}]';
  const patches = [
    { target: { name: "c" }, patch: rename },
    { target: { name: "c" }, patch: change },
  ];
  const rendering = render(inFile(`patches: ${JSON.stringify(patches)}`));
  expect(valueOf(rendering, "ConfigMap/z", "data", "a")).toBe("y");
  expect(valueOf(rendering, "ConfigMap/d", "data", "a")).toBe("x");
  // An unrelated change adds no name.
  const bySecond = [patches[1], { target: { name: "z" }, patch: change.replace("y", "w") }];
  expect(valueOf(render(inFile(`patches: ${JSON.stringify(bySecond)}`)), "ConfigMap/c", "data", "a")).toBe("y");
});

describe("names that refer to an object with another prefix", () => {
  const CONFIG = "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {PORT: '80'}}";
  const named = (own: string, other: string, web = "namePrefix: b-"): Files => ({
    "app/kustomization.yaml": `resources: [../settings, ../web${other === "" ? "" : ", ../other"}]`,
    "settings/kustomization.yaml": own,
    "other/kustomization.yaml": other,
    "other/settings.yaml": CONFIG,
    "web/kustomization.yaml": `resources: [web.yaml]\n${web}\n`,
    "web/web.yaml": deployment("envFrom: [{configMapRef: {name: settings}}]"),
  });
  const A = "namePrefix: a-\nconfigMapGenerator: [{name: settings}]";

  test.each([
    ["the only one", A, "", undefined, "a-settings"],
    ["with a suffix, the only one", A.replace("namePrefix: a-", "nameSuffix: -a"), "", undefined, "settings-a"],
    ["beside one that does not change", A, "resources: [settings.yaml]", undefined, "a-settings"],
    ["beside one with a hash", A, "configMapGenerator: [{name: settings}]", undefined, "settings"],
    [
      "beside one without a hash",
      A,
      "configMapGenerator: [{name: settings, options: {disableNameSuffixHash: true}}]",
      undefined,
      "a-settings",
    ],
    [
      "beside one without a hash, like all",
      A,
      "generatorOptions: {disableNameSuffixHash: true}\nconfigMapGenerator: [{name: settings}]",
      undefined,
      "a-settings",
    ],
    [
      "beside one whose option is false",
      A,
      "configMapGenerator: [{name: settings, options: {disableNameSuffixHash: false}}]",
      undefined,
      "settings",
    ],
    [
      "beside one with the prefix of the referrer",
      A,
      "namePrefix: b-\nconfigMapGenerator: [{name: settings}]",
      undefined,
      "b-settings",
    ],
    [
      "beside one with a third prefix",
      A,
      "namePrefix: c-\nconfigMapGenerator: [{name: settings}]",
      undefined,
      "settings",
    ],
    ["beside one with a prefix, without one of its own", A, "configMapGenerator: [{name: settings}]", "", "settings"],
    [
      "beside one with the suffix of the referrer",
      A.replace("namePrefix: a-", "nameSuffix: -a"),
      "nameSuffix: -b\nconfigMapGenerator: [{name: settings}]",
      "nameSuffix: -b",
      "settings-b",
    ],
  ])("%s", (_, own, other, web, expected) => {
    const rendering = render(named(own, other, web), "app");
    const [found] = rendering.objects.flatMap(({ document: { value } }) =>
      memberOf(value, "kind") === "Deployment" ? [nameOf(value)] : [],
    );
    expect(memberOf(containerOf(rendering, found), "envFrom")).toEqual([{ configMapRef: { name: expected } }]);
  });
});

test.each([
  ["labels: [{pairs: {a: b}}]", { a: "b" }, undefined],
  ["labels: [{pairs: {a: b}, includeTemplates: true}]", { a: "b" }, { a: "b" }],
  ["labels: [{pairs: {a: b}, includeSelectors: true}]", { a: "b" }, { a: "b" }],
  ["labels: [{pairs: {a: b}, includeTemplates: false, includeSelectors: 'true'}]", { a: "b" }, undefined],
  ["labels: [{pairs: {a: b}}, {pairs: {a: c, d: e}, includeTemplates: true}]", { a: "c", d: "e" }, { a: "c", d: "e" }],
  ["commonLabels: {a: b}", { a: "b" }, { a: "b" }],
  ["commonLabels: {a: b}\nlabels: [{pairs: {a: c}}]", { a: "b" }, { a: "b" }],
  ["commonAnnotations: {a: b}", undefined, undefined],
])("with %s, the labels are %j, and those of pods are %j", (kustomization, labels, ofPods) => {
  const files = { "kustomization.yaml": `resources: [web.yaml]\n${kustomization}`, "web.yaml": deployment("") };
  const rendering = render(files);
  expect(valueOf(rendering, "Deployment/web", "metadata", "labels")).toEqual(labels);
  expect(valueOf(rendering, "Deployment/web", "spec", "template", "metadata", "labels")).toEqual(ofPods);
  const annotations = kustomization.startsWith("commonAnnotations") ? { a: "b" } : undefined;
  expect(valueOf(rendering, "Deployment/web", "metadata", "annotations")).toEqual(annotations);
  expect(valueOf(rendering, "Deployment/web", "spec", "template", "metadata", "annotations")).toEqual(annotations);
});

test.each(["CustomResourceDefinition", "APIService", "Namespace"])("the name of a %s does not change", (kind) => {
  const text = (each: string) => JSON.stringify({ apiVersion: "v1", kind: each, metadata: { name: "x" } });
  const files = {
    "kustomization.yaml": "resources: [x.yaml, y.yaml]\nnamePrefix: p-\nnameSuffix: -s",
    "x.yaml": text(kind),
    "y.yaml": text("Example"),
  };
  expect(rendered(files)).toBe(`${kind}/x Example/p-x-s`);
});

/** What kubectl leaves without a namespace. */
const CLUSTER_SCOPED: [apiVersion: string, kinds: string][] = [
  ["v1", "ComponentStatus Namespace Node PersistentVolume"],
  ["admissionregistration.k8s.io/v1beta1", "MutatingWebhookConfiguration ValidatingWebhookConfiguration"],
  ["apiextensions.k8s.io/v1", "CustomResourceDefinition"],
  ["apiregistration.k8s.io/v1", "APIService"],
  ["certificates.k8s.io/v1", "CertificateSigningRequest"],
  ["flowcontrol.apiserver.k8s.io/v1beta1", "FlowSchema PriorityLevelConfiguration"],
  ["networking.k8s.io/v1", "IngressClass"],
  ["node.k8s.io/v1", "RuntimeClass"],
  ["policy/v1beta1", "PodSecurityPolicy"],
  ["rbac.authorization.k8s.io/v1", "ClusterRole ClusterRoleBinding"],
  ["scheduling.k8s.io/v1", "PriorityClass"],
  ["storage.k8s.io/v1", "CSIDriver CSINode StorageClass VolumeAttachment"],
];

test("objects of the cluster do not get a namespace, unless their group is another one", () => {
  const namespaces = (apiVersion: string, kinds: string) =>
    render({
      "kustomization.yaml": "resources: [all.yaml]\nnamespace: shop",
      "all.yaml": kinds
        .split(" ")
        .map((kind) => JSON.stringify({ apiVersion, kind, metadata: { name: "x" } }))
        .join("\n---\n"),
    }).objects.flatMap(({ document: { value } }) => memberOf(memberOf(value, "metadata"), "namespace") ?? []);
  for (const [apiVersion, kinds] of CLUSTER_SCOPED) {
    expect([apiVersion, namespaces(apiVersion, kinds)]).toEqual([apiVersion, []]);
    for (const group of [
      "example.org",
      "k8s.io",
      "xk8s.io",
      "a.k8s.io.example.org",
      "a.k8s.iox",
      "snapshot.storage.k8s.io",
    ])
      expect([group, namespaces(`${group}/v1`, kinds)]).toEqual([group, kinds.split(" ").map(() => "shop")]);
  }
  expect(namespaces("policy/v1beta1", "PodDisruptionBudget")).toEqual(["shop"]);
});

test.each([
  ["RESOURCES: [c.yaml]\nNamePrefix: p-", "ConfigMap/p-c"],
  ["Bases: [base]", "ConfigMap/b"],
  ["resources: [c.yaml]\nCOMPONENTS: [component]", "ConfigMap/x-c"],
  ["resources: [c.yaml]\nNAMESUFFIX: -s", "ConfigMap/c-s"],
  ["resources: [c.yaml]\nOpenAPI: {path: x}", "ConfigMap/c?"],
  ["resources: [c.yaml]\nGENERATORS: [x]", "ConfigMap/c ?"],
  ["resources: [c.yaml]\nHelmCharts: [x]", "ConfigMap/c ?"],
  ["resources: [c.yaml]\nhelmchartinflationgenerator: [x]", "ConfigMap/c ?"],
  ["resources: [c.yaml]\ntransformerS: [x]", "ConfigMap/c?"],
  ["resources: [c.yaml]\nConfigurations: [x]", "ConfigMap/c?"],
  ["resources: [c.yaml]\nPatches: [{path: x}]", "ConfigMap/c?"],
  ["resources: [c.yaml]\nPatchesStrategicMerge: [x]", "ConfigMap/c?"],
  ["resources: [c.yaml]\nPatchesJSON6902: [{path: x}]", "ConfigMap/c?"],
  ["resources: [c.yaml]\nReplacements: [{path: x}]", "ConfigMap/c?"],
  ["ConfigmapGenerator: [{name: g}]", "ConfigMap/g"],
  ["SecretgeneratoR: [{name: g}]", "Secret/g"],
  ["ConfigmapGenerator: [{name: g}]\nNamespace: shop\nGeneratorOptions: {labels: {a: b}}", "ConfigMap/g"],
  // kubectl uses the last spelling in byte order.
  ["resources: [c.yaml]\nResources: [base/b.yaml]", "ConfigMap/c"],
  ["Resources: [base/b.yaml]\nresources: [c.yaml]", "ConfigMap/c"],
  ["resources: [c.yaml]\nnameprefix: a-\nNamePrefix: b-", "ConfigMap/a-c"],
  ["resources: [c.yaml]\nNamePrefix: b-\nnameprefix: a-", "ConfigMap/a-c"],
  ["resources: [c.yaml]\nnameprefix: a-\nnamePrefix: b-", "ConfigMap/a-c"],
  // What an unknown member was meant to add is not known.
  ["other: [c.yaml]", "?"],
])("the names of members can have any case: %j", (kustomization, expected) => {
  const component = "apiVersion: kustomize.config.k8s.io/v1alpha1\nKIND: Component\nnamePrefix: x-\n";
  const files = {
    "kustomization.yaml": kustomization,
    "c.yaml": settings("c"),
    "base/kustomization.yaml": "resources: [b.yaml]",
    "base/b.yaml": settings("b"),
    "component/kustomization.yaml": component,
  };
  expect(rendered(files)).toBe(expected);
});

test("members with any case have the same effect", () => {
  const text = `namespace: shop
commonLabels: {a: b}
commonAnnotations: {c: $(NAME)}
labels: [{pairs: {d: e}}]
generatorOptions: {annotations: {f: g}}
configMapGenerator: [{name: x, literals: [A=a]}]
vars: [{name: NAME, objref: {apiVersion: v1, kind: ConfigMap, name: x}}]
`;
  const changed = text.replaceAll(/^\w+/gm, (name) => name.toUpperCase());
  const values = (kustomization: string) =>
    render({ "kustomization.yaml": kustomization }).objects.map(({ document }) => document.value);
  const labels = { a: "b", d: "e" };
  const metadata = { name: "x", namespace: "shop", labels, annotations: { c: "x", f: "g" } };
  const expected = [{ apiVersion: "v1", kind: "ConfigMap", metadata, data: { A: "a" } }];
  expect([values(text), values(changed)]).toEqual([expected, expected]);
});

test("members that YAML merges are those of the object", () => {
  const text = `a: &a {name: A, value: x}
b: &b {name: B, value: y}
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: app, env: [{<<: *a, value: z}, {<<: [*b, *a]}]}]}
`;
  const patch =
    "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: app, env: [{name: A, more: m}]}]}}";
  const files = { "kustomization.yaml": `resources: [p.yaml]\npatches: [{patch: "${patch}"}]`, "p.yaml": text };
  expect(valueOf(render(files), "Pod/p", "spec", "containers", 0, "env")).toEqual([
    { name: "A", value: "z", more: "m" },
    { name: "B", value: "y" },
  ]);
});

test("of several objects, a variable or a reference follows each by itself", () => {
  const files = {
    "kustomization.yaml": "resources: [web.yaml]\nnamePrefix: p-\nconfigMapGenerator: [{name: c}, {name: d}]",
    "web.yaml": deployment(
      "env:\n- {name: A, valueFrom: {configMapKeyRef: {name: c, key: a}}}\n- {name: B, valueFrom: {configMapKeyRef: {name: e, key: a}}}\n- {name: C, valueFrom: {configMapKeyRef: {name: d, key: a}}}",
    ),
  };
  expect(envOf(render(files), "Deployment/p-web")).toEqual(
    [
      ["A", "p-c"],
      ["B", "e"],
      ["C", "p-d"],
    ].map(([name, object]) => ({
      name,
      valueFrom: { configMapKeyRef: { name: object, key: "a" } },
    })),
  );
});

describe("what a kustomization consists of", () => {
  const parts: Files = {
    "kustomization.yaml": `resources: [c.yaml, base, refused.yaml]
patches: [{path: p.yaml}]
patchesStrategicMerge: [q.yaml]
patchesJson6902: [{path: r.yaml, target: {name: c}}]
configurations: [conf.yaml]
replacements: [{path: repl.yaml}]
transformers: [t.yaml]
`,
    "c.yaml": settings("c"),
    "base/kustomization.yaml": "resources: [b.yaml]",
    "base/b.yaml": settings("b"),
    "refused.yaml": "{kind: ConfigMap}",
    "p.yaml": PATCH,
    "q.yaml": PATCH,
    "r.yaml": "[]",
    "conf.yaml": "varReference: []",
    "repl.yaml": "[]",
    "t.yaml": "{apiVersion: builtin, kind: ImageTagTransformer, metadata: {name: t}}",
  };

  test("are its files and those of its bases, without files that kustomize refuses", () => {
    const { file, files, isComplete, objects } = render(parts);
    const expected = ["base/b.yaml", "base/kustomization.yaml", "c.yaml", "conf.yaml", "kustomization.yaml"];
    const others = ["p.yaml", "q.yaml", "r.yaml", "repl.yaml", "t.yaml"];
    expect([...files].sort()).toEqual([...expected, ...others].map((name) => `/${name}`));
    expect([file, isComplete, objects.map(({ isUnknown }) => isUnknown)]).toEqual([
      ...["/kustomization.yaml", false],
      [false, false],
    ]);
  });

  test("a component is part of others", () => {
    const kinds = ["Component", "Kustomization"];
    expect(kinds.map((kind) => render({ "kustomization.yaml": `kind: ${kind}\nnamePrefix: a-` }).isComponent)).toEqual([
      true,
      false,
    ]);
  });
});

test.each([
  ["a configuration that does not exist", "configurations: [none.yaml]", true],
  ["a transformer that does not exist", "transformers: [none.yaml]", true],
  ["a transformer of replicas", 'transformers: ["apiVersion: builtin\\nkind: ReplicaCountTransformer\\n"]', false],
  ["our own transformer", 'transformers: ["apiVersion: varexpand.dev/v1\\nkind: Any\\n"]', false],
  ["a transformer of another version", 'transformers: ["apiVersion: varexpand.dev/v2\\nkind: Any\\n"]', true],
  ["two transformers", 'transformers: ["kind: ImageTagTransformer\\n---\\nkind: PrefixTransformer\\n"]', true],
  ["images", "images: [{name: x, newTag: y}]", false],
  ["a schema", "openapi: {path: x}", true],
])("with %s, all objects are unknown: %s", (_, kustomization, isUnknown) => {
  const mark = isUnknown ? "?" : "";
  expect(rendered(inFile(kustomization))).toBe(`ConfigMap/c${mark} ConfigMap/d${mark}`);
});

test.each([
  ["images: [{name: x}]", "image", true],
  ["replicas: [{name: web, count: 1}]", "image", true],
  ['transformers: ["apiVersion: varexpand.dev/v1\\nkind: Any\\n"]', "image", false],
  ["commonLabels: {a: b}", "image", true],
])("with %s, a base's field %s is known afterward: %s", (kustomization, field, isKnown) => {
  const fieldPath = `spec.template.spec.containers.0.${field}`;
  const source = `{kind: Deployment, fieldPath: ${fieldPath}}`;
  const files = {
    "kustomization.yaml": `resources: [base, c.yaml]\nreplacements: [{source: ${source}, targets: [{select: {kind: ConfigMap}, fieldPaths: [data.a]}]}]`,
    "base/kustomization.yaml": `resources: [web.yaml]\n${kustomization}`,
    "base/web.yaml": deployment(""),
    "c.yaml": settings("c"),
  };
  expect(rendered(files)).toBe(`Deployment/web ConfigMap/c${isKnown ? "" : "?"}`);
});

test("a base that several kustomizations use is rendered anew for each of them", () => {
  const files = {
    "kustomization.yaml": "resources: [a, b]",
    "a/kustomization.yaml": "resources: [../base]\nnamePrefix: a-\nnamespace: x",
    "b/kustomization.yaml": "resources: [../base]\nnamePrefix: b-\npatches: [{path: none.yaml}]",
    "base/kustomization.yaml": `resources: [c.yaml]
vars: [{name: N, objref: {apiVersion: v1, kind: ConfigMap, name: c}}]
configurations: [conf.yaml]
`,
    "base/conf.yaml":
      "varReference: [{kind: ConfigMap, path: data}]\nnameReference: [{kind: ConfigMap, fieldSpecs: [{path: data/ref}]}]",
    "base/c.yaml": "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: x, ref: c}}",
  };
  const rendering = render(files);
  expect(rendered(files)).toBe("ConfigMap/a-c ConfigMap/b-c?");
  expect(valueOf(rendering, "ConfigMap/a-c", "data")).toEqual({ a: "x", ref: "a-c" });
});

test("JSON patches of annotations create them, and other patches do not", () => {
  const patched = (path: string, more = "") => {
    const patch = JSON.stringify([{ op: "add", path, value: "v" }]);
    const files = inFile(`patches: [{target: {name: c}, patch: '${patch}'}]`, {
      "c.yaml": `{apiVersion: v1, kind: ConfigMap, metadata: {name: c${more}}}`,
    });
    const { document, isUnknown } = render(files).objects[0]!;
    return isUnknown ? undefined : memberOf(document.value, "metadata");
  };
  expect(patched("/metadata/annotations/a")).toEqual({ name: "c", annotations: { a: "v" } });
  expect(patched("/metadata/annotations/a", ", annotations: {b: w}")).toEqual({
    name: "c",
    annotations: { b: "w", a: "v" },
  });
  expect(patched("/metadata/labels/a")).toBeUndefined();
  expect(patched("/metadata/annotations")).toEqual({ name: "c", annotations: "v" });
  expect(patched("/x/metadata/annotations/")).toBeUndefined();
});

test.each([
  ["c", "c", 1],
  ["C", "c", 0],
  ["c.d", "c.d cxd c\u00e9d c😀d cd", 4],
  ["c|d", "c d cd", 2],
  ["c)|(?:d", "c d cx xd", 4],
  ["^c$", "c cc", 1],
  [".*-db", "a-db -db a-dbs", 2],
  ["c{2}", "c cc ccc", 1],
  ["\\w+", "c c-d 1_a \u00e9", 2],
  ["\\d", "1 a \u0661", 1],
  ["\\pL", "a \u00e9 1", 2],
  ["[[:alpha:]]", "a \u00e9 1", 1],
  ["(?i)k", "k K \u212a", 3],
  ["(?P<a>c)", "c d", 1],
  ["\\Qa.b\\E", "a.b axb", 1],
  ["(c+)+d", "cccd ccc", 1],
  ["c,d", "c,d", 1],
  // Go refuses these.
  ["c**", "c", undefined],
  ["(?=c).*", "c", undefined],
  ["(c)\\1", "cc", undefined],
  ["c{1001}", "c", undefined],
  ["(", "c", undefined],
  ["[c", "c", undefined],
])("the pattern %j of a target, and the names %s", (pattern, names, count) => {
  const { objects } = render({
    "kustomization.yaml": JSON.stringify({
      resources: names.split(" ").map((_, i) => `${i}.yaml`),
      patches: [{ target: { name: pattern }, patch: "{data: {b: x}}" }],
    }),
    ...Object.fromEntries(names.split(" ").map((name, i) => [`${i}.yaml`, settings(JSON.stringify(name))])),
  });
  const isPatched = objects.map(({ document }) => memberOf(memberOf(document.value, "data"), "b") === "x");
  expect(objects.map(({ isUnknown }) => isUnknown)).toEqual(objects.map(() => count === undefined));
  expect(isPatched.filter(Boolean)).toHaveLength(count ?? 0);
});

test("without a compiler of patterns, what one selects is unknown", () => {
  const files: Files = inFile(`patches: [{target: {name: "c.*"}, patch: "{data: {b: x}}"}]`);
  const { objects } = new Kustomizer({ read: (path) => files[path.slice(1)] }).render("/")!;
  expect(objects.map(({ isUnknown }) => isUnknown)).toEqual([true, true]);
});
