/** The references of Flux in a text, with offsets in UTF-16 code units. */
import { expect, test } from "vitest";
import { fluxReferences, rangeInFile, textsOf } from "../../../src/kubernetes/flux/references.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";

type Reference = [name: string, start: number, end: number, operator: string, hasDefault: boolean];

test.each<[text: string, references: Reference[]]>([
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
  // The range of a reference with an operator inside another one ends with its name.
  [
    "${A:-${#B}${C:-x}}",
    [
      ["A", 0, 18, ":-", true],
      ["B", 5, 10, "", false],
      ["C", 10, 13, ":-", true],
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
  ["$A", []],
  ["$(A)", []],
  ...[":-", ":=", ":?", ":+", "="].map((operator): [string, Reference[]] => {
    return [`\${A${operator}x}`, [["A", 0, 5 + operator.length, operator, true]]];
  }),
  ...["^", "^^", ",", ",,"].map((operator): [string, Reference[]] => {
    return [`\${A${operator}}`, [["A", 0, 4 + operator.length, operator, false]]];
  }),
  ...["#", "##", "%", "%%", "/", "//", "/#", "/%"].map((operator): [string, Reference[]] => {
    const word = operator.startsWith("/") ? "x/y" : "x";
    return [`\${A${operator}${word}}`, [["A", 0, 4 + operator.length + word.length, operator, false]]];
  }),
  ["${A:1:2}", [["A", 0, 8, ":", false]]],
])("%j", (text, expected) => {
  const { malformed, references } = fluxReferences(text);
  expect(malformed).toEqual([]);
  expect(
    references.map(({ name, start, end, operator, hasDefault }) => [name, start, end, operator, hasDefault]),
  ).toEqual(expected);
});

const UNCLOSED = "expected } after the name; write $$ for a dollar sign";
const NAMELESS = "expected a variable name after ${; write $$ for a dollar sign";

test.each<[text: string, part: string, problem: string]>([
  ["x ${A-x} y", "${A-x}", UNCLOSED],
  ["é${A|x}", "${A|x}", UNCLOSED],
  ["${a.b}", "${a.b}", UNCLOSED],
  ["x${A", "${A", UNCLOSED],
  ["${A b}", "${A", UNCLOSED],
  ["x ${A${B}", "${A", UNCLOSED],
  ["${A{b}", "${A", UNCLOSED],
  ["x ${} y", "${}", NAMELESS],
  ["${ A}", "${", NAMELESS],
  ["${:-x}y", "${:-x}", NAMELESS],
  ["${A:}", "${A:}", "the operator needs a word; write $$ for a dollar sign"],
])("Flux cannot parse %j", (text, part, problem) => {
  const { malformed } = fluxReferences(text);
  const start = text.indexOf(part);
  expect(malformed).toEqual([{ start, end: start + part.length, problem }]);
});

test("text that Flux cannot parse, after characters of several bytes", () => {
  const text = "é😀 ${A-B} ${C}";
  const { malformed, references } = fluxReferences(text);
  expect(malformed.map(({ start, end }) => text.slice(start, end))).toEqual(["${A-B}"]);
  expect(references.map(({ name }) => name)).toEqual(["C"]);
});

test("many references in text that is not ASCII, and many keys with references, take linear time", () => {
  const text = (count: number) => Array.from({ length: count }, (_, i) => `é \${N${i}} `).join("");
  expect(growthExponent((count) => void fluxReferences(text(count)), 1000)).toBeLessThan(LINEAR);
  const keys = (count: number) => Array.from({ length: count }, (_, i) => `"\${K${i}}": x\n`).join("");
  const documents = new Map<number, ReturnType<typeof parseManifest>[0]>();
  const documentOf = (count: number) => {
    if (!documents.has(count)) documents.set(count, parseManifest(keys(count))[0]!);
    return documents.get(count)!;
  };
  const read = (count: number) => void [...textsOf(documentOf(count), { path: "", text: "" })];
  expect(growthExponent(read, 500)).toBeLessThan(LINEAR);
});

test("the strings and keys with a `$`, with their paths and places", () => {
  const text =
    "a: $x\n$k: [1, {b: \"$${A}\", c: d}, null]\n'$e': {}\nf: {$g: h}\ni: &i {j: $j}\nk: *i\nl: {<<: *i, $m: n}\n";
  const file = { path: "/f.yaml", text };
  const found = textsOf(parseManifest(text)[0]!, file).map(({ file, isKey, node, path, text: value }) => {
    return [path.join("."), value, isKey, file.text.slice(node.start, node.end)];
  });
  expect(found).toEqual([
    ["a", "$x", false, "$x"],
    ["$k", "$k", true, "$k"],
    ["$k.1.b", "$${A}", false, '"$${A}"'],
    ["$e", "$e", true, "'$e'"],
    ["f.$g", "$g", true, "$g"],
    ["i.j", "$j", false, "$j"],
    ["k.j", "$j", false, "$j"],
    ["l.$m", "$m", true, "$m"],
    ["l.j", "$j", false, "$j"],
  ]);
  for (const plain of ["a: b", "[1, null, true]"]) expect(textsOf(parseManifest(plain)[0]!, file)).toEqual([]);
});

test.each<[yaml: string, part: string, shown: string, at: number]>([
  ["a: x ${A} y", "${A}", "${A}", 5],
  ["a: '${B} ${A}'", "${A}", "${A}", 9],
  ['a: "${B} ${A}"', "${A}", "${A}", 9],
  // The value is not in the file verbatim.
  ['a: "\\u0041 ${A}"', "${A}", "${A}", 11],
  ['a: "${\\u0041}"', "${A}", '"${\\u0041}"', 3],
  ['a: "${A} \\u0024{A}"', "${A}", "${A}", 4],
  ["a: &x ${A}", "${A}", "${A}", 6],
  ["'${A}': b", "${A}", "${A}", 1],
  ["a: |\n  x\n  ${A} ${B}\n", "${B}", "${B}", 16],
  ["a: >\n  x\n  ${A}\n", "${A}", "${A}", 11],
])("in %j, the range of %s is %j", (yaml, part, shown, at) => {
  const file = { path: "/f.yaml", text: yaml };
  const [found] = textsOf(parseManifest(yaml)[0]!, file);
  const start = found!.text.indexOf(part);
  const range = rangeInFile(found!, { start, end: start + part.length });
  expect([yaml.slice(range.start, range.end), range.start]).toEqual([shown, at]);
});

test.each<[source: string, value: string, part: string, occurrence: number, shown: string, at: number]>([
  // The literal of a generator: its value is a part of the node.
  ["K=x ${A} ${A}", "x ${A} ${A}", "${A}", 0, "${A}", 4],
  ["K=x ${A} ${A}", "x ${A} ${A}", "${A}", 1, "${A}", 9],
  ["K=${A}", "${A}", "${A}", 0, "${A}", 2],
  // The source contains the text more often, or not at all: the first line of the node.
  ["${A}=x ${A}\nnext", "x ${A}", "${A}", 0, "${A}=x ${A}", 0],
  ["other\r\nnext", "x ${A}", "${A}", 0, "other", 0],
  ["other", "x ${A}", "${A}", 0, "other", 0],
])("the node %j with the value %j has %s number %i at %j", (source, value, part, occurrence, shown, at) => {
  const text = `before: ${source}`;
  const node = { ...parseManifest("x")[0]!, value: source, start: 8, end: text.length };
  const start = occurrence === 0 ? value.indexOf(part) : value.lastIndexOf(part);
  const found = { text: value, path: [], node, file: { path: "/f.yaml", text }, isKey: false };
  const range = rangeInFile(found as never, { start, end: start + part.length });
  expect([text.slice(range.start, range.end), range.start - 8]).toEqual([shown, at]);
});
