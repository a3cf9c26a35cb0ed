/** The outline of a manifest. */
import { expect, test } from "vitest";
import type { OutlineEntry } from "../../../src/lsp/view.ts";
import { Workspace } from "../../../src/lsp/workspace.ts";
import { shown } from "../marked.ts";

/** Each entry on a line: its name, its detail, and the text that is selected. */
function outline(text: string, name = "a.yaml"): string[] {
  const workspace = new Workspace();
  workspace.set(name, text);
  const lines = ({ children, detail, kind, name, selected }: OutlineEntry): string[] => [
    [kind, name, ...(detail === "" ? [] : [`(${detail})`]), "at", shown(text, selected)].join(" "),
    ...children.flatMap(lines).map((line) => `  ${line}`),
  ];
  return workspace.view(name)!.outline!().flatMap(lines);
}

test("objects, their containers, and the variables that an entry of env sets", () => {
  const pod = `kind: Pod
metadata: {name: web}
spec:
  initContainers: [{name: setup}]
  containers:
  - name: app
    envFrom: [{configMapRef: {name: settings}}]
    env:
    - {name: A, value: a}
    - {name: A, valueFrom: {configMapKeyRef: {name: settings, key: k}}}
  - image: b
`;
  expect(outline(`kind: ConfigMap\nmetadata: {name: settings}\ndata: {k: v}\n---\n${pod}`)).toEqual([
    "object ConfigMap/settings at 2:18 settings",
    "object Pod/web at 6:18 web",
    "  container setup at 8:27 setup",
    "  container app at 10:11 app",
    "    variable A (value) at 13:14 A",
    "    variable A (configMapKeyRef settings k) at 14:14 A",
    "  container  at 15:5 ",
  ]);
});

test("names at the end of the text are selected", () => {
  expect(outline("kind: ConfigMap\nmetadata:\n  name: c")).toEqual(["object ConfigMap/c at 3:9 c"]);
  const pod =
    "metadata: {name: p}\nkind: Pod\nspec:\n  containers:\n  - env:\n    - name: A\n      value: a\n    name: c";
  expect(outline(pod)).toEqual([
    "object Pod/p at 1:18 p",
    "  container c at 8:11 c",
    "    variable A (value) at 6:13 A",
  ]);
  expect(outline("metadata: {name: p}\nkind: Pod\nspec:\n  containers:\n  - name: c\n    env:\n    - name: A")).toEqual(
    ["object Pod/p at 1:18 p", "  container c at 5:11 c", "    variable A (value) at 7:13 A"],
  );
});

test("each entry covers its object, container, or entry of env, also in a later document", () => {
  const entry = "{name: A, value: a}";
  const container = `{name: c, env: [${entry}]}`;
  const objects = [1, 2].map((i) => `kind: Pod\nmetadata: {name: p${i}}\nspec: {containers: [${container}]}`);
  const text = objects.join("\n---\n");
  const workspace = new Workspace();
  workspace.set("a.yaml", text);
  const covered = ({ children, end, start }: OutlineEntry): string[] => [
    text.slice(start, end).trimEnd(),
    ...children.flatMap(covered),
  ];
  const expected = objects.flatMap((object) => [object, container, entry]);
  expect(workspace.view("a.yaml")!.outline!().flatMap(covered)).toEqual(expected);
});

const PODS = ["a", "b"].map(
  (name) => `{kind: Pod, metadata: {name: ${name}}, spec: {containers: [{name: c-${name}}]}}`,
);

test.each(["List", "PodList", "DeploymentList"])("the items of a %s, also of one in another", (kind) => {
  const inner = `{kind: List, items: [${PODS[1]}]}`;
  const names = outline(`kind: ${kind}\nitems: [${PODS[0]}, ${inner}]\n`);
  expect(names.map((name) => name.replace(/ at .*/, ""))).toEqual([
    "object Pod/a",
    "  container c-a",
    "object Pod/b",
    "  container c-b",
  ]);
});

test.each<[text: string, lines: string[]]>([
  [`kind: Listing\nitems: [${PODS[0]}]\n`, ["object Listing at 1:1 "]],
  ["kind: PodList\nitems: {}\n", ["object PodList at 1:1 "]],
  ["kind: List\nitems: []\n", []],
  ["kind: Pod\nmetadata: {generateName: a-}\n", ["object Pod at 1:1 "]],
  ["kind: List\nitems: [text, null, {kind: 1}, {kind: Pod}]\n", ["object Pod at 2:32 "]],
  ["kind: Pod\nmetadata: {name: 1}\n", ["object Pod at 2:18 1"]],
  ["kind: 1\n", []],
  ["- kind: Pod\n", []],
  ["a: [\n---\nkind: Pod\n", ["object Pod at 3:1 "]],
])("%j", (text, lines) => {
  expect(outline(text)).toEqual(lines);
});

test("JSON", () => {
  expect(outline('{"kind": "Pod", "metadata": {"name": "a"}}', "a.json")).toEqual(['object Pod/a at 1:38 "a"']);
});
