/** What people see of the texts of a workspace. */
import { describe, expect, test } from "vitest";
import { hoverLines } from "../../src/lsp/hover.ts";
import type { ManifestView } from "../../src/lsp/manifests/manifest-view.ts";
import { Sessions } from "../../src/lsp/sessions.ts";
import { defaultSettings } from "../../src/lsp/settings.ts";
import { Workspace } from "../../src/lsp/workspace.ts";
import { marked, shown } from "./marked.ts";
import { OBJECTS } from "./objects.ts";

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec:
  containers:
  - name: app
    image: app
    command: [serve]
    args: ["--url=$(URL)", "$(PASSWORD)", "$(NOEN)", "$$(HOST)"]
    env:
    - {name: EARLY, value: "$(HOST)"}
    - name: HOST
      valueFrom: {configMapKeyRef: {name: settings, key: host}}
    - {name: PASSWORD, valueFrom: {secretKeyRef: {name: login, key: password}}}
    - {name: URL, value: "http://$(HOST)/"}
    - {name: NONE, value: "$(POD_IP)"}
`;

function workspaceOf(texts: Readonly<Record<string, string>>): Workspace {
  const workspace = new Workspace();
  for (const [name, text] of Object.entries(texts)) workspace.set(name, text);
  return workspace;
}

function usesIn(workspace: Workspace, name: string): string[] {
  const text = workspace.textOf(name)!;
  return workspace.view(name)!.uses.map((use) => {
    const value = use.value === undefined ? "" : ` ${JSON.stringify(use.value)}`;
    return `${shown(text, use)} ${use.verdict}${value}${use.isFormer ? " (former)" : ""}`;
  });
}

function findingsIn(workspace: Workspace, name: string): string[] {
  const text = workspace.textOf(name)!;
  return workspace.view(name)!.findings.map((found) => `${shown(text, found)} ${found.finding.rule}`);
}

function problemsIn(workspace: Workspace, name: string): string[] {
  const text = workspace.textOf(name)!;
  return workspace.view(name)!.problems.map((problem) => `${shown(text, problem)}: ${problem.message}`);
}

describe("uses", () => {
  test("have the trace's verdicts and values, and a Secret's value is masked", () => {
    const workspace = workspaceOf({ "k8s/pod.yaml": POD, "k8s/objects.yaml": OBJECTS });
    expect(usesIn(workspace, "k8s/pod.yaml")).toEqual([
      '9:19 $(URL) expanded "http://db/"',
      '9:29 $(PASSWORD) expanded "***"',
      "9:44 $(NOEN) undefined",
      "9:55 $$(HOST) escaped",
      "11:29 $(HOST) declared-later",
      '15:34 $(HOST) expanded "db"',
      "16:28 $(POD_IP) undefined",
    ]);
    expect(workspace.view("k8s/pod.yaml")!.uses.map(({ meant }) => meant)).toContain("NONE");
  });

  test("show their definitions with positions, also in other files", () => {
    const workspace = workspaceOf({ "k8s/pod.yaml": POD, "k8s/objects.yaml": OBJECTS });
    const use = workspace.view("k8s/pod.yaml")!.uses[5]!;
    const [definition] = use.definitions;
    expect(use.where).toBe("Pod/web, container app");
    expect(definition).toMatchObject({ value: "db", from: "configMapKeyRef shop/settings host" });
    expect(shown(POD, definition!.entry!)).toBe("12:13 HOST");
    expect(definition!.source!.name).toBe("k8s/objects.yaml");
    expect(shown(OBJECTS, definition!.source!)).toBe("5:3 host");
  });

  test("without the objects, references to them stay", () => {
    const workspace = workspaceOf({ "k8s/pod.yaml": POD, "other/objects.yaml": OBJECTS });
    expect(usesIn(workspace, "k8s/pod.yaml")[0]).toBe('9:19 $(URL) expanded "http://$(HOST)/"');
  });

  test("of a declaration that comes later, its place", () => {
    const workspace = workspaceOf({ "pod.yaml": POD });
    const use = workspace.view("pod.yaml")!.uses.find(({ verdict }) => verdict === "declared-later")!;
    expect(shown(POD, use.declaration!)).toBe("12:13 HOST");
  });

  test("an edit of an object changes the pods of the folder", () => {
    const workspace = workspaceOf({ "pod.yaml": POD, "objects.yaml": OBJECTS });
    workspace.view("pod.yaml");
    workspace.set("objects.yaml", OBJECTS.replace("host: db", "host: cache"));
    expect(usesIn(workspace, "pod.yaml")[0]).toBe('9:19 $(URL) expanded "http://cache/"');
    workspace.delete("objects.yaml");
    expect(usesIn(workspace, "pod.yaml")[0]).toBe('9:19 $(URL) expanded "http://$(HOST)/"');
  });
});

test("a change of a ConfigMap changes the values of pods that refer to it", () => {
  const workspace = workspaceOf({ "pod.yaml": POD, "objects.yaml": OBJECTS });
  workspace.set("objects.yaml", OBJECTS.replace("host: db", "host: cache"));
  expect(usesIn(workspace, "pod.yaml")[0]).toBe('9:19 $(URL) expanded "http://cache/"');
});

describe("findings", () => {
  test("are lint's, with fixes that have places in the whole text", () => {
    const text = `${OBJECTS}---\n${POD}`;
    const workspace = workspaceOf({ "all.yaml": text });
    expect(findingsIn(workspace, "all.yaml")).toEqual([
      "21:29 $(PASSWORD) secret-in-command",
      "21:44 $(NOEN) undefined-reference",
      "23:29 $(HOST) use-before-declaration",
      "28:28 $(POD_IP) undefined-reference",
    ]);
    const [fixed] = workspace.view("all.yaml")!.findings.filter(({ fix }) => fix !== undefined);
    let result = text;
    for (const { start, end, text: inserted } of fixed!.fix!.edits.toReversed()) {
      result = result.slice(0, start) + inserted + result.slice(end);
    }
    workspace.set("all.yaml", result);
    expect(findingsIn(workspace, "all.yaml").join()).not.toContain("use-before-declaration");
  });

  test("lines in messages are those of the whole text, also when a line is added before", () => {
    const workspace = workspaceOf({ "all.yaml": `${OBJECTS}---\n${POD}` });
    const lineOf = () =>
      workspace.view("all.yaml")!.findings.find(({ finding }) => finding.rule === "use-before-declaration")!.finding;
    expect(lineOf().message).toBe("$(HOST) is not expanded: the variable is declared later at line 24");
    workspace.set("all.yaml", `# a comment\n${OBJECTS}---\n${POD}`);
    expect(lineOf().message).toBe("$(HOST) is not expanded: the variable is declared later at line 25");
    expect(lineOf().line).toBe(24);
  });

  test("suppressions and settings count", () => {
    const workspace = new Workspace({
      settingsOf: (name) => ({ ...defaultSettings(name), isKnown: (each) => each === "NOEN" }),
    });
    workspace.set("pod.yaml", POD.replace('"$(HOST)"}', '"$(HOST)"} # varexpand-ignore use-before-declaration: meant'));
    expect(findingsIn(workspace, "pod.yaml")).toEqual([
      "9:29 $(PASSWORD) secret-in-command",
      "16:28 $(POD_IP) undefined-reference",
    ]);
  });

  test("of an env file", () => {
    const workspace = workspaceOf({ "app.env": "A='1'\nB=x#y\n" });
    expect(findingsIn(workspace, "app.env")).toEqual(["2:1 B=x#y envfile-dialect"]);
    expect(workspace.view("app.env")!.symbolAt(6)).toMatchObject({ name: "B", start: 6, end: 7 });
  });
});

describe("a text that is broken while it is typed", () => {
  test("shows where, and keeps what it was", () => {
    const workspace = workspaceOf({ "pod.yaml": POD, "objects.yaml": OBJECTS });
    workspace.view("pod.yaml")!.uses;
    workspace.set("pod.yaml", POD.replace("name: EARLY", "name: [EARLY"));
    expect(problemsIn(workspace, "pod.yaml").length).toBe(1);
    expect(usesIn(workspace, "pod.yaml")).toEqual([
      '9:19 $(URL) expanded "http://db/" (former)',
      '9:29 $(PASSWORD) expanded "***" (former)',
      "9:44 $(NOEN) undefined (former)",
      "9:55 $$(HOST) escaped (former)",
      "11:30 $(HOST) declared-later (former)",
      '15:34 $(HOST) expanded "db" (former)',
      "16:28 $(POD_IP) undefined (former)",
    ]);
    workspace.set("pod.yaml", POD);
    expect(problemsIn(workspace, "pod.yaml")).toEqual([]);
    expect(usesIn(workspace, "pod.yaml").join()).not.toContain("former");
  });

  test("a use within the change is left out", () => {
    const workspace = workspaceOf({ "pod.yaml": POD });
    workspace.view("pod.yaml")!.uses;
    workspace.set("pod.yaml", POD.replace('"http://$(HOST)/"}', '"http://$(HO'));
    expect(usesIn(workspace, "pod.yaml").join()).not.toContain("15:");
    expect(usesIn(workspace, "pod.yaml").at(-1)).toBe("16:28 $(POD_IP) undefined (former)");
  });

  test("a pod that is invalid while a field is typed keeps its last state; a removed pod does not", () => {
    const workspace = workspaceOf({ "pod.yaml": POD });
    workspace.view("pod.yaml")!.uses;
    workspace.set("pod.yaml", POD.replace("command: [serve]", "command: serve"));
    expect(findingsIn(workspace, "pod.yaml")).toEqual([
      "8:14 serve invalid-manifest",
      "9:29 $(PASSWORD) secret-in-command",
      "9:44 $(NOEN) undefined-reference",
      "11:29 $(HOST) use-before-declaration",
      "16:28 $(POD_IP) undefined-reference",
    ]);
    expect(usesIn(workspace, "pod.yaml").at(-1)).toBe("16:28 $(POD_IP) undefined (former)");
    workspace.set("pod.yaml", "");
    expect(usesIn(workspace, "pod.yaml")).toEqual([]);
  });

  test("a pod that is renamed keeps no picture of its former names", () => {
    const workspace = workspaceOf({ "pod.yaml": POD });
    const renamed = (i: number) => POD.replace("name: web", `name: web-${i}`);
    for (let i = 0; i < 5; i++) {
      workspace.set("pod.yaml", renamed(i));
      expect(findingsIn(workspace, "pod.yaml")).toHaveLength(4);
    }
    workspace.set("pod.yaml", renamed(4).replace("kind: Pod", "kind: [Pod"));
    const { pods } = workspace.view("pod.yaml") as ManifestView;
    expect(pods.map(({ seen }) => seen.trace.name)).toEqual(["web-4"]);
  });

  test("also beside another pod in the same piece of text", () => {
    const pod = (name: string, more = "") =>
      `{"kind": "Pod", "metadata": {"name": "${name}"}, "spec": {"containers": [{"name": "app", "args": ["$(A)"]${more}}]}}\n`;
    const workspace = workspaceOf({ "pods.json": pod("a") + pod("b") });
    workspace.view("pods.json")!.uses;
    workspace.set("pods.json", pod("a", ', "command": "x"') + pod("b"));
    expect(usesIn(workspace, "pods.json").map((use) => use.slice(0, 2) + use.slice(-8))).toEqual([
      "1:(former)",
      "2:ndefined",
    ]);
    workspace.set("pods.json", pod("c") + pod("b"));
    expect(usesIn(workspace, "pods.json").join()).not.toContain("former");
  });

  test("a pod in another namespace is the same pod", () => {
    const workspace = workspaceOf({ "pod.yaml": POD });
    const count = workspace.view("pod.yaml")!.uses.length;
    workspace.set("pod.yaml", POD.replace("namespace: shop", "namespace: shops"));
    expect(workspace.view("pod.yaml")!.uses.length).toBe(count);
    workspace.set("pod.yaml", POD.replace(", namespace: shop", ""));
    expect(usesIn(workspace, "pod.yaml").join()).not.toContain("former");
  });

  test("a broken document says nothing of the others, and its objects stay", () => {
    const workspace = workspaceOf({ "all.yaml": `${OBJECTS}---\n${POD}` });
    workspace.view("all.yaml")!.uses;
    workspace.set("all.yaml", `${OBJECTS.replace("host: db", 'host: "db')}---\n${POD}`);
    expect(problemsIn(workspace, "all.yaml").length).toBe(1);
    expect(usesIn(workspace, "all.yaml")[0]).toBe('21:19 $(URL) expanded "http://db/"');
  });

  test("the keys of an object that is broken keep their places", () => {
    const workspace = workspaceOf({ "pod.yaml": POD, "objects.yaml": OBJECTS });
    const sourceIn = (objects: string) => {
      workspace.set("objects.yaml", objects);
      const [definition] = workspace.view("pod.yaml")!.uses[5]!.definitions;
      return [definition!.value, shown(objects, definition!.source!)];
    };
    expect(sourceIn(OBJECTS)).toEqual(["db", "5:3 host"]);
    expect(sourceIn(OBJECTS.replace("db", "[db"))).toEqual(["db", "5:3 host"]);
    expect(sourceIn(OBJECTS.replace("name: settings", "[name: settings"))).toEqual(["db", "5:3 host"]);
    expect(sourceIn(OBJECTS.replace("host", '"ho'))).toEqual(["db", "1:1 "]);
    expect(sourceIn(`\n${OBJECTS.replace("db", "cache")}`)).toEqual(["cache", "6:3 host"]);
  });

  test("a text that was never valid has no last state, and templates of other tools are not mistakes", () => {
    expect(problemsIn(workspaceOf({ "a.yaml": "kind: [Pod" }), "a.yaml").length).toBe(1);
    const workspace = workspaceOf({ "a.yaml": "kind: Pod\nspec: {{ .Values.spec }}\n", "b.yaml": "- [a\n" });
    expect(problemsIn(workspace, "a.yaml")).toEqual([]);
    expect(problemsIn(workspace, "b.yaml")).toEqual([]);
  });
});

describe("names that are visible", () => {
  const namesAt = (pod: string) => {
    const { at, text } = marked(pod);
    const workspace = workspaceOf({ "pod.yaml": text, "objects.yaml": OBJECTS });
    return workspace.view("pod.yaml")!.visibleAt!(at).map(({ name, value }) => `${name} ${value}`);
  };

  test("in args: all of them; a Secret's value is masked", () => {
    expect(namesAt(POD.replace("[serve]", "[serve‸]"))).toEqual([
      "EARLY $(HOST)",
      "HOST db",
      "PASSWORD ***",
      "URL http://db/",
      "NONE $(POD_IP)",
    ]);
  });

  test("in env: the preceding ones", () => {
    expect(namesAt(POD.replace("http://", "http://‸"))).toEqual(["EARLY $(HOST)", "HOST db", "PASSWORD ***"]);
  });

  test("none in a field that is never expanded, and none outside of containers", () => {
    expect(namesAt(POD.replace("image: app", "image: app‸"))).toEqual([]);
    expect(namesAt(POD.replace("name: web", "name: web‸"))).toEqual([]);
  });

  test("in a quote that is not closed yet", () => {
    const workspace = workspaceOf({ "pod.yaml": POD });
    workspace.view("pod.yaml")!.uses;
    const { at, text } = marked(POD.replace('"http://$(HOST)/"}', '"http://$(‸'));
    workspace.set("pod.yaml", text);
    expect(workspace.view("pod.yaml")!.visibleAt!(at).map(({ name }) => name)).toEqual(["EARLY", "HOST", "PASSWORD"]);
  });
});

test.each<[name: string, kind: string]>([
  ["pod.yaml", "manifest"],
  ["a/b.env/pod.yml", "manifest"],
  ["pod.json", "manifest"],
  ["a.env", "envfile"],
  ["a/b.yaml/.env.local", "envfile"],
  ["a/.env.d/pod.txt", "other"],
  ["a.env.yaml", "manifest"],
  ["pod", "other"],
])("the view of %s is a view of a %s", (name, kind) => {
  const view = workspaceOf({ [name]: "A='x'\n" }).view(name)!;
  expect(view.kind).toBe(kind);
  if (kind !== "other") return;
  expect({ ...view, symbol: view.symbolAt(0) }).toEqual({
    ...{ kind: "other", findings: [], problems: [], uses: [] },
    ...{ symbol: undefined, symbolAt: expect.any(Function) },
  });
});

test("the settings decide on the kind of a text, and are read once until they are reset", () => {
  const read: string[] = [];
  let kind: "envfile" | "other" = "envfile";
  const workspace = new Workspace({
    settingsOf: (name) => {
      read.push(name);
      return { ...defaultSettings(name), kind };
    },
  });
  workspace.set("pod.yaml", POD);
  workspace.set("pod.yaml", "A='x'\n");
  expect([workspace.view("pod.yaml")!.kind, read]).toEqual(["envfile", ["pod.yaml"]]);
  kind = "other";
  workspace.reset();
  expect([workspace.view("pod.yaml")!.kind, workspace.textOf("pod.yaml"), read.length]).toEqual([
    "other",
    "A='x'\n",
    2,
  ]);
});

test("the findings of a session are placed in the documents of a text, also while another one is broken", () => {
  const sessions = new Sessions({ list: () => undefined, read: () => undefined });
  const workspace = new Workspace({
    findingsIn: (name, settings, manifests) => sessions.findingsIn(name, settings, { manifests, open: manifests }),
  });
  const both = `${POD}---\n${POD.replace("name: web", "name: db")}`;
  workspace.set("/k/all.yaml", both);
  const expected = findingsIn(workspaceOf({ "/k/all.yaml": both }), "/k/all.yaml");
  expect(expected.length).toBeGreaterThan(4);
  expect(findingsIn(workspace, "/k/all.yaml").sort()).toEqual(expected.sort());
  workspace.set("/k/all.yaml", both.replace("name: db", "name: [db"));
  const first = findingsIn(workspaceOf({ "/k/all.yaml": POD }), "/k/all.yaml");
  expect(findingsIn(workspace, "/k/all.yaml").sort()).toEqual(first.sort());
});

test("a text that belongs to a project has no pods", () => {
  const project = { kind: "other", findings: [], problems: [], uses: [], symbolAt: () => undefined } as const;
  const workspace = new Workspace({ projectViewOf: (name) => (name === "garden.yml" ? project : undefined) });
  workspace.set("garden.yml", POD);
  workspace.set("app.env", "A='1'\nB=x#y\n");
  expect(workspace.view("garden.yml")).toBe(project);
  expect(findingsIn(workspace, "app.env")).toEqual(["2:1 B=x#y envfile-dialect"]);
});

test("a view is kept until a text of its folder changes", () => {
  const workspace = workspaceOf({ "a/b/pod.yaml": POD, "a/b/objects.yaml": OBJECTS, "a/pod.yaml": POD });
  const view = workspace.view("a/b/pod.yaml");
  workspace.set("a/b/pod.yaml", POD);
  workspace.set("a/pod.yaml", "");
  workspace.set("a/c/pod.yaml", "");
  expect(workspace.view("a/b/pod.yaml")).toBe(view);
  workspace.set("a/b/objects.yaml", `${OBJECTS}#\n`);
  expect(workspace.view("a/b/pod.yaml")).not.toBe(view);
  const again = workspace.view("a/b/pod.yaml");
  workspace.forgetViews();
  expect(workspace.view("a/b/pod.yaml")).not.toBe(again);
  workspace.delete("a/b/pod.yaml");
  expect([workspace.has("a/b/pod.yaml"), workspace.has("a/pod.yaml")]).toEqual([false, true]);
  expect([workspace.view("a/b/pod.yaml"), workspace.textOf("a/b/pod.yaml")]).toEqual([undefined, undefined]);
});

test("pods refer to the objects of their own folder only", () => {
  const objects = (host: string) => OBJECTS.replace("host: db", `host: ${host}`);
  const workspace = workspaceOf({
    ...{ "a/b/pod.yaml": POD, "a/b/objects.yaml": objects("own") },
    ...{
      "a/objects.yaml": objects("parent"),
      "a/c/objects.yaml": objects("other"),
      "a/b/c/objects.yaml": objects("child"),
    },
  });
  expect(usesIn(workspace, "a/b/pod.yaml")[0]).toBe('9:19 $(URL) expanded "http://own/"');
});

test("an object in the same file hides one with its name in another file", () => {
  const map = (host: string) => `kind: ConfigMap\nmetadata: {name: c}\ndata: {A: ${host}}\n---\n`;
  const container = "{name: c, args: [$(A)], env: [{name: A, valueFrom: {configMapKeyRef: {name: c, key: A}}}]}";
  const pod = `kind: Pod\nmetadata: {name: p}\nspec: {containers: [${container}]}\n`;
  const texts = { "k/a.yaml": pod, "k/b.yaml": map("own") + pod, "k/c.yaml": map("other") };
  const workspace = workspaceOf(texts);
  const [definition] = workspace.view("k/b.yaml")!.uses[0]!.definitions;
  expect([definition!.value, definition!.source!.name]).toEqual(["own", "k/b.yaml"]);
  // The pod in a.yaml takes the value of either object, which is not known.
  const files = (name: "k/b.yaml" | "k/c.yaml") => {
    const symbol = workspace.view(name)!.symbolAt(texts[name].indexOf("A: "));
    return symbol?.references().map((place) => place.name);
  };
  expect(files("k/b.yaml")).toEqual(["k/b.yaml", "k/b.yaml", "k/b.yaml"]);
  expect(files("k/c.yaml")).not.toContain("k/b.yaml");
});

describe("what a place is about", () => {
  const symbolAt = (pod: string) => {
    const { at, text } = marked(pod);
    const workspace = workspaceOf({ "pod.yaml": text, "objects.yaml": OBJECTS });
    const symbol = workspace.view("pod.yaml")!.symbolAt(at);
    const placed = ({ name, ...range }: { name: string; start: number; end: number }) =>
      `${name} ${shown(workspace.textOf(name)!, range)}`;
    return symbol && { name: symbol.name, at: shown(text, symbol), references: symbol.references().map(placed) };
  };

  test("a use, an entry of env", () => {
    const references = ["pod.yaml 12:13 HOST", "pod.yaml 11:29 $(HOST)", "pod.yaml 15:34 $(HOST)"];
    expect(symbolAt(POD.replace("http://$(HOST", "http://$(HO‸ST"))).toEqual({
      name: "HOST",
      at: "15:34 $(HOST)",
      references,
    });
    expect(symbolAt(POD.replace("name: HOST", "name: HO‸ST"))).toEqual({ name: "HOST", at: "12:13 HOST", references });
    expect(symbolAt(POD.replace("key: host", "key: ho‸st"))?.name).toBe("HOST");
    expect(symbolAt(POD.replace("kind: Pod", "kind: P‸od"))).toBeUndefined();
    expect(symbolAt(POD.replace("[serve]", '["$(‸)"]'))).toBeUndefined();
  });

  test("of many definitions, the hover counts those that it does not show", () => {
    const entries = Array.from({ length: 23 }, (_, i) => `    - {name: A, value: "${i}"}\n`).join("");
    const text = `kind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: app\n    args: [$(A)]\n    env:\n${entries}`;
    const symbol = workspaceOf({ "pod.yaml": text })
      .view("pod.yaml")!
      .symbolAt(text.indexOf("$(A)") + 2)!;
    const lines = hoverLines(symbol, () => "?");
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe("  and 3 more");
  });

  test("a key of an env file: its line in the file of that name", () => {
    const from = "{name: HOST, valueFrom: {fileKeyRef: {volumeName: config, path: conf/run/app.env, key: HO‸ST}}}";
    const { at, text } = marked(POD.replace('{name: NONE, value: "$(POD_IP)"}', from));
    const file = "A='x'\nHOST='a'\nHOST='b'\n";
    const workspace = workspaceOf({ "k8s/pod.yaml": text, "k8s/app.env": file, "app.env": "HOST='c'\n" });
    const source = () => workspace.view("k8s/pod.yaml")!.symbolAt(at)!.definitions[0]!.source;
    expect([source()!.name, shown(file, source()!)]).toEqual(["k8s/app.env", "3:1 HOST"]);
    const indented = `${file}  HOST='c'\n`;
    workspace.set("k8s/app.env", indented);
    expect(shown(indented, source()!)).toBe("4:3 HOST");
    workspace.set("k8s/app.env", "A='x'\n");
    expect(source()).toBeUndefined();
    workspace.delete("k8s/app.env");
    expect(source()).toBeUndefined();
  });

  test("a line of an env file: who takes it", () => {
    const from = "{name: HOST, valueFrom: {fileKeyRef: {volumeName: config, path: run/app.env, key: HOST}}}";
    const pod = POD.replace(/name: HOST\n.*/, from);
    const file = "A='x'\nHOST='a'\nHOST='b'\n";
    const workspace = workspaceOf({ "k8s/pod.yaml": pod, "k8s/app.env": file, "pod.yaml": pod });
    const symbolAt = (offset: number) => {
      const symbol = workspace.view("k8s/app.env")!.symbolAt(offset)!;
      const places = symbol.references().map(({ name, ...range }) => {
        return `${name} ${shown(workspace.textOf(name)!, range)}`;
      });
      return { notes: symbol.notes, places };
    };
    const counting = symbolAt(file.lastIndexOf("HOST"));
    expect(counting.notes.at(-1)).toBe("2 places take its value");
    expect(counting.places).toEqual(["k8s/app.env 3:1 HOST", "k8s/pod.yaml 12:14 HOST", "k8s/pod.yaml 14:34 $(HOST)"]);
    // A line that a later line overrides, and a line that is not used.
    expect(symbolAt(file.indexOf("HOST")).places).toEqual(["k8s/app.env 2:1 HOST"]);
    expect(symbolAt(0).places).toEqual(["k8s/app.env 1:1 A"]);
    workspace.set("k8s/pod.yaml", pod.replace("key: HOST", "key: A"));
    expect(symbolAt(0).places).toEqual(["k8s/app.env 1:1 A", "k8s/pod.yaml 12:14 HOST", "k8s/pod.yaml 14:34 $(HOST)"]);
  });

  test("a variable that announces a Service: where the Service has its name", () => {
    const service = "kind: Service\nmetadata: {name: api}\nspec: {clusterIP: 10.0.0.1, ports: [{port: 80}]}\n";
    const pod = "kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i, args: [$(API_PORT)]}]}\n";
    const workspace = workspaceOf({ "pod.yaml": pod, "service.yaml": service });
    const symbol = workspace.view("pod.yaml")!.symbolAt(pod.indexOf("API_PORT"))!;
    const [{ entry, source, value }, ...others] = symbol.definitions as [(typeof symbol.definitions)[number]];
    expect([value, entry, source!.name, shown(service, source!), others]).toEqual([
      ...["tcp://10.0.0.1:80", undefined, "service.yaml", "2:12 name"],
      [],
    ]);
  });

  test("a ConfigMap's key: who takes it", () => {
    const workspace = workspaceOf({ "pod.yaml": POD, "objects.yaml": OBJECTS });
    const symbol = workspace.view("objects.yaml")!.symbolAt(OBJECTS.indexOf("host:"))!;
    expect(symbol).toMatchObject({ name: "HOST", where: "", definitions: [], notes: ["2 places take its value"] });
    const password = workspace.view("objects.yaml")!.symbolAt(OBJECTS.indexOf("password:"))!;
    expect([shown(OBJECTS, password), password.notes]).toEqual(["11:3 password", ["2 places take its value"]]);
    expect(symbol.references().map(({ name, ...range }) => `${name} ${shown(workspace.textOf(name)!, range)}`)).toEqual(
      ["objects.yaml 5:3 host", "pod.yaml 12:13 HOST", "pod.yaml 15:34 $(HOST)"],
    );
  });

  test("a ConfigMap's key that containers with the same entry take, and that no reference uses", () => {
    const map = "kind: ConfigMap\nmetadata: {name: c}\ndata: {A: a}\n---\n";
    const env = "[{name: B, valueFrom: {configMapKeyRef: {name: c, key: A}}}]";
    const text = `${map}kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, env: &e ${env}}, {name: d, env: *e}]}\n`;
    const symbol = workspaceOf({ "all.yaml": text }).view("all.yaml")!.symbolAt(text.indexOf("A: a"))!;
    expect([symbol.name, symbol.notes]).toEqual(["B", ["1 place takes its value"]]);
    expect(symbol.references().map((place) => shown(text, place))).toEqual(["3:8 A", "7:47 B"]);
  });

  test("a ConfigMap's key beside other documents in JSON", () => {
    const map = '{"kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"HOST": "db"}}';
    const container = '{"name": "app", "args": ["$(HOST)"], "envFrom": [{"configMapRef": {"name": "a"}}]}';
    const text = `{"kind": "Pod", "metadata": {"name": "b"}, "spec": {"containers": [${container}]}}\n${map}\n`;
    const workspace = workspaceOf({ "all.json": text });
    const symbol = workspace.view("all.json")!.symbolAt(text.indexOf('HOST": "db'))!;
    expect(symbol.references().map((range) => shown(text, range))).toEqual([
      '2:59 "HOST"',
      '1:143 "a"',
      "1:94 $(HOST)",
    ]);
  });
});
