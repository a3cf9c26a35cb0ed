/** A manifest's text in pieces. */
import { expect, test } from "vitest";
import { chunksOf, ManifestText } from "../../../src/lsp/manifests/manifest-text.ts";

const chunked = (text: string) =>
  chunksOf(text, () => undefined).map(({ documents, error, text }) => [text, documents.length, error === undefined]);

test("each document is a piece, and a mistake in one says nothing of the others", () => {
  const pod = "kind: Pod\nmetadata: {name: a}\n";
  expect(chunked(`${pod}---\na: [\n---\n${pod}`)).toEqual([
    [pod, 1, true],
    ["---\na: [\n", 0, false],
    [`---\n${pod}`, 1, true],
  ]);
});

test("a directive is a mistake, as Kubernetes reads none", () => {
  expect(chunked("%YAML 1.1\n---\nkind: Pod\n")).toEqual([
    ["%YAML 1.1\n", 0, false],
    ["---\nkind: Pod\n", 1, true],
  ]);
});

test("each item of a List in block style is a piece, also while one of them cannot be read", () => {
  const pod = "- kind: Pod\n  metadata: {name: a}\n";
  const head = "apiVersion: v1\nitems:\n";
  expect(chunked(`${head}${pod}${pod}kind: List\n`)).toEqual([
    [head, 0, true],
    [pod, 1, true],
    [pod, 1, true],
    ["kind: List\n", 0, true],
  ]);
  expect(chunked(`kind: List\nitems:\n- a: [\n${pod}`)).toEqual([
    ["kind: List\nitems:\n", 0, true],
    ["- a: [\n", 0, false],
    [pod, 1, true],
    ["", 0, true],
  ]);
});

const POD = "- kind: Pod\n  metadata: &m {name: a}\n";

test.each<[text: string, pieces: string[]]>([
  ["a: 1\n---\nb: 1\n", ["a: 1\n", "---\nb: 1\n"]],
  ["a: 1\r\n---\r\nb: 1\r\n", ["a: 1\r\n", "---\r\nb: 1\r\n"]],
  ["a: 1\r---\rb: 1\r", ["a: 1\r", "---\rb: 1\r"]],
  ["a: 1\n--- # b\nb: 1\n", ["a: 1\n", "--- # b\nb: 1\n"]],
  ["a: 1\n---\t{b: 1}\n", ["a: 1\n", "---\t{b: 1}\n"]],
  ["a: 1\n---", ["a: 1\n", "---"]],
  ["a: 1\n---\n---\n", ["a: 1\n", "---\n", "---\n"]],
  // A marker at the start of the text does not end a document.
  ["---\na: 1\n", ["---\na: 1\n"]],
  ["a: 1\n----\nb: 1\n", ["a: 1\n----\nb: 1\n"]],
  ["a: 1\n---b: 1\n", ["a: 1\n---b: 1\n"]],
  ["a: |\n ---\n b\n", ["a: |\n ---\n b\n"]],
  ["", [""]],
])("the documents of %j", (text, pieces) => {
  expect(chunked(text).map(([piece]) => piece)).toEqual(pieces);
});

const INDENTED = POD.replaceAll(/^/gm, "  ").trimEnd().concat("\n");

test.each<[text: string, pieces: string[]]>([
  [`kind: List\nitems: \t\n${POD}${POD}`, ["kind: List\nitems: \t\n", POD, POD, ""]],
  [`kind: List \t\nitems:\n${POD}# a\n${POD}`, ["kind: List \t\nitems:\n", `${POD}# a\n`, POD, ""]],
  [`items:\n${INDENTED}${INDENTED}kind: List\nx: 1\n`, ["items:\n", INDENTED, INDENTED, "kind: List\nx: 1\n"]],
  // Deeper dashes do not begin an item.
  ["kind: List\nitems:\n- a:\n  - b\n- c: 1\n", ["kind: List\nitems:\n", "- a:\n  - b\n", "- c: 1\n", ""]],
  [`---\nkind: List\nitems:\n${POD}`, ["---\nkind: List\nitems:\n", POD, ""]],
  [`a: 1\n---\nkind: List\nitems:\n${POD}---\nb: 1\n`, ["a: 1\n", "---\nkind: List\nitems:\n", POD, "", "---\nb: 1\n"]],
])("the items of %j", (text, pieces) => {
  expect(chunked(text).map(([piece]) => piece)).toEqual(pieces);
});

test.each([
  ["an alias for a node of another item", `kind: List\nitems:\n${POD}- {kind: Pod, metadata: *m}\n`],
  ["a comment that suppresses findings", `kind: List\nitems:\n${POD}# varexpand-ignore late-reference\n${POD}`],
  ["items twice", `kind: List\nitems:\n${POD}items:\n${POD}`],
  ["another kind", `kind: PodList\nitems:\n${POD}`],
  ["flow style", "kind: List\nitems: [{kind: Pod}]\n"],
  ["a comment after the key", `kind: List\nitems: # a\n${POD}`],
  ["a quoted kind", `kind: "List"\nitems:\n${POD}`],
  ["a comment after the kind", `kind: List # a\nitems:\n${POD}`],
])("a List is one piece: %s", (_, text) => {
  expect(chunked(text)).toEqual([[text, 1, true]]);
});

test.each([
  ["before its items", `kind: List\na: [\nitems:\n${POD}`],
  ["after its items", `kind: List\nitems:\n${POD}a: [\n`],
])("a List with a syntax error %s is one piece", (_, text) => {
  expect(chunked(text)).toEqual([[text, 0, false]]);
});

test("text after the end of a List's document is read, too", () => {
  const text = `kind: List\nitems:\n${POD}...\nkind: Pod\n`;
  expect(chunked(text)).toEqual([[text, 2, true]]);
});

/** A document; one in lower case is not YAML. */
const document = (name: string) => `---\nkind: ${name === name.toUpperCase() ? name : `[${name}`}\n`;

test.each<[before: string, after: string, good: string, reused: number[]]>([
  ["ABC", "ABC", "ABC", [0, 1, 2]],
  // A document that cannot be read keeps the last version that could.
  ["ABC", "AxC", "ABC", [0, -1, 2]],
  ["ABC", "xBC", "ABC", [-1, 1, 2]],
  ["ABC", "ABx", "ABC", [0, 1, -1]],
  ["ABCD", "AxyD", "ABCD", [0, -1, -1, 3]],
  ["ABCD", "AxD", "ABD", [0, -1, 3]],
  // A new document does not have a former version.
  ["AB", "AxB", "AxB", [0, -1, 1]],
  ["AB", "xAB", "xAB", [-1, 0, 1]],
  ["AB", "ABx", "ABx", [0, 1, -1]],
  ["AC", "AxyC", "AxyC", [0, -1, -1, 1]],
  ["ABC", "AxyC", "AByC", [0, -1, -1, 2]],
  // A removed document.
  ["ABC", "AC", "AC", [0, 2]],
  ["ABC", "BC", "BC", [1, 2]],
  ["ABC", "AB", "AB", [0, 1]],
  ["ABCD", "AD", "AD", [0, 3]],
])("documents %s become %s", (before, after, good, reused) => {
  const textOf = (names: string) => [...names].map(document).join("");
  const text = new ManifestText(textOf(before));
  const former = text.chunks.map(({ tracked }) => tracked);
  text.update(textOf(after));
  const { chunks } = text;
  expect({
    good: chunks.map(({ tracked }) => tracked.good.text),
    reused: chunks.map(({ tracked }) => former.indexOf(tracked)),
    places: chunks.map(({ line, start }) => [line, start]),
  }).toEqual({
    good: [...good].map(document),
    reused,
    places: [...after].map((_, i) => [1 + 2 * i, textOf(after.slice(0, i)).length]),
  });
});

test("a copy of a document that cannot be read does not have a former version", () => {
  const text = new ManifestText(document("A"));
  for (const names of ["x", "xx"]) text.update([...names].map(document).join(""));
  expect(text.chunks.map(({ tracked }) => tracked.good.text)).toEqual([document("A"), document("x")]);
});

test.each<[before: string, after: string, good: string, reused: number[]]>([
  ["AB", "AB", "AB", [0, 1]],
  ["ABC", "AxC", "ABC", [0, -1, 2]],
  // An item that is added before others does not have a former version, and the others keep theirs.
  ["AB", "xAB", "xAB", [-1, 0, 1]],
  ["AB", "AxB", "AxB", [0, -1, 1]],
  ["ABC", "AC", "AC", [0, 2]],
])("items %s of a List become %s", (before, after, good, reused) => {
  const item = (name: string) => document(name).replace("---\n", "- ");
  const textOf = (names: string) => `kind: List\nitems:\n${[...names].map(item).join("")}metadata: {}\n`;
  const text = new ManifestText(textOf(before));
  const former = text.chunks.map(({ tracked }) => tracked);
  text.update(textOf(after));
  // The text around the items is the first and the last chunk.
  expect(text.chunks.map(({ tracked }) => tracked.good.text)).toEqual([
    "kind: List\nitems:\n",
    ...[...good].map(item),
    "metadata: {}\n",
  ]);
  expect(text.chunks.map(({ tracked }) => former.indexOf(tracked))).toEqual([
    0,
    ...reused.map((i) => (i === -1 ? i : i + 1)),
    former.length - 1,
  ]);
});

test.each([
  ["\n", 2],
  ["\r\n", 2],
  ["\r", 2],
  ["\n\r", 3],
])("a document after the line break %j is on line %d", (lineBreak, line) => {
  const { chunks } = new ManifestText(`#${lineBreak}---\n`);
  expect(chunks.map((chunk) => [chunk.line, chunk.start])).toEqual([
    [1, 0],
    [line, 1 + lineBreak.length],
  ]);
});

test("the array of objects is replaced only if one of them changes", () => {
  const map = (value: string) => `kind: ConfigMap\nmetadata: {name: c}\ndata: {A: ${value}}\n`;
  const pod = "---\nkind: Pod\nmetadata: {name: p}\n";
  const text = new ManifestText(map("a") + pod);
  const { objects } = text;
  expect(objects).toHaveLength(1);
  for (const same of [map("a"), map("a") + pod + pod, `# a comment\n${map("a")}`]) {
    text.update(same);
    expect(text.objects).toBe(objects);
  }
  text.update(map("b"));
  expect(text.objects).not.toBe(objects);
});
