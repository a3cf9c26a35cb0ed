/** The references of Flux in a text, with offsets in UTF-16 code units. */
import { expect, test } from "vitest";
import { fluxReferences, textsOf } from "../../../src/kubernetes/flux/references.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { growsLinearly } from "../../reference/linearity.ts";

test.each([
  ["a ${A}", [["A", 2, 6, "", false]]],
  [
    "é ${A} 😀 ${B:-x}",
    [
      ["A", 2, 6, "", false],
      ["B", 10, 17, ":-", true],
    ],
  ],
  [
    "${A:-${B}}",
    [
      ["A", 0, 10, ":-", true],
      ["B", 5, 9, "", false],
    ],
  ],
  [
    "${#A}${A/x/y}",
    [
      ["A", 0, 5, "", false],
      ["A", 5, 13, "/", false],
    ],
  ],
  ["$${A}", []],
])("%j", (text, expected) => {
  const { malformed, references } = fluxReferences(text);
  expect(malformed).toEqual([]);
  expect(
    references.map(({ name, start, end, operator, hasDefault }) => [name, start, end, operator, hasDefault]),
  ).toEqual(expected);
});

test("text that Flux cannot parse, after characters of several bytes", () => {
  const text = "é😀 ${A-B} ${C}";
  const { malformed, references } = fluxReferences(text);
  expect(malformed.map(({ start, end }) => text.slice(start, end))).toEqual(["${A-B}"]);
  expect(references.map(({ name }) => name)).toEqual(["C"]);
});

test("many references in text that is not ASCII, and many keys with references, take linear time", () => {
  const text = (count: number) => Array.from({ length: count }, (_, i) => `é \${N${i}} `).join("");
  expect(growsLinearly((count) => void fluxReferences(text(count)), 1000)).toBe(true);
  const keys = (count: number) => Array.from({ length: count }, (_, i) => `"\${K${i}}": x\n`).join("");
  const documents = new Map<number, ReturnType<typeof parseManifest>[0]>();
  const documentOf = (count: number) => {
    if (!documents.has(count)) documents.set(count, parseManifest(keys(count))[0]!);
    return documents.get(count)!;
  };
  const read = (count: number) => void [...textsOf(documentOf(count), { path: "", text: "" })];
  expect(growsLinearly(read, 500)).toBe(true);
});
