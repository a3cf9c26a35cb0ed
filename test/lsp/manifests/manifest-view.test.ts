/** The answers about places in a manifest. */
import { expect, test } from "vitest";
import { withEdits } from "../../../src/lint/fix/fix-text.ts";
import type { Place } from "../../../src/lsp/places.ts";
import type { Renaming } from "../../../src/lsp/view.ts";
import { Workspace } from "../../../src/lsp/workspace.ts";
import { marked, shown } from "../marked.ts";

const CONTAINER = `kind: Pod
metadata: {name: web, namespace: shop}
spec:
  initContainers:
  - {name: setup, image: i, args: [run], env: [{name: INIT, value: x}]}
  containers:
  - name: app
    image: i
    command: [serve]
    args: [run]
    envFrom:
    - configMapRef: {name: settings}
    env:
    - {name: A, value: one}
    - {name: B, value: two}
    - {name: B, value: three}
    - {name: OPTIONAL, valueFrom: {configMapKeyRef: {name: settings, key: none, optional: true}}}
    volumeMounts: [{name: v, mountPath: /v, subPathExpr: expr}, {name: v, mountPath: /path, subPath: plain}]
    livenessProbe: {exec: {command: [alive], other: [odd]}, httpGet: {path: http, command: [get]}}
    startupProbe: {exec: {command: [start]}}
    lifecycle: {preStop: {exec: {command: [stop]}}}
  volumes: [{name: v, emptyDir: {}}]
`;
const OBJECTS = `kind: ConfigMap
metadata: {name: settings, namespace: shop}
data: {FROM: map, B: hidden}
---
kind: Service
metadata: {name: api, namespace: shop}
spec: {clusterIP: 10.0.0.1, ports: [{port: 80}]}
`;

function opened(text: string, more: Readonly<Record<string, string>> = {}, name = "k/pod.yaml") {
  const workspace = new Workspace();
  for (const [other, content] of Object.entries({ ...more, [name]: text })) workspace.set(other, content);
  return { workspace, view: workspace.view(name)! };
}

/** The answers about the place `‸` in a part of the container. */
function at(part: string) {
  const { at: inPart, text } = marked(part);
  const { view, workspace } = opened(CONTAINER, { "k/objects.yaml": OBJECTS });
  const offset = CONTAINER.indexOf(text) + inPart;
  const placeText = ({ name, ...range }: Place) => `${name.slice(2)} ${shown(workspace.textOf(name)!, range)}`;
  return {
    symbol: view.symbolAt(offset),
    renaming: view.renamingAt!(offset),
    names: view.visibleAt!(offset).map(({ name }) => name),
    placeText,
  };
}

test.each<[part: string, names: string]>([
  ["command: [‸serve", "API_*, FROM, B, A"],
  ["args: [run‸]\n    envFrom", "API_*, FROM, B, A"],
  ["subPathExpr: ‸expr", "API_*, FROM, B, A"],
  // In env, what is set before; an optional key that does not exist sets nothing.
  ["value: ‸one", "API_*, FROM, B"],
  ["value: ‸two", "API_*, FROM, B, A"],
  ["value: thr‸ee", "API_*, FROM, B, A"],
  ["args: [‸run], env", "API_*, INIT"],
  ["value: ‸x", "API_*"],
  // A probe sees the entries of env only.
  ["ali‸ve", "A, B"],
  ["star‸t]", "A, B"],
  // What is never expanded.
  ...["http‸, ", "od‸d]", "ge‸t]", "subPath: plain‸", "/pa‸th", "stop‸", "image: i‸\n", "key: none‸", "name: app‸"].map(
    (part): [string, string] => [part, ""],
  ),
  // Keys and names.
  ...["arg‸s: [run]\n", "val‸ue: two", "name: A‸", "name: settings‸}\n", "subPath‸Expr", "k‸ind"].map(
    (part): [string, string] => [part, ""],
  ),
])("the names that a reference can use, at %j: %s", (part, names) => {
  const found = at(part).names.map((name) => name.replace(/^API_.*/, "API_*"));
  expect([...new Set(found)].join(", ")).toBe(names);
});

test.each<[part: string, name: string, definitions: string[], references: string[]]>([
  ["name: ‸A", "A", ["value, pod.yaml 14:14 A"], ["pod.yaml 14:14 A"]],
  ["- {name: A‸", "A", ["value, pod.yaml 14:14 A"], ["pod.yaml 14:14 A"]],
  // The definition that counts, then those that it hides.
  [
    "B‸, value: two",
    "B",
    [
      "value, pod.yaml 16:14 B",
      "value, pod.yaml 15:14 B (hidden)",
      "configMapRef shop/settings B, pod.yaml 12:28 settings, objects.yaml 3:19 B (hidden)",
    ],
    ["pod.yaml 12:28 settings", "pod.yaml 15:14 B", "pod.yaml 16:14 B"],
  ],
  [
    "key: no‸ne",
    "OPTIONAL",
    ["configMapKeyRef shop/settings none, pod.yaml 17:14 OPTIONAL"],
    ["pod.yaml 17:14 OPTIONAL"],
  ],
  // An entry of envFrom sets several variables.
  ...["configMapRef: {na‸me: settings", "name: settings‸", "con‸figMapRef"].map(
    (part): [string, string, string[], string[]] => [
      part,
      "",
      [
        "configMapRef shop/settings FROM, pod.yaml 12:28 settings, objects.yaml 3:8 FROM",
        "configMapRef shop/settings B, pod.yaml 12:28 settings, objects.yaml 3:19 B (hidden)",
      ],
      ["pod.yaml 12:28 settings"],
    ],
  ),
])("the variable at %j: %s", (part, name, definitions, references) => {
  const { placeText, renaming, symbol } = at(part);
  const { definitions: found, references: placesOf, ...rest } = symbol!;
  const rows = found.map(({ entry, from, isHidden, source }) => {
    const places = [entry, source].flatMap((place) => (place === undefined ? [] : placeText(place)));
    return `${[from, ...places].join(", ")}${isHidden ? " (hidden)" : ""}`;
  });
  expect({ name: rest.name, where: rest.where, notes: rest.notes, use: rest.use }).toEqual({
    name,
    where: "Pod/web, container app",
    notes: [],
    use: undefined,
  });
  expect([rows, placesOf().map(placeText)]).toEqual([definitions, references]);
  // At a name, it can be renamed or there is a reason why not.
  expect(renaming === undefined).toBe(name === "" || part.startsWith("key"));
});

test.each(["‸one", "val‸ue: one", "env‸From:", "en‸v:", "name: app‸", "ar‸gs: [run]\n", "‸    - {name: A"])(
  "there is no variable at %j",
  (part) => {
    const { renaming, symbol } = at(part);
    expect([symbol, renaming]).toEqual([undefined, undefined]);
  },
);

test("an entry of envFrom whose object is unknown has no variables", () => {
  const text =
    "kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, envFrom: [{secretRef: {name: none}}]}]}\n";
  const { view } = opened(text);
  expect([view.symbolAt(text.indexOf("none")), view.renamingAt!(text.indexOf("none"))]).toEqual([undefined, undefined]);
});

test.each<[text: string, problems: string[]]>([
  // Text that is not an object of Kubernetes, or that another tool fills in, can be in another format.
  ["- a: [\n", []],
  ["a: [\n", []],
  ["kinds: [\n", []],
  ["xkind: [\n", []],
  ["x: {% a %}\nkind: [\n", []],
  ["kind: <%= x\n- b", []],
  ["kind: {{x\n", []],
  ["kind: [\n", ["1:7 ["]],
  ["kind : [", ["1:8 ["]],
  ["'kind': [\n", ["1:9 ["]],
  ['"apiVersion"\t: [\n', ["1:16 ["]],
  ["a: [\nkind: [\n", ["2:7 ["]],
  ["{", ["1:1 {"]],
  ["\n {a: ", ["2:2 {a:"]],
  // The items of a List are objects.
  ["kind: List\nitems:\n- a: [\n- b: 1\n", ["3:6 ["]],
  ["kind: List\nitems:\n- kind: {{x}}\n- {b: 1\n", ["4:7 1"]],
])("a text that cannot be read, %j: %j", (text, problems) => {
  const { view } = opened(text);
  expect(view.problems.map((problem) => shown(text, problem))).toEqual(problems);
  const messages = new Set(view.problems.map(({ message }) => message));
  expect([...messages]).toEqual(problems.length === 0 ? [] : ["the text ends before a [ or { is closed"]);
});

test("a pod whose values are too large is a problem at the place of the value", () => {
  const variables = Array.from({ length: 40 }, (_, i) => {
    return `    - {name: V${i + 1}, value: ${i === 0 ? "xxxxxxxx" : `$(V${i})$(V${i})`}}\n`;
  });
  const text = `#\n---\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: c\n    image: i\n    env:\n${variables.join("")}`;
  const { view } = opened(text);
  const message = "spec.containers[0].env[21].value: the pod's references expand to more than 16777216 characters";
  const start = text.indexOf("$(V21)");
  expect(view.problems).toEqual([{ start, end: start, message }]);
});

test("a variable of a later document is renamed there", () => {
  const pod = (name: string) =>
    `kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, env: [{name: ${name}, value: x}]}]}\n`;
  const text = `${pod("A")}---\n${pod("A")}`;
  const renaming = opened(text).view.renamingAt!(text.lastIndexOf("A")) as Renaming;
  expect(
    withEdits(
      text,
      renaming.ranges.map((range) => ({ ...range, text: "NEW" })),
    ),
  ).toBe(`${pod("A")}---\n${pod("NEW")}`);
});

const braces = (value: string) =>
  `{kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: i, env: [{name: A, value: a}, {name: B, value: ${value}}]}]}}\n`;
const IGNORE = "# varexpand-ignore shell-syntax\n";

test.each<[title: string, text: string, fixed: string | undefined, ignored: string | undefined, name?: string]>([
  ["YAML", braces("'x${A}'"), braces("'x$(A)'"), IGNORE + braces("'x${A}'")],
  [
    "a later document",
    `${braces("1a")}---\n${braces("'x${A}'")}`,
    `${braces("1a")}---\n${braces("'x$(A)'")}`,
    `${braces("1a")}---\n${IGNORE}${braces("'x${A}'")}`,
  ],
  ["JSON, which has no comments", braces("'x${A}'"), braces("'x$(A)'"), undefined, "k/pod.json"],
  ["an escape sequence", braces('"x\\u0024{A}"'), undefined, IGNORE + braces('"x\\u0024{A}"')],
])(
  "the fix of a finding, and the comment that suppresses it, in %s",
  (_, text, fixed, ignored, name = "k/pod.yaml") => {
    const { view } = opened(text, {}, name);
    const [found, ...others] = view.findings;
    expect([found!.finding.rule, others]).toEqual(["shell-syntax", []]);
    const fixes = [view.fixOf!(found!), view.ignoring!(found!)];
    expect(fixes.map((fix) => fix && withEdits(text, fix.edits))).toEqual([fixed, ignored]);
  },
);
