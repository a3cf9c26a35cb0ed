import { describe, expect, test } from "vitest";
import { documentsIn, lastDocumentStart } from "../../../src/expansion/streams/yaml-documents.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** A text in which `^`, which is left out, marks the expected offset. */
function marked(text: string): { readonly bytes: Uint8Array; readonly expected: number } {
  return { bytes: encode(text.replace("^", "")), expected: text.indexOf("^") };
}

describe("the last document of a text begins", () => {
  test.each([
    "a: 1\n^---\nb: 2\n",
    "a: 1\n^--- b\n",
    "a: 1\n---\nb: 2\n^---\nc: 3\n",
    "a: 1\n---\n----\n^--- \n",
    "...\n^%YAML 1.2\n---\na: 1\n",
    "...\n^%A\n# comment\n\n\r\n%B\n---\na: 1\n",
    "...\n# comment\n^---\na: 1\n",
    "^%YAML 1.2\n---\na: 1\n",
    "^\n%YAML 1.2\n---\na: 1\n",
    "^\r\n# comment\n%YAML 1.2\n---\na: 1\n",
    "\r%YAML 1.2\n^---\na: 1\n",
    "a: 1\n%A\n^---\nb: 2\n",
    "---\n%A\n^---\nb: 2\n",
  ])("%j", (text) => {
    const { bytes, expected } = marked(text);
    expect(lastDocumentStart(bytes, 0)).toBe(expected);
  });

  test.each([
    "",
    "a: 1\n",
    "---\na: 1\n",
    "a: 1\n---",
    "a: 1\n ---\n",
    "a: 1\n--\n",
    "a ---\n",
    "a: 1\n---b\n",
    "a\n...\n",
  ])("nowhere in %j", (text) => {
    expect(lastDocumentStart(encode(text), 0)).toBe(-1);
  });

  test("not before the offset from which it is searched", () => {
    const text = encode("a: 1\n---\nb: 2\n");
    expect([4, 5, 6].map((from) => lastDocumentStart(text, from))).toEqual([5, -1, -1]);
  });
});

test.each<[text: string, ...documents: string[]]>([
  [""],
  ["a: 1", "a: 1"],
  ["a: 1\n---\nb: 2\n---", "a: 1\n", "---\nb: 2\n", "---"],
  ["---\na: 1\n--- b\n---c\n ---\n", "---\na: 1\n", "--- b\n---c\n ---\n"],
  ["a\n...\nb\n", "a\n...\n", "b\n"],
  ["a\n... # c\n---\nb\n...x\n", "a\n... # c\n", "---\nb\n...x\n"],
  ["a\n...\n# c\n%YAML 1.2\n---\nb\n", "a\n...\n", "# c\n%YAML 1.2\n---\nb\n"],
  ["%TAG ! x:\n---\na\n%TAG ! y:\n---\nb\n", "%TAG ! x:\n---\na\n%TAG ! y:\n", "---\nb\n"],
  ["...\n...\n", "...\n", "...\n"],
])("the documents of %j", (text, ...documents) => {
  const bytes = encode(text);
  const parts = documentsIn(bytes).map(({ start, end }) => new TextDecoder().decode(bytes.subarray(start, end)));
  expect(parts).toEqual(documents);
});
