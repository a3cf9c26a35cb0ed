/** The containers that take a value of a ConfigMap, a Secret, or an env file. */
import { expect, test } from "vitest";
import { Workspace } from "../../src/lsp/workspace.ts";
import { marked, shown } from "./marked.ts";

const pod = (name: string, ...containers: string[]) =>
  `kind: Pod\nmetadata: {name: ${name}}\nspec:\n  containers:\n${containers.map((each) => `  - ${each}\n`).join("")}`;
const from = (name: string, key = "k") => `{name: ${name}, valueFrom: {configMapKeyRef: {name: c, key: ${key}}}}`;

/** The variable and the places for the key at `‸` of a ConfigMap. */
function takers(
  pods: Readonly<Record<string, string>>,
  map = "kind: ConfigMap\nmetadata: {name: c}\ndata: {‸k: v, l: w}\n",
) {
  const { at, text } = marked(map);
  const texts: Readonly<Record<string, string>> = { ...pods, "map.yaml": text };
  const workspace = new Workspace();
  for (const [name, content] of Object.entries(texts)) workspace.set(name, content);
  const symbol = workspace.view("map.yaml")!.symbolAt(at);
  if (symbol === undefined) return undefined;
  const places = symbol.references().map((place) => `${place.name} ${shown(texts[place.name]!, place)}`);
  return [symbol.name, ...symbol.notes, ...places];
}

const SELF = "map.yaml 3:8 k";

test.each<[title: string, pods: Readonly<Record<string, string>>, expected: string[] | undefined]>([
  ["no pod", {}, undefined],
  ["a pod that takes another key", { "a.yaml": pod("a", `{name: a, env: [${from("A", "l")}]}`) }, undefined],
  [
    "two containers, of which one does not use it",
    { "a.yaml": pod("a", `{name: a, env: [${from("A")}]}`, `{name: b, args: [$(B), $(A)], env: [${from("B")}]}`) },
    ["B", "3 places take its value", SELF, "a.yaml 5:28 A", "a.yaml 6:48 B", "a.yaml 6:22 $(B)"],
  ],
  [
    "pods in two files and two documents, at the same places",
    Object.fromEntries(
      ["a.yaml", "b.yaml"].map((name) => [
        name,
        [1, 2].map((i) => pod(`p${i}`, `{name: a, env: [${from("A")}]}`)).join("---\n"),
      ]),
    ),
    [
      ...["A", "4 places take its value", SELF, "a.yaml 5:28 A", "a.yaml 11:28 A"],
      ...["b.yaml 5:28 A", "b.yaml 11:28 A"],
    ],
  ],
  [
    "an entry that a later one hides",
    { "a.yaml": pod("a", `{name: a, args: [$(A)], env: [${from("A")}, {name: B, value: $(A)}, {name: A, value: x}]}`) },
    ["A", "2 places take its value", SELF, "a.yaml 5:42 A", "a.yaml 5:112 $(A)"],
  ],
  [
    "a reference of another container to a variable with the same name",
    { "a.yaml": pod("a", `{name: a, env: [${from("A")}]}`, "{name: b, args: [$(A)], env: [{name: A, value: x}]}") },
    ["A", "1 place takes its value", SELF, "a.yaml 5:28 A"],
  ],
])("%s", (_, pods, expected) => {
  expect(takers(pods)).toEqual(expected);
});

test.each([
  ["List", "kind: List\nitems: [{kind: ConfigMap, metadata: {name: c}, data: {‸k: v}}]\n", true],
  ["a ConfigMap in a later document", "kind: Other\n---\nkind: ConfigMap\nmetadata: {name: c}\ndata: {‸k: v}\n", true],
  ["a place after the key", "kind: ConfigMap\nmetadata: {name: c}\ndata: {k: ‸v}\n", false],
  ["the end of the key", "kind: ConfigMap\nmetadata: {name: c}\ndata: {k‸: v}\n", true],
  ["another kind", "kind: MyConfigMap\nmetadata: {name: c}\ndata: {‸k: v}\n", false],
])("the key of %s", (_, map, isTaken) => {
  const found = takers({ "a.yaml": pod("a", `{name: a, env: [${from("A")}]}`) }, map);
  expect(found?.slice(0, 2)).toEqual(isTaken ? ["A", "1 place takes its value"] : undefined);
});
