/** The objects of an apply set that the pods of a file can refer to. */
import { expect, test } from "vitest";
import { mayHaveObjects, sharedIn } from "../../src/kubernetes/cluster/shared-objects.ts";
import { unknownTextsOf } from "../../src/kubernetes/pod/sources/unknown-texts.ts";
import { namedFiles, SetObjects } from "../../src/repository/input-objects.ts";
import { KUBERNETES } from "../../src/yaml/dialect.ts";
import { parseYaml } from "../../src/yaml/parse.ts";

const newSet = () => new SetObjects({ podIPs: [], volumeContents: {} });
const shared = (text: string) => parseYaml(text, KUBERNETES).flatMap(({ value }) => sharedIn(value));
const map = (name: string, value: string) => `{kind: ConfigMap, metadata: {name: ${name}}, data: {A: ${value}}}\n`;

/** The values that a pod of a file gets from the ConfigMaps `a` and `b`. */
function seenBy(files: Readonly<Record<string, string>>, file: string): string {
  const folder = newSet();
  for (const [name, text] of Object.entries(files)) folder.add(name, shared(text));
  const { cluster } = folder.of(file).of({});
  const { configMaps = [] } = cluster.cluster;
  return ["a", "b"]
    .map((name) => configMaps.findLast(({ metadata }) => metadata?.name === name)?.data?.A ?? "-")
    .join(" ");
}

test.each<[title: string, files: Readonly<Record<string, string>>, seen: string]>([
  [
    "its own objects, and those of other files",
    { "p.yaml": map("a", "own"), "q.yaml": map("b", "other") },
    "own other",
  ],
  ["objects of other files", { "q.yaml": map("a", "x"), "r.yaml": map("b", "z") }, "x z"],
  ["no object that several other files define", { "q.yaml": map("a", "x"), "r.yaml": map("a", "z") }, "- -"],
  [
    "its own object if other files define it, too",
    { "p.yaml": map("a", "own"), "q.yaml": `${map("a", "x")}---\n${map("b", "z")}` },
    "own z",
  ],
  ["the last of its own objects", { "p.yaml": `${map("a", "x")}---\n${map("a", "z")}` }, "z -"],
  ["an object of a file that defines it twice", { "q.yaml": `${map("a", "x")}---\n${map("a", "z")}` }, "z -"],
])("a pod can refer to %s", (_, files, seen) => {
  expect(seenBy(files, "p.yaml")).toBe(seen);
});

test.each([
  [1000, "own other"],
  [1001, "own -"],
])("in a folder of %d objects, a file with an object that another file defines, too, sees: %s", (count, seen) => {
  const others = Array.from({ length: count - 2 }, (_, i) => map(`x${i}`, "x")).join("---\n");
  const files = { "p.yaml": map("a", "own"), "q.yaml": map("a", "x"), "r.yaml": `${map("b", "other")}---\n${others}` };
  expect(seenBy(files, "p.yaml")).toBe(seen);
});

test("files without shared objects see the same objects, which are indexed once", () => {
  const folder = newSet();
  folder.add("q.yaml", shared(map("a", "x")));
  folder.add("empty.yaml", []);
  expect(folder.of("p.yaml")).toBe(folder.of("q.yaml"));
  expect(folder.of("empty.yaml")).toBe(folder.of("q.yaml"));
});

test.each<[secret: string, unknown: string[]]>([
  ["data: {A: eHg=}", []],
  ['data: {A: "eHg=\\n"}', []],
  ["data: {A: a+/=}", []],
  ["data: {A: 'a*b='}", ["a*b="]],
  ["data: {A: ''}", []],
  ["data: {A: null}", []],
  ["stringData: {A: x}", []],
  ["data: {}, stringData: {A: x}", []],
  ["data: {A: '[YOUR_TOKEN]'}", ["[YOUR_TOKEN]"]],
  ["data: {A: <base64>}", ["<base64>"]],
  ["data: {A: '${TOKEN}'}", ["${TOKEN}"]],
  ["data: {A: CHANGE_ME}", ["CHANGE_ME"]],
  ["data: {A: eHg=, B: eHg-}", ["eHg-"]],
])("of a Secret with %s, the values %j are unknown", (members, unknown) => {
  const [found] = shared(`{kind: Secret, metadata: {name: s}, ${members}}`);
  expect([...(unknownTextsOf(found!.object)?.keys() ?? [])]).toEqual(unknown);
});

test("objects are copies, by their list and name", () => {
  const [document] = parseYaml(map("a", "x"), KUBERNETES);
  const [first, ...others] = sharedIn(document!.value);
  expect(first).toEqual({ list: "configMaps", id: '["configMaps","","a"]', object: document!.value });
  expect([others, first!.object === document!.value]).toEqual([[], false]);
  const texts = ["{kind: Pod, metadata: {name: p}}", "{kind: ConfigMap, metadata: 5}", "5"];
  expect(texts.flatMap(shared)).toEqual([]);
});

test.each<[text: string, mayHave: boolean]>([
  ["kind: ConfigMap", true],
  ["kind: Secret", true],
  ["kind: Service", true],
  ["kind: Node", true],
  ["kind: List", true],
  ["kind: DeploymentList", true],
  ['{"kind":"Secret"}', true],
  ["'kind': \"Node\" # x", true],
  ["kind : &a !!str Service", true],
  ["a: 1\n  kind: Service\n", true],
  ["{kind: Pod}, {kind: Node}", true],
  // On the next line.
  ["kind:\n  ConfigMap", true],
  ["kind: !!str # x\r\n  Secret", true],
  ['{"kind":\n\t"Service"}', true],
  ["", false],
  ["kind: Pod\nname: Service", false],
  ["kind: ServiceAccount", false],
  ["kind: NodePool", false],
  ["kind: MyConfigMap", false],
  ["kind: Listing", false],
  ["mankind: Service", false],
  ["kinds: Service", false],
  ["Service", false],
])("%j may have objects that pods refer to: %s", (text, mayHave) => {
  expect(mayHaveObjects(text)).toBe(mayHave);
});

test("objects of each kind, of lists, and of later documents, by the kind", () => {
  const text = `{kind: Node, metadata: {name: host}}
---
{kind: List, items: [{kind: Secret, metadata: {name: s}, stringData: {A: x}}, {kind: Pod, metadata: {name: p}}, {kind: Service, metadata: {name: v}}]}
---
{kind: ConfigMap, metadata: 5}
---
{kind: ConfigMap, metadata: {name: s}}
---
{kind: ConfigMapList, items: [{metadata: {name: t}}]}
`;
  expect(shared(text).map(({ list, id }) => [list, id])).toEqual([
    ["nodes", '["nodes","","host"]'],
    ["services", '["services","","v"]'],
    ["secrets", '["secrets","","s"]'],
    ["configMaps", '["configMaps","","s"]'],
    ["configMaps", '["configMaps","","t"]'],
  ]);
});

test("objects of different kinds with one name do not conflict", () => {
  const folder = newSet();
  const object = (kind: string) => `{kind: ${kind}, metadata: {name: a}, data: {A: eHg=}}`;
  for (const kind of ["ConfigMap", "Secret", "Service", "Node"]) {
    folder.add(`${kind}.yaml`, shared(object(kind)));
  }
  const { configMaps, secrets } = folder.of("p.yaml").of({}).cluster.cluster;
  expect([configMaps, secrets].map((list) => list?.map(({ metadata }) => metadata?.name))).toEqual([["a"], ["a"]]);
});

test.each([
  [["a"], "a"],
  [["a", "b", "a"], "a and b"],
  [["a", "b", "c"], "a and b and c"],
  [["a", "b", "c", "d"], "a, b, c, and others"],
])("the files %j in a message: %s", (files, text) => {
  expect(namedFiles(files)).toBe(text);
});
