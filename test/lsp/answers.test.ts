/** What the server answers, in the words of the protocol. */
import { describe, expect, test } from "vitest";
import type { TextDocumentEdit, TextEdit } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  actionsIn,
  completionsAt,
  diagnosticsOf,
  hoverAt,
  preparedRename,
  referencesOf,
  renamed,
  symbolsOf,
  targetsOf,
} from "../../src/lsp/answers.ts";
import type { SeenDocument } from "../../src/lsp/documents.ts";
import type { OutlineEntry, TextView, ViewedFinding } from "../../src/lsp/view.ts";
import { Workspace } from "../../src/lsp/workspace.ts";
import { marked, shown } from "./marked.ts";
import { OBJECTS } from "./objects.ts";

const POD = `kind: Pod
metadata: {name: web, namespace: shop}
spec:
  containers:
  - name: app
    image: app
    args: [$(HOST)]
    envFrom: [{configMapRef: {name: settings}}]
    env:
    - {name: EARLY, value: $(LATE)}
    - {name: LATE, value: $(host)}
    - name: HOST
      valueFrom: {configMapKeyRef: {name: settings, key: host}}
`;

/** What is found for the place `‸` of the pod. */
function found(pod: string) {
  const { text, at } = marked(pod);
  const texts: Record<string, string> = { "k/pod.yaml": text, "k/objects.yaml": OBJECTS };
  const workspace = new Workspace();
  for (const [name, content] of Object.entries(texts)) workspace.set(name, content);
  const symbol = workspace.view("k/pod.yaml")!.symbolAt(at)!;
  const written = (places: ReturnType<typeof targetsOf>) =>
    places.map((place) => `${place.name.slice(2)} ${shown(texts[place.name]!, place)}`);
  return {
    targets: written(targetsOf(symbol)),
    all: written(referencesOf(symbol, true)),
    uses: written(referencesOf(symbol, false)),
  };
}

test("a variable whose value is a key of a ConfigMap", () => {
  expect(found(POD.replace("[$(HOST)]", "[$(HO‸ST)]"))).toEqual({
    targets: ["pod.yaml 12:13 HOST"],
    all: ["pod.yaml 12:13 HOST", "pod.yaml 7:12 $(HOST)"],
    uses: ["pod.yaml 7:12 $(HOST)"],
  });
  expect(found(POD.replace("name: HOST", "name: HO‸ST"))).toMatchObject({
    targets: ["objects.yaml 5:3 host"],
    uses: ["pod.yaml 7:12 $(HOST)"],
  });
});

test("one of envFrom", () => {
  expect(found(POD.replace("$(host)", "$(ho‸st)"))).toEqual({
    targets: ["objects.yaml 5:3 host"],
    all: ["pod.yaml 8:37 settings", "pod.yaml 11:27 $(host)"],
    uses: ["pod.yaml 11:27 $(host)"],
  });
});

test("one that is declared later", () => {
  expect(found(POD.replace("$(LATE)", "$(LA‸TE)"))).toEqual({
    targets: ["pod.yaml 11:14 LATE"],
    all: ["pod.yaml 11:14 LATE", "pod.yaml 10:28 $(LATE)"],
    uses: ["pod.yaml 10:28 $(LATE)"],
  });
});

test("one that nothing defines", () => {
  expect(found(POD.replace("[$(HOST)]", "[$(NO‸NE)]"))).toEqual({
    targets: [],
    all: ["pod.yaml 7:12 $(NONE)"],
    uses: ["pod.yaml 7:12 $(NONE)"],
  });
});

test.each<[title: string, symbol: object, targets: string[], uses: string[]]>([
  ["an entry without a source", { definitions: [{ entry: 1, isWhole: true }] }, ["a 1"], ["b 1", "a 3"]],
  ["an entry with a source", { definitions: [{ entry: 1, source: 2, isWhole: true }] }, ["a 2"], ["b 1", "a 3"]],
  ["a use of an entry", { use: {}, definitions: [{ entry: 1, source: 2, isWhole: true }] }, ["a 1"], ["b 1", "a 3"]],
  [
    "a use of an entry that is being edited",
    { use: {}, definitions: [{ source: 2, isWhole: true }] },
    ["a 2"],
    ["a 1", "b 1", "a 3"],
  ],
  [
    "a use of one of envFrom",
    { use: {}, definitions: [{ entry: 1, source: 2, isWhole: false }] },
    ["a 2"],
    ["b 1", "a 3"],
  ],
  ["a use before the entry", { use: { declaration: 3 }, definitions: [{ entry: 1, isWhole: true }] }, ["a 3"], ["b 1"]],
  ["several definitions", { definitions: [{}, { entry: 1 }, { source: 3 }] }, [], ["b 1"]],
])("%s", (_, { definitions, use }: { definitions?: object[]; use?: { declaration?: number } }, targets, uses) => {
  const place = (start: number | undefined, name = "a") => start && { name, start, end: start + 1 };
  const written = (places: ReturnType<typeof targetsOf>) => places.map(({ name, start }) => `${name} ${start}`);
  const symbol = {
    definitions: definitions!.map(({ entry, source, ...rest }: { entry?: number; source?: number }) => {
      return { ...rest, entry: place(entry), source: place(source) };
    }),
    use: use && { declaration: place(use.declaration) },
    references: () => [place(1), place(1, "b"), place(3)],
  } as unknown as Parameters<typeof targetsOf>[0];
  expect([written(targetsOf(symbol)), written(referencesOf(symbol, false))]).toEqual([targets, uses]);
  expect(written(referencesOf(symbol, true))).toEqual(["a 1", "b 1", "a 3"]);
});

/** A document whose text begins with `mark`, with what people would see of it. */
function seenWith(view: Partial<TextView>, text = "a: $(A)\nb: $(B)\n", mark = ""): SeenDocument {
  const nothing: TextView = {
    kind: "manifest",
    findings: [],
    problems: [],
    uses: [],
    fixOf: () => undefined,
    symbolAt: () => undefined,
    visibleAt: () => [],
  };
  const document = TextDocument.create("file:///a.yaml", "yaml", 3, mark + text);
  return { document, text, view: { ...nothing, ...view }, mark: mark.length };
}

function findingAt(start: number, end: number, severity: "error" | "warning" | "note" = "error"): ViewedFinding {
  const finding = { rule: "rule-a", severity, message: `from ${start}` } as ViewedFinding["finding"];
  return { start, end, finding, fix: { description: "write it", edits: [{ start, end, text: "x" }] } };
}

describe("diagnostics", () => {
  test("problems are errors, findings have the levels of their rules; a byte order mark counts", () => {
    const findings = [findingAt(3, 7), findingAt(11, 15, "warning"), findingAt(11, 11, "note")];
    const problems = [{ start: 0, end: 1, message: "is broken\u001b" }];
    const range = (line: number, from: number, to: number) => ({
      start: { line, character: from },
      end: { line, character: to },
    });
    const finding = { code: "rule-a", source: "varexpand" };
    expect(diagnosticsOf(seenWith({ findings, problems }, undefined, "\ufeff"))).toEqual([
      { range: range(0, 1, 2), severity: 1, source: "varexpand", message: "is broken\\u001b" },
      { range: range(0, 4, 8), severity: 1, message: "from 3", ...finding },
      { range: range(1, 3, 7), severity: 2, message: "from 11", ...finding },
      { range: range(1, 3, 3), severity: 3, message: "from 11", ...finding },
    ]);
  });

  test.each([
    [4000, "x".repeat(4000)],
    [4001, `${"x".repeat(4000)}...`],
  ])("a message of %d characters", (length, shown) => {
    const problems = [{ start: 0, end: 1, message: "x".repeat(length) }];
    expect(diagnosticsOf(seenWith({ problems })).map(({ message }) => message)).toEqual([shown]);
  });

  test.each([
    [999, 999],
    [1000, 1000],
    [1001, 1000],
  ])("of %d findings, %d are reported", (count, reported) => {
    const findings = Array.from({ length: count }, () => findingAt(3, 7));
    expect(diagnosticsOf(seenWith({ findings }))).toHaveLength(reported);
  });

  test("a text of 4194304 characters is checked; for a longer one, a message comes first", () => {
    const diagnostics = (length: number) =>
      diagnosticsOf(seenWith({ findings: [findingAt(3, 7)] }, "x".repeat(length)));
    expect(diagnostics(4_194_304).map(({ message }) => message)).toEqual(["from 3"]);
    const [first, second] = diagnostics(4_194_305);
    const start = { line: 0, character: 0 };
    expect(first).toEqual({
      range: { start, end: start },
      severity: 3,
      source: "varexpand",
      message: "the text has more than 4194304 characters; run varexpand lint",
    });
    expect(second!.message).toBe("from 3");
  });
});

describe("hover", () => {
  const hover = (name: string, takesMarkdown: boolean) => {
    const symbol = { start: 3, end: 7, name, where: "", definitions: [], notes: ["so it is"], use: undefined };
    const symbolAt = (offset: number) => (offset === 4 ? { ...symbol, references: () => [] } : undefined);
    const seen = seenWith({ symbolAt });
    expect(hoverAt(seen, 5, () => "", takesMarkdown)).toBeUndefined();
    return hoverAt(seen, 4, () => "", takesMarkdown);
  };

  test("plain text, or Markdown in which nothing means anything", () => {
    expect(hover("A", false)).toEqual({
      contents: { kind: "plaintext", value: "A\n  so it is" },
      range: { start: { line: 0, character: 3 }, end: { line: 0, character: 7 } },
    });
    const markdown = (name: string) => hover(name, true)!.contents;
    expect(markdown("A")).toEqual({ kind: "markdown", value: "```text\nA\n  so it is\n```" });
    expect(markdown("`A``")).toEqual({ kind: "markdown", value: "```text\n`A``\n  so it is\n```" });
    expect(markdown("```A`")).toEqual({ kind: "markdown", value: "````text\n```A`\n  so it is\n````" });
  });
});

describe("completion", () => {
  const name = (label: string, takesDot?: boolean) => ({
    label,
    detail: "of\tit",
    text: `${label})`,
    ...(takesDot !== undefined && { takesDot }),
  });
  const completed = (...names: ReturnType<typeof name>[]) =>
    completionsAt(seenWith({ completionAt: () => ({ start: 5, end: 7, names }) }), 6)!;

  test("names take the place of what is written, some that of its dot, too", () => {
    const end = { line: 0, character: 7 };
    expect(completed(name("A"), name("B", true), name("C", false))).toEqual([
      {
        label: "A",
        kind: 6,
        detail: "of\\tit",
        filterText: "A",
        textEdit: { range: { start: { line: 0, character: 5 }, end }, newText: "A)" },
      },
      expect.objectContaining({
        filterText: ".B",
        textEdit: { range: { start: { line: 0, character: 4 }, end }, newText: "B)" },
      }),
      expect.objectContaining({
        filterText: "C",
        textEdit: { range: { start: { line: 0, character: 5 }, end }, newText: "C)" },
      }),
    ]);
    expect(completionsAt(seenWith({}), 2)).toBeUndefined();
  });

  test("a thousand names at most", () => {
    const names = Array.from({ length: 1001 }, (_, i) => name(`A${i}`));
    expect(completed(...names.slice(0, 1000))).toHaveLength(1000);
    expect(completed(...names)).toHaveLength(1000);
  });
});

describe("renaming", () => {
  const range = (from: number, to: number, line = 0) => ({
    start: { line, character: from },
    end: { line, character: to },
  });
  const problemOf = (name: string) => (name === "A" ? "A is used" : undefined);
  const ranges = [
    { start: 5, end: 6 },
    { start: 13, end: 14 },
  ];
  const seen = seenWith({
    renamingAt: (offset) => (offset === 5 ? { ...ranges[0]!, ranges, problemOf } : undefined),
  });

  test("the name at the place, and an edit for each of its places", () => {
    expect(preparedRename(seen, 5)).toEqual({ range: range(5, 6), placeholder: "A" });
    expect(renamed(seen, 5, "NEW")).toEqual({
      documentChanges: [
        {
          textDocument: { uri: "file:///a.yaml", version: 3 },
          edits: [
            { range: range(5, 6), newText: "NEW" },
            { range: range(5, 6, 1), newText: "NEW" },
          ],
        },
      ],
    });
  });

  test("places without a variable, and views without renaming", () => {
    for (const each of [preparedRename(seen, 4), renamed(seen, 4, "NEW"), renamed(seenWith({}), 5, "NEW")]) {
      expect(each).toBeUndefined();
    }
  });

  test("refuses a variable that cannot be renamed, and a name that it cannot have", () => {
    const refusing = seenWith({ renamingAt: () => "A is also set by envFrom" });
    const refused = expect.objectContaining({ code: -32600, message: "A is also set by envFrom" });
    expect(() => preparedRename(refusing, 5)).toThrow(refused);
    expect(() => renamed(refusing, 5, "NEW")).toThrow(refused);
    expect(() => renamed(seen, 5, "A")).toThrow(expect.objectContaining({ code: -32600, message: "A is used" }));
  });
});

test("symbols have the kinds of the protocol, printable names that are not empty, and the ranges of the document", () => {
  const entry = { start: 0, end: 7, selected: { start: 3, end: 7 }, detail: "", children: [] };
  const outline = (): OutlineEntry[] => [
    {
      ...entry,
      kind: "object",
      name: "Pod/\u001b",
      children: [
        { ...entry, kind: "container", name: "", children: [{ ...entry, kind: "variable", name: "A", detail: "\t" }] },
      ],
    },
  ];
  const range = { start: { line: 0, character: 1 }, end: { line: 0, character: 8 } };
  const ranges = { range, selectionRange: { ...range, start: { line: 0, character: 4 } } };
  const variable = { name: "A", detail: "\\t", kind: 13, ...ranges, children: [] };
  const container = { name: "?", detail: "", kind: 2, ...ranges, children: [variable] };
  const object = { name: "Pod/\\u001b", detail: "", kind: 19, ...ranges, children: [container] };
  expect(symbolsOf(seenWith({ outline }, undefined, "\ufeff"))).toEqual([object]);
  expect(symbolsOf(seenWith({}))).toEqual([]);
});

describe("actions", () => {
  const actions = (start: number, end: number, view: Partial<TextView>) =>
    actionsIn(seenWith({ fixOf: ({ fix }) => fix, ...view }), { start, end });

  test.each([
    [0, 2, 0],
    [0, 3, 1],
    [5, 5, 1],
    [7, 9, 1],
    [8, 9, 0],
    [0, 20, 1],
  ])("from %d to %d: %d for a finding from 3 to 7", (start, end, count) => {
    expect(actions(start, end, { findings: [findingAt(3, 7)] })).toHaveLength(count);
  });

  test("one has the finding, and the edits of the document as it was seen", () => {
    const range = { start: { line: 0, character: 3 }, end: { line: 0, character: 7 } };
    expect(actions(3, 3, { findings: [findingAt(3, 7, "warning")] })).toEqual([
      {
        title: "rule-a: write it",
        kind: "quickfix",
        diagnostics: [{ range, severity: 2, code: "rule-a", source: "varexpand", message: "from 3" }],
        isPreferred: true,
        edit: {
          documentChanges: [{ textDocument: { uri: "file:///a.yaml", version: 3 }, edits: [{ range, newText: "x" }] }],
        },
      },
    ]);
  });

  /** The title and the edits of each action for a finding from 3 to 7, the text `$(A)`. */
  const offered = (finding: Partial<ViewedFinding["finding"]>, view: Partial<TextView> = {}, hasFix = true) => {
    const base = findingAt(3, 7);
    const found = { ...base, ...(!hasFix && { fix: undefined }), finding: { ...base.finding, ...finding } };
    return actions(3, 3, { findings: [found], ...view }).map(({ edit, isPreferred, title }) => {
      const [change] = edit!.documentChanges as TextDocumentEdit[];
      const edits = (change!.edits as TextEdit[]).map(({ newText, range }) => {
        return `${range.start.character}-${range.end.character} ${JSON.stringify(newText)}`;
      });
      return `${title}: ${edits.join(", ")}${isPreferred === true ? " (preferred)" : ""}`;
    });
  };
  const ignoring = () => ({ description: "ignore it", edits: [{ start: 0, end: 0, text: "# ignore\n" }] });

  test.each<[title: string, actions: () => string[], offered: string[]]>([
    ["a fix", () => offered({}), ['rule-a: write it: 3-7 "x" (preferred)']],
    ["a similar name", () => offered({ name: "A", meant: "B" }, {}, false), ['rule-a: replace A with B: 5-6 "B"']],
    ["a name at the start", () => offered({ name: "$", meant: "B" }, {}, false), ['rule-a: replace $ with B: 3-4 "B"']],
    [
      "a name with a tab",
      () => offered({ name: ")", meant: "\t" }, {}, false),
      ['rule-a: replace ) with \\t: 6-7 "\\t"'],
    ],
    ["a comment", () => offered({}, { ignoring }, false), ['rule-a: ignore it: 0-0 "# ignore\\n"']],
    [
      "all of them",
      () => offered({ name: "(A)", meant: "" }, { ignoring }),
      [
        'rule-a: write it: 3-7 "x" (preferred)',
        'rule-a: replace (A) with : 4-7 ""',
        'rule-a: ignore it: 0-0 "# ignore\\n"',
      ],
    ],
    ["no similar name that is not in the text", () => offered({ name: "C", meant: "B" }, {}, false), []],
    ["no similar name without a name", () => offered({ meant: "B" }, {}, false), []],
    ["no fix that the view does not confirm", () => offered({}, { fixOf: () => undefined }), []],
    ["no comment where there is no place for one", () => offered({}, { ignoring: () => undefined }, false), []],
  ])("%s", (_, actions, expected) => {
    expect(actions()).toEqual(expected);
  });

  test("twenty findings have actions at most", () => {
    const finding = findingAt(3, 7);
    const findings = Array.from({ length: 21 }, () => finding);
    expect(actions(3, 3, { findings: findings.slice(1) })).toHaveLength(20);
    expect(actions(3, 3, { findings })).toHaveLength(20);
  });
});
