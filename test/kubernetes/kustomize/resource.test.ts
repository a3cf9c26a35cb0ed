/** The objects that a kustomization consists of, and what identifies them. The results are those of kubectl. */
import { describe, expect, test } from "vitest";
import { memberOf } from "../../../src/text/own-keys.ts";
import { type Files, nameOf, render } from "./render.ts";

const settings = (name: string, more = "") =>
  `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}${more}}, data: {a: x}}\n`;
const list = (kind: string, ...items: string[]) => `{apiVersion: v1, kind: ${kind}, items: [${items}]}`;

/** The kinds and names of the objects; a question mark follows those that are unknown, or if others are missing. */
function rendered(files: Files): string {
  const { isComplete, objects } = render(files);
  const names = objects.map(({ document, isUnknown }) => `${nameOf(document.value)}${isUnknown ? "?" : ""}`);
  return [...names, ...(isComplete ? [] : ["?"])].join(" ");
}

describe("a file", () => {
  test.each<[what: string, text: string, objects: string]>([
    ["without documents", "# nothing\n", ""],
    ["with empty documents", `---\n---\n${settings("c")}---\n`, "ConfigMap/c"],
    ["with a list", list("List", settings("c"), settings("d")), "ConfigMap/c ConfigMap/d"],
    ["with a list of a kind", list("ConfigMapList", settings("c"), settings("d")), "ConfigMap/c ConfigMap/d"],
    ["with a list in a list", list("List", list("List", settings("c")), settings("d")), "ConfigMap/c ConfigMap/d"],
    ["with an empty list", list("List"), ""],
    ["with a number as a name", settings("5"), "ConfigMap/5"],
    ["with a boolean as a name", settings("true"), "ConfigMap/true"],
    ["with a null as a name", settings("null"), "?"],
    ["with a list as a name", settings("[a]"), "?"],
    ["with null as metadata", "{apiVersion: v1, kind: ConfigMap, metadata: null}", "?"],
    ["with a number as a kind", settings("c").replace("ConfigMap", "5"), "5/c"],
    ["with a null as items", "{apiVersion: v1, kind: List, items: null}", ""],
    ["with a null in a list", list("List", "null", settings("c")), "ConfigMap/c"],
    ["with a second document that is not an object", `${settings("c")}---\ntext`, "?"],
    ["with an object without a name", "{apiVersion: v1, kind: ConfigMap, metadata: {}}", "?"],
    ["with an object with a generated name", "{apiVersion: v1, kind: ConfigMap, metadata: {generateName: c-}}", "?"],
    ["with an object without a kind", "{apiVersion: v1, metadata: {name: c}}", "?"],
    ["with an object without a name in a list", list("List", settings("c"), "{kind: ConfigMap}"), "?"],
    ["with a string", "text", "?"],
    ["with two objects of one id", `${settings("c")}---\n${settings("c")}`, "ConfigMap/c?"],
    [
      "with the default namespace, and without one",
      `${settings("c")}---\n${settings("c", ", namespace: default")}`,
      "ConfigMap/c?",
    ],
    ["with two namespaces", `${settings("c")}---\n${settings("c", ", namespace: shop")}`, "ConfigMap/c ConfigMap/c"],
    ["with two kinds", `${settings("c")}---\n${settings("c").replace("ConfigMap", "Secret")}`, "ConfigMap/c Secret/c"],
    ["with two versions", `${settings("c")}---\n${settings("c").replace("v1", "v2")}`, "ConfigMap/c ConfigMap/c"],
    ["with two groups", `${settings("c")}---\n${settings("c").replace("v1", "a/v1")}`, "ConfigMap/c ConfigMap/c"],
    ["that is not YAML", "a: [", "?"],
  ])("%s", (_, text, objects) => {
    expect(rendered({ "kustomization.yaml": "resources: [file.yaml]", "file.yaml": text })).toBe(objects);
  });
});

test.each([
  ["v1 Namespace", undefined],
  ["v1 PersistentVolume", undefined],
  ["apiextensions.k8s.io/v1 CustomResourceDefinition", undefined],
  ["apiregistration.k8s.io/v1 APIService", undefined],
  ["rbac.authorization.k8s.io/v1 ClusterRole", undefined],
  ["rbac.authorization.k8s.io/v1 Role", "shop"],
  ["example.org/v1 ClusterRole", "shop"],
])("a %s gets the namespace %s", (versionAndKind, namespace) => {
  const [apiVersion, kind] = versionAndKind.split(" ");
  const { objects } = render({
    "kustomization.yaml": "resources: [a.yaml]\nnamespace: shop",
    "a.yaml": JSON.stringify({ apiVersion, kind, metadata: { name: "a" } }),
  });
  expect(memberOf(memberOf(objects[0]!.document.value, "metadata"), "namespace")).toBe(namespace);
});

describe("a base", () => {
  const COMPONENT = "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n";

  test.each<[what: string, kustomization: string, files: Files, objects: string]>([
    [
      "with another name of the file",
      "resources: [b]",
      { "b/kustomization.yml": "resources: [c.yaml]", "b/c.yaml": settings("c") },
      "ConfigMap/c",
    ],
    [
      "with the third name of the file",
      "resources: [b]",
      { "b/Kustomization": "resources: [c.yaml]", "b/c.yaml": settings("c") },
      "ConfigMap/c",
    ],
    [
      "in `bases`",
      "bases: [b]",
      { "b/kustomization.yaml": "resources: [c.yaml]", "b/c.yaml": settings("c") },
      "ConfigMap/c",
    ],
    [
      "with two kustomizations",
      "resources: [c.yaml, b]",
      { "b/kustomization.yaml": "resources: [../c.yaml]", "b/kustomization.yml": "{}" },
      "ConfigMap/c ?",
    ],
    ["that does not exist", "resources: [c.yaml, b]", {}, "ConfigMap/c ?"],
    ["that is remote", "resources: [c.yaml, 'https://example.org/x.yaml']", {}, "ConfigMap/c ?"],
    ["that is itself", "resources: [c.yaml, .]", {}, "ConfigMap/c ?"],
    ["that contains it", "resources: [b]", { "b/kustomization.yaml": "resources: [..]" }, "?"],
    ["that is a component", "resources: [c.yaml, b]", { "b/kustomization.yaml": COMPONENT }, "ConfigMap/c ?"],
    ["of two documents", "resources: [c.yaml, b]", { "b/kustomization.yaml": "{}\n---\n{}" }, "ConfigMap/c ?"],
    [
      "twice",
      "resources: [b, ./b/]",
      { "b/kustomization.yaml": "resources: [c.yaml]", "b/c.yaml": settings("c") },
      "ConfigMap/c?",
    ],
    [
      "that gives an object the name of another one",
      "resources: [b, p.yaml]",
      {
        "b/kustomization.yaml": "resources: [c.yaml]\nnamePrefix: p-",
        "b/c.yaml": settings("c"),
        "p.yaml": settings("p-c"),
      },
      "ConfigMap/p-c?",
    ],
    [
      "that gave its object another name",
      "resources: [b, c.yaml]",
      { "b/kustomization.yaml": "resources: [c.yaml]\nnamePrefix: p-", "b/c.yaml": settings("c") },
      "ConfigMap/p-c ConfigMap/c",
    ],
    [
      "and a generator with the same name",
      "resources: [b]\nconfigMapGenerator: [{name: p-c}, {name: d}, {name: d}]",
      { "b/kustomization.yaml": "resources: [c.yaml]\nnamePrefix: p-", "b/c.yaml": settings("c") },
      "ConfigMap/p-c? ConfigMap/d?",
    ],
    [
      "that is incomplete",
      "resources: [b]",
      { "b/kustomization.yaml": "resources: [c.yaml, none.yaml]", "b/c.yaml": settings("c") },
      "ConfigMap/c ?",
    ],
    ["that generates", "resources: [c.yaml]\ngenerators: [g.yaml]", {}, "ConfigMap/c ?"],
    ["that has a chart", "resources: [c.yaml]\nhelmCharts: [{name: x}]", {}, "ConfigMap/c ?"],
    [
      "with a component in a component",
      "resources: [c.yaml]\ncomponents: [a]",
      {
        "a/kustomization.yaml": `${COMPONENT}components: [../b]\nnamePrefix: a-`,
        "b/kustomization.yaml": `${COMPONENT}namePrefix: b-`,
      },
      "ConfigMap/a-b-c",
    ],
    [
      "with a component twice",
      "resources: [c.yaml]\ncomponents: [a, a]",
      { "a/kustomization.yaml": `${COMPONENT}namePrefix: a-` },
      "ConfigMap/a-a-c",
    ],
    [
      "with a component that contains itself",
      "resources: [c.yaml]\ncomponents: [a]",
      { "a/kustomization.yaml": `${COMPONENT}components: [../a]` },
      "ConfigMap/c ?",
    ],
    [
      "as a component",
      "resources: [c.yaml]\ncomponents: [a]",
      { "a/kustomization.yaml": "namePrefix: a-" },
      "ConfigMap/c ?",
    ],
    ["with a component that does not exist", "resources: [c.yaml]\ncomponents: [a]", {}, "ConfigMap/c ?"],
    ["with an empty prefix", "resources: [c.yaml]\nnamePrefix: ''\nnameSuffix: -x", {}, "ConfigMap/c-x"],
  ])("%s", (_, kustomization, files, objects) => {
    expect(rendered({ "kustomization.yaml": kustomization, "c.yaml": settings("c"), ...files })).toBe(objects);
  });
});

describe("a target", () => {
  const objects = [
    settings("web", ", labels: {tier: front, zone: a}, annotations: {note: x}"),
    settings("web", ", namespace: shop, labels: {tier: back}"),
    settings("api", ", labels: {tier: ''}").replace("v1", "example.org/v2"),
    settings("none"),
  ];

  /** The numbers of the objects that a target selects. */
  function selected(target: string): number[] {
    const rendering = render({
      "kustomization.yaml": `resources: [objects.yaml]
patches: [{target: ${target}, patch: '[{"op": "add", "path": "/data/patched", "value": "true"}]'}]`,
      "objects.yaml": objects.join("---\n"),
    });
    expect(rendering.objects.map(({ isUnknown }) => isUnknown)).toEqual(objects.map(() => false));
    return rendering.objects.flatMap(({ document }, i) =>
      memberOf(memberOf(document.value, "data"), "patched") === "true" ? [i] : [],
    );
  }

  test.each<[target: string, numbers: number[]]>([
    ["{kind: ConfigMap}", [0, 1, 2, 3]],
    ["{kind: Config}", []],
    ["{kind: Config.*}", [0, 1, 2, 3]],
    ["{name: web}", [0, 1]],
    ["{name: we}", []],
    ["{name: eb}", []],
    ["{name: 'web|api'}", [0, 1, 2]],
    ["{name: 'w.+|a[opq]i'}", [0, 1, 2]],
    ["{name: 'webx?'}", [0, 1]],
    ["{name: '^web$'}", [0, 1]],
    ["{namespace: shop}", [1]],
    ["{namespace: default, name: web}", [0]],
    ["{group: example.org}", [2]],
    ["{version: v2}", [2]],
    ["{version: v.}", [0, 1, 2, 3]],
    ["{labelSelector: 'tier in ()'}", [2]],
    ["{labelSelector: 'tier in (,back)'}", [1, 2]],
    ["{labelSelector: 'tier in ( front , back )'}", [0, 1]],
    ["{labelSelector: 'tier notin()'}", [0, 1, 3]],
    ["{labelSelector: 'tier,!zone'}", [1, 2]],
    ["{labelSelector: 'zone notin (b),tier in (front)', annotationSelector: '!none'}", [0]],
    ["{labelSelector: tier, annotationSelector: note}", [0]],
    ["{labelSelector: tierx}", []],
    ["{labelSelector: tier=fron}", []],
    ["{labelSelector: tier}", [0, 1, 2]],
    ["{labelSelector: '!tier'}", [3]],
    ["{labelSelector: '! tier'}", [3]],
    ["{labelSelector: tier=front}", [0]],
    ["{labelSelector: tier==front}", [0]],
    ["{labelSelector: tier=}", [2]],
    ["{labelSelector: tier!=front}", [1, 2, 3]],
    ["{labelSelector: 'tier in (front, back)'}", [0, 1]],
    ["{labelSelector: 'tier in (front)'}", [0]],
    ["{labelSelector: 'tier notin (front,back)'}", [2, 3]],
    ["{labelSelector: 'tier in (front,back),zone=a'}", [0]],
    ["{labelSelector: 'zone=a,tier in (front,back)'}", [0]],
    ["{labelSelector: ' tier = front , zone = a '}", [0]],
    ["{labelSelector: 'tier=front,zone=b'}", []],
    ["{annotationSelector: note=x}", [0]],
    ["{annotationSelector: note!=x}", [1, 2, 3]],
    ["{annotationSelector: note, name: api}", []],
    ["{}", [0, 1, 2, 3]],
  ])("%s selects %j", (target, numbers) => {
    expect(selected(target)).toEqual(numbers);
  });

  test.each([
    ["{name: web}", true],
    ["{name: q-p-web}", true],
    ["{name: q-.*}", true],
    ["{name: p-web}", false],
    ["{namespace: default}", true],
    ["{namespace: shop}", true],
    ["{name: web, namespace: shop}", true],
    ["{name: q-p-web, namespace: default}", true],
    ["{name: p-web, namespace: shop}", false],
    ["{kind: ConfigMap}", false],
    ["{kind: Secret, name: web}", true],
  ])(
    "%s selects an object by its current kind, and its current or first name and namespace: %s",
    (target, isSelected) => {
      const { objects } = render({
        "kustomization.yaml": `resources: [a]\npatches: [{target: ${target}, patch: '[{"op": "remove", "path": "/data"}]'}]`,
        "a/kustomization.yaml": `resources: [../b]
namePrefix: q-
namespace: shop
patches: [{target: {kind: ConfigMap}, patch: '[{"op": "replace", "path": "/kind", "value": "Secret"}]'}]`,
        "b/kustomization.yaml": "resources: [c.yaml]\nnamePrefix: p-",
        "b/c.yaml": settings("web"),
      });
      const expected = isSelected ? undefined : { a: "x" };
      expect(objects.map(({ document }) => memberOf(document.value, "data"))).toEqual([expected]);
    },
  );
});
