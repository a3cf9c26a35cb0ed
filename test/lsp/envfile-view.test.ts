/** An env file as people see it. */
import { expect, test } from "vitest";
import { withEdits } from "../../src/lint/fix/fix-text.ts";
import { EnvFileView } from "../../src/lsp/envfile-view.ts";
import { defaultSettings } from "../../src/lsp/settings.ts";
import { Workspace } from "../../src/lsp/workspace.ts";
import { shown } from "./marked.ts";

function viewOf(text: string): EnvFileView {
  return new EnvFileView("app.env", text, {
    settings: defaultSettings("app.env"),
    podsAround: () => [],
  });
}

test.each<[text: string, symbols: string[]]>([
  ["A=1", ["1:1 A"]],
  ["A=1\nBC='2'\n", ["1:1 A", "2:1 BC"]],
  ["A: 1", ["1:1 A"]],
  ["A =1", ["1:1 A"]],
  ["A \t: 1", ["1:1 A"]],
  ["a:b=1", ["1:1 a:b"]],
  [" \tA=1", ["1:3 A"]],
  ["\ufeffA=1", ["1:2 A"]],
  ["export A=1", ["1:8 A"]],
  ["export  A.b-c=1", ["1:9 A.b-c"]],
  ["\texport\tA=1", ["1:9 A"]],
  ["export=1", ["1:1 export"]],
  ["A=1\r\n\r\nB=2\r\n", ["1:1 A", "3:1 B"]],
  ["exportA=1", ["1:1 exportA"]],
  // A line that sets nothing.
  ["# A=1", []],
  ["  # A=1", []],
  ["'A'=1", []],
  ['"A"=1', []],
  ["A'B=1", []],
  ['A"B=1', []],
  ["A#B=1", []],
  [" =1", []],
  ["export =1", ["1:1 export"]],
  ["A", []],
  ["=1", []],
  ["A B=1", []],
])("the names that lines set, %j: %j", (text, symbols) => {
  const view = viewOf(text);
  const found = Array.from({ length: text.length + 1 }, (_, offset) => view.symbolAt(offset));
  const names = found.flatMap((symbol) => (symbol === undefined ? [] : [shown(text, symbol)]));
  expect([...new Set(names)]).toEqual(symbols);
  expect(view.outline().map((each) => shown(text, each))).toEqual(symbols);
});

test("a value that readers read differently has a fix", () => {
  const text = "A=x#y\nB= # why\nC=pa$word\n";
  const view = new EnvFileView(".env", text, { settings: defaultSettings(".env"), podsAround: () => [] });
  const fixes = view.findings.map((found) => view.fixOf(found)?.edits);
  expect(fixes.map((edits) => edits && withEdits(text, edits))).toEqual([
    "A='x#y'\nB= # why\nC=pa$word\n",
    'A=x#y\nB="" # why\nC=pa$word\n',
    undefined,
  ]);
});

test("a place is about a name if it is in it, or at its end", () => {
  const view = viewOf("x=1\n  AB=1");
  expect([4, 5, 6, 7, 8, 9, 10].map((offset) => view.symbolAt(offset)?.name)).toEqual([
    undefined,
    undefined,
    "AB",
    "AB",
    "AB",
    undefined,
    undefined,
  ]);
});

test("a line that another one hides says so, and no reader's word of it counts", () => {
  const view = viewOf("A='1'\nB=2\nA=3\n");
  expect(view.symbolAt(0)!.notes).toEqual(["line 3 sets it again"]);
  expect(view.symbolAt(10)!.notes.join()).not.toContain("sets it again");
  expect(view.symbolAt(10)!.notes.length).toBeGreaterThan(0);
  expect(view.symbolAt(0)!.references()).toEqual([{ name: "app.env", start: 0, end: 1 }]);
});

test.each<[path: string, isKubelet: boolean]>([
  ["app.env", true],
  ["conf/run/app.env", true],
  ["app.env/other.env", false],
  ["conf/my-app.env", false],
])("the kubelet reads the file if a container names it: %s", (path, isKubelet) => {
  const workspace = new Workspace();
  workspace.set("k8s/a.env/app.env", "A=1\n");
  workspace.set(
    "k8s/a.env/pod.yaml",
    `kind: Pod
metadata: {name: p}
spec:
  volumes: [{name: v, emptyDir: {}}]
  containers:
  - name: c
    image: i
    env:
    - {name: B, value: b}
    - {name: A, valueFrom: {fileKeyRef: {volumeName: v, path: ${path}, key: A}}}
`,
  );
  expect(workspace.view("k8s/a.env/app.env")!.findings.map(({ finding }) => finding.rule)).toEqual(
    isKubelet ? ["envfile-syntax"] : [],
  );
});

/** The text with the comment that suppresses its last finding. */
function ignored(text: string): string | undefined {
  const view = viewOf(text);
  const edits = view.ignoring(view.findings.at(-1)!)?.edits;
  return edits && withEdits(text, edits);
}

test.each([
  ["A=x#y", "# varexpand-ignore envfile-dialect\nA=x#y"],
  ["A=1\r\n \tA=2\r\n", "A=1\r\n# varexpand-ignore envfile-duplicate\r\n \tA=2\r\n"],
  ["# why\n\nx y\nA=1\n", "# why\n\n# varexpand-ignore envfile-syntax\nx y\nA=1\n"],
  ["A='1\n2'\nA='3\n4'\n", "A='1\n2'\n# varexpand-ignore envfile-duplicate\nA='3\n4'\n"],
  ["# varexpand-dialect: kep\nB=\n", "# varexpand-dialect: kep\n# varexpand-ignore envfile-syntax\nB=\n"],
])("the comment that suppresses a finding in %j", (text, expected) => {
  expect(ignored(text)).toBe(expected);
  expect(viewOf(expected).findings).toHaveLength(viewOf(text).findings.length - 1);
});

test("the place of a finding is not in the value of another variable", () => {
  const text = 'A=1#x\nC="\nA=2\n"\n';
  expect(ignored(text)).toBe(`# varexpand-ignore envfile-dialect\n${text}`);
});

test("the outline: each line that sets a variable", () => {
  const text = "\ufeffA=1\n# B=2\n \texport C.d-e : 3\r\nF\n'G'=1\n=3\nA=2";
  const entries = viewOf(text).outline();
  expect(entries.map((each) => shown(text, each))).toEqual(["1:2 A", "3:10 C.d-e", "7:1 A"]);
  expect(entries[1]).toEqual({
    kind: "variable",
    name: "C.d-e",
    detail: "",
    start: 20,
    end: 25,
    selected: { start: 20, end: 25 },
    children: [],
  });
});
