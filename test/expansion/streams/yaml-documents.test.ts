import { describe, expect, test } from "vitest";
import {
  ambiguousPlaces,
  documentEnd,
  documentStart,
  lastDocumentStart,
} from "../../../src/expansion/streams/yaml-documents.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** A text in which `|` marks an offset that is asked for, and `^` the one that is expected, both left out. */
function marked(text: string): { readonly bytes: Uint8Array; readonly asked: number; readonly expected: number } {
  const asked = text.replace("^", "").indexOf("|");
  const expected = text.replace("|", "").indexOf("^");
  return { bytes: encode(text.replace(/[|^]/g, "")), asked: Math.max(0, asked), expected };
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
    "\n^%YAML 1.2\n---\na: 1\n",
    "\r\n^%YAML 1.2\n---\na: 1\n",
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

test.each([
  "|a: 1^",
  "a|: 1\nb: 2^\n---\nc: 3\n",
  "a: 1|^\n---\n",
  "a|: 1^\n...\n",
  "a|: 1\n---b\n ---\n^\n--- c\n---\n",
  "---\na|^\n---",
])("the document around | ends at ^: %j", (text) => {
  const { bytes, asked, expected } = marked(text);
  expect(documentEnd(bytes, asked)).toBe(expected);
});

test.each([
  "^|a: 1",
  "^a: |1\n---\n",
  "a: 1\n^---\nb|: 2\n",
  "a: 1\n^---|\n",
  "^a: 1\n---b\n ---\nc|\n---\n",
  "\n^---\na|\n",
  "^\n|\n---\n",
])("the document around | begins at ^: %j", (text) => {
  const { bytes, asked, expected } = marked(text);
  expect(documentStart(bytes, asked)).toBe(expected);
});

describe("places that readers interpret differently", () => {
  /** The offsets of all such places, in order. */
  function ambiguous(text: string, start = 0): number[] {
    const bytes = encode(text);
    const first = ambiguousPlaces(bytes, start);
    const found: number[] = [];
    for (let at = first(start); at < bytes.length; at = first(at + 1)) found.push(at);
    return found;
  }

  test.each<[text: string, places: number[]]>([
    ["", []],
    ["a\r\nb\r\n", []],
    ["a\rb\r\nc\r", [1, 6]],
    ["\r\r\n", [0]],
    ["\ufeffa\n\ufeffb", [0, 5]],
    ["a\ufeffb", []],
    ["\uff21\n\uf8ff", []],
    ["\uff21\ufeff\n\ufeff\r", [7, 10]],
    ["\ufeff\ufeff", [0]],
    ["a\u0085b\u0085", [1, 4]],
    ["\u0084\u0086\u00a0é", []],
    ["a\u2028\u2029b", [1, 4]],
    ["\u2027\u202a\u2128\u20a8", []],
    ["a\u2029\r\n\ufeff\u0085", [1, 6, 9]],
  ])("in %j: %j", (text, places) => {
    expect(ambiguous(text)).toEqual(places);
  });

  test("a mark counts where the first line begins, wherever that is", () => {
    expect(ambiguous("abc\ufeffd", 3)).toEqual([3]);
    expect(ambiguous("abc\ufeffd", 2)).toEqual([]);
  });
});
