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

test.each([
  ["an alias for a node of another item", `kind: List\nitems:\n${POD}- {kind: Pod, metadata: *m}\n`],
  ["a comment that suppresses findings", `kind: List\nitems:\n${POD}# varexpand-ignore late-reference\n${POD}`],
  ["items twice", `kind: List\nitems:\n${POD}items:\n${POD}`],
  ["another kind", `kind: PodList\nitems:\n${POD}`],
  ["flow style", "kind: List\nitems: [{kind: Pod}]\n"],
])("a List is one piece: %s", (_, text) => {
  expect(chunked(text)).toEqual([[text, 1, true]]);
});

test("text after the end of a List's document is read, too", () => {
  const text = `kind: List\nitems:\n${POD}...\nkind: Pod\n`;
  expect(chunked(text)).toEqual([[text, 2, true]]);
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
