/** The keys that objects state, the sources that the user states, namespaces, and names that are almost right. */
import { expect, test } from "vitest";
import type { StatedSource } from "../../../src/kubernetes/flux/index.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";
import { fluxPaths, kustomization, object, substituteFrom } from "./repository.ts";

type Files = Readonly<Record<string, string>>;

const SETTINGS = object("ConfigMap", "settings", "A: b");

function variables(files: Files, source: string, stated: readonly StatedSource[] = [], metadata = "") {
  const text = kustomization("apps", "./apps", substituteFrom(source)).replace("name: apps", `name: apps${metadata}`);
  const [path] = fluxPaths({ "clusters/apps.yaml": text, "apps/s.yaml": SETTINGS, ...files }, [""], stated);
  return path!.variables;
}

/** The names, and "…" if there can be others. */
function names(...given: Parameters<typeof variables>): string {
  const { all, isComplete } = variables(...given);
  return [...all.keys(), ...(isComplete ? [] : ["…"])].join(" ");
}

const data = (...keys: string[]) => `data: [${keys.map((key) => `{secretKey: ${key}}`).join(", ")}]`;

test.each<[spec: string, expected: string]>([
  [data("A", "B"), "A B"],
  [`${data("A")}, dataFrom: []`, "A"],
  [`${data("A")}, dataFrom: [{extract: {key: x}}]`, "…"],
  ["dataFrom: [{extract: {key: x}}]", "…"],
  [data(), "…"],
  ["", "…"],
  [data("$" + "{X}"), "…"],
  [`target: {template: {data: {C: "{{ .A }}"}}}, ${data("A")}`, "C"],
  ["target: {template: {data: {C: c}}}, dataFrom: [{extract: {key: x}}]", "C"],
  [`target: {template: {mergePolicy: Merge, data: {C: c}}}, ${data("A")}`, "C A"],
  [`target: {template: {mergePolicy: Merge, data: {C: c}}}, dataFrom: [{find: {}}]`, "…"],
  [`target: {template: {templateFrom: [{configMap: {}}]}}, ${data("A")}`, "…"],
  [`target: {creationPolicy: Merge}, ${data("A")}`, "…"],
  [`target: {creationPolicy: Owner}, ${data("A")}`, "A"],
  [`target: {template: {metadata: {labels: {a: b}}}}, ${data("A")}`, "A"],
])("an ExternalSecret with {%s}", (spec, expected) => {
  const text = (name: string, more = "") =>
    `apiVersion: external-secrets.io/v1\nkind: ExternalSecret\nmetadata: {name: ${name}}\nspec: {${[more, spec].filter(Boolean).join(", ")}}\n`;
  expect(names({ "v/s.yaml": text("vars") }, "Secret vars")).toBe(expected);
  if (spec.includes("target")) return;
  const other = { "v/s.yaml": text("other", "target: {name: vars}") };
  expect(names(other, "Secret vars")).toBe(expected);
  expect(names(other, "Secret other")).toBe("…");
});

test.each<[spec: string, expected: string]>([
  ["encryptedData: {A: x, B: y}", "A B"],
  ["encryptedData: {A: x}, template: {data: {C: c}}", "A C"],
  ["encryptedData: {A: x}, template: {metadata: {name: other}}", "…"],
  ["encryptedData: {}", "…"],
])("a SealedSecret with {%s}", (spec, expected) => {
  const text = `apiVersion: bitnami.com/v1alpha1\nkind: SealedSecret\nmetadata: {name: vars}\nspec: {${spec}}\n`;
  expect(names({ "v/s.yaml": text }, "Secret vars")).toBe(expected);
});

test("an object without a namespace, of several stores, and an unknown kind", () => {
  const store = "apiVersion: external-secrets.io/v1\nkind: ClusterSecretStore\nmetadata: {name: vars}\n";
  expect(names({ "v/s.yaml": store, "clusters/s.yaml": object("Secret", "vars", "A: YQ==") }, "Secret vars")).toBe("A");
});

const stated = (members: Partial<StatedSource>, ...keys: string[]): StatedSource => {
  const [node] = parseManifest("a");
  const file = { path: "/.varexpand.yaml", text: "a" };
  const all = new Map(keys.map((key) => [key, node!]));
  return { kind: "Secret", name: "vars", namespace: undefined, keys: all, file, isComplete: true, ...members };
};
const VAULT = "kind: VaultStaticSecret\nspec: {destination: {name: vars}}\n";

test.each<[what: string, files: Files, stated: StatedSource[], expected: string]>([
  ["all keys", {}, [stated({}, "A", "B")], "A B"],
  ["some keys", {}, [stated({ isComplete: false }, "A")], "A …"],
  ["all keys of an object that an operator creates", { "v/s.yaml": VAULT }, [stated({}, "A")], "A"],
  ["all keys of a placeholder", { "v/s.yaml": object("Secret", "vars", "X: YQ==") }, [stated({}, "A")], "X A"],
  ["another kind", {}, [stated({ kind: "ConfigMap" }, "A")], "…"],
  ["another name", {}, [stated({ name: "other" }, "A")], "…"],
  ["another namespace", {}, [stated({ namespace: "b" }, "A")], "…"],
  ["the namespace", {}, [stated({ namespace: "a" }, "A")], "A"],
])("the user states %s", (_, files, sources, expected) => {
  expect(names(files, "Secret vars", sources, "\n  namespace: a")).toBe(expected);
});

const COPIED = "{metadata: {annotations: {reflector.v1.k8s.emberstack.com/reflection-allowed: 'true'}}}";
const copied = (kind: string, template: string, end = "") =>
  `apiVersion: x/v1\nkind: ${kind}\nmetadata: {name: vars, namespace: b}\nspec: {${template}: ${COPIED}${end}}\n`;
const inNamespace = (namespace: string, more = "") =>
  object("ConfigMap", "vars", "A: a", `, namespace: ${namespace}${more}`);

test.each<[what: string, files: Files, expected: string, namespaces: string[]]>([
  ["another namespace", { "v/s.yaml": inNamespace("b") }, "…", ["b"]],
  ["its namespace", { "v/s.yaml": inNamespace("a") }, "A", []],
  ["both", { "v/s.yaml": inNamespace("b"), "v/t.yaml": inNamespace("a") }, "A", []],
  [
    "a namespace that kustomize sets",
    { "v/s.yaml": inNamespace("b"), "v/kustomization.yaml": "namespace: a\nresources: [s.yaml]\n" },
    "A",
    [],
  ],
  [
    "a namespace that Flux sets",
    { "v/s.yaml": inNamespace("b"), "clusters/v.yaml": kustomization("v", "./v", "targetNamespace: a") },
    "A",
    [],
  ],
  [
    "an object that is copied",
    { "v/s.yaml": inNamespace("b", ", annotations: {reflector.v1.k8s.emberstack.com/reflection-allowed: 'true'}") },
    "A",
    [],
  ],
  [
    "a Secret of a SealedSecret that is copied",
    { "v/s.yaml": copied("SealedSecret", "encryptedData: {A: x}, template") },
    "A",
    [],
  ],
  [
    "a Secret of an ExternalSecret that is copied",
    { "v/s.yaml": copied("ExternalSecret", `${data("A")}, target: {name: vars, template`, "}") },
    "A",
    [],
  ],
])("Flux reads the namespace of the Kustomization: %s", (_, files, expected, namespaces) => {
  const source = `${JSON.stringify(files).includes("kind: ConfigMap") ? "ConfigMap" : "Secret"} vars`;
  const found = variables(files, source, [], "\n  namespace: a");
  expect([...found.all.keys(), ...(found.isComplete ? [] : ["…"])].join(" ")).toBe(expected);
  expect(found.unknownSources.flatMap((source) => source.namespaces)).toEqual(namespaces);
  expect(names(files, source)).toBe("A");
});

test("the names that some of several objects state are known, but not that there are no others", () => {
  const other = object("Secret", "vars", "B: YQ==");
  expect(names({ "v/s.yaml": VAULT, "clusters/s.yaml": other }, "Secret vars")).toBe("B …");
});

test.each([
  ["data: {A: YQ==}", "a"],
  ["data: {A: YQpiCg==}", "ab"],
  ["data: {A: a}", undefined],
  ["stringData: {A: a}", "a"],
  ["data: {A: YQ==}\nsops: {}", undefined],
])("the value in a Secret with %j", (data, expected) => {
  const secret = `apiVersion: v1\nkind: Secret\nmetadata: {name: vars}\n${data}\n`;
  expect(variables({ "apps/v.yaml": secret }, "Secret vars").all.get("A")).toMatchObject({ secret: expected });
});

test.each<[name: string, existing: string, similar: string | undefined]>([
  ["cluster-setings", "cluster-settings", "cluster-settings"],
  ["cluster-settinsg", "cluster-settings", "cluster-settings"],
  ["cluster-settings2", "cluster-settings", undefined],
  ["cluster-settings-2", "cluster-settings-1", undefined],
  ["cluster-config", "cluster-settings", undefined],
  ["vars", "vers", undefined],
])("%s where the repository has %s", (name, existing, similar) => {
  const files = { "v/s.yaml": object("ConfigMap", existing, "A: a") };
  const { unknownSources } = variables(files, `ConfigMap ${name}`);
  expect(unknownSources).toMatchObject([{ title: `ConfigMap ${name}`, index: 0, isInRepository: false, similar }]);
  const ofSecret = variables(files, `Secret ${name}`).unknownSources;
  expect(ofSecret[0]!.similar).toBeUndefined();
});

test("many sources and many files take linear time", () => {
  const paths = (count: number) => {
    const numbers = [...Array(count).keys()];
    const files = Object.fromEntries(
      numbers.map((i) => [`v/${i}.yaml`, object("ConfigMap", `settings-${"x".repeat(i % 30)}${i}`, "A: a")]),
    );
    const sources = numbers.map((i) => `ConfigMap setings-${i}`);
    const text = kustomization("apps", "./apps", substituteFrom(...sources));
    return fluxPaths({ ...files, "clusters/apps.yaml": text, "apps/s.yaml": SETTINGS });
  };
  expect(paths(20)[0]!.variables.unknownSources).toHaveLength(20);
  expect(growthExponent((count) => void paths(count), 50)).toBeLessThan(LINEAR);
});
