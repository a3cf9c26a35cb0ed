/** Objects after substitution, compared with a substitution in their YAML text, as Flux does it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { neededFor, substituted, substitutedValue } from "../../../src/kubernetes/flux/substitution.ts";
import type { FluxVariables } from "../../../src/kubernetes/flux/variables.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";

type Values = Readonly<Record<string, string>>;

/** The object after substitution; "refused" if it is not YAML any more, and undefined if a part of it is unknown. */
function ours(object: unknown, values: Values): unknown {
  const kinds = new Set<string>();
  const { value } = substituted(parseManifest(JSON.stringify(object))[0]!, variablesOf(values), ({ result }) => {
    kinds.add(result.kind);
  });
  return kinds.has("unknown") ? undefined : kinds.has("invalid") ? "refused" : value;
}

interface Vector {
  readonly role: "value" | "item" | "key";
  readonly text: string;
  readonly vars: Values;
  readonly value?: unknown;
  readonly invalid?: true;
}

// Recorded from sigs.k8s.io/yaml 1.4.0: JSONToYAML, the replacement of text, and YAMLToJSON.
test("strings and keys are what Flux reads", () => {
  const lines = readFileSync(new URL("../../vectors/substitution/flux-yaml.ndjson", import.meta.url), "utf8");
  const vectors = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Vector);
  let known = 0;
  for (const vector of vectors) {
    const { invalid, role, text, value, vars } = vector;
    const result = substitutedValue(text, variablesOf(vars), role);
    if (result.kind === "unknown") continue;
    known++;
    const read = result.kind === "known" ? { value: result.value } : { invalid: true };
    expect({ vector, read }).toEqual({ vector, read: invalid ? { invalid } : { value } });
  }
  expect(known).toBeGreaterThan(vectors.length * 0.9);
});

test.each<[text: string, value: string, expected: unknown]>([
  ["${A}", "5", 5],
  ["${A}", "yes", true],
  ["${A}", "0x1F", 31],
  ["${A}", "010", 8],
  ["${A}", "1e3", 1000],
  ["${A}", "12:30", "12:30"],
  ["${A}", "2024-01-01", "2024-01-01"],
  ["${A}", "'5'", "5"],
  ["${A}", "''", ""],
  ["${A}", "", null],
  ["${A}", "~", null],
  ["${A}", '{"b": [1, "x"]}', { b: [1, "x"] }],
  ["${A}", "[a, b]", ["a", "b"]],
  ["${A}", "a: b", "refused"],
  ["x ${A}", "a: b", "refused"],
  ["${A}", "*abc", "refused"],
  ["${A}", '"abc', "refused"],
  ["${A}", "@abc", "refused"],
  ["${A}", "- a", "refused"],
  [":${A}", "80", ":80"],
  ["<${A}>", "b", "<b>"],
  ["~${A}", "", null],
  ["x ${A}", "it's", "x it's"],
  ["x ${A}", "#1", "x"],
  ["${A}", "build 7 #latest", "build 7"],
  ["x: ${A}", '"y"', 'x: "y"'],
  ["x: ${A}", "it's", "refused"],
  ["x: ${A} 'y'", "''", "x: ' 'y'"],
  ["x: ${A} 'y'", "b", "x: b 'y'"],
  ["x: 'y' ${A} 'z' ${A} 'w'", "b", "x: 'y' b 'z' b 'w'"],
  ['{"it\'s": "${A}"}', "b", '{"it\'s": "b"}'],
  ["a: ${A}\n", "it's \"x\\", "a: it's \"x\\\n"],
  ["a: ${A} \n", "it's", "a: it's \n"],
  ["a: ${A} \n", '"', "refused"],
  ["\u{1f600} ${A}", "it's", "\u{1f600} it's"],
  ["${A}\nb", " a", "refused"],
  [" ${A}\nb", " a", "  a\nb"],
  ["a\n${A}", "", "a"],
  ["a\n${A}", "b", "a\nb"],
  ["\u2028${A}", "b", undefined],
  [`${"word ".repeat(20)}\${A} x`, "", undefined],
  [`${"word ".repeat(20)}\${A}`, "b", `${"word ".repeat(20)}b`],
])("%j with %j", (text, value, expected) => {
  const result = ours({ a: text }, { A: value });
  expect(result).toEqual(expected === undefined || expected === "refused" ? expected : { a: expected });
});

test.each<[value: string, expected: unknown]>([
  ["- a", [["a"]]],
  ["a: b", [{ a: "b" }]],
  ["5", [5]],
  ["*a", "refused"],
])("an item of a list with %j", (value, expected) => {
  const result = ours({ a: ["${A}"] }, { A: value });
  expect(result).toEqual(expected === "refused" ? expected : { a: expected });
});

test.each([
  ...Array.from("#,[]{}&*!|>'\"%@` ", (indicator) => `${indicator}\${A}`),
  ...["- ${A}", "? ${A}", ": ${A}", "${A}: x", "${A}:", "${A} #x", "${A} "],
])("%j stays a string, because YAML needs quotes around it", (text) => {
  for (const value of ["b", "1", "true", ""]) {
    expect(ours({ a: text }, { A: value }), value).toEqual({ a: text.replace("${A}", () => value) });
  }
});

test.each([
  ["a", "a"],
  ["app.kubernetes.io/name", "app.kubernetes.io/name"],
  ["yes", "true"],
  ["1e3", "1000"],
  ["0x10", "16"],
  ["null", "refused"],
  ["{a", "refused"],
  ["*a", "refused"],
  ["a: b", "refused"],
  ["a b", "a b"],
  ["a_b.c-d/e", "a_b.c-d/e"],
  ["é", "é"],
  ["", "refused"],
])("a key that becomes %j", (value, expected) => {
  const result = ours({ "${A}": "x" }, { A: value });
  expect(result).toEqual(expected === "refused" ? expected : { [expected]: "x" });
});

test.each([
  ["128 letters", `${"a".repeat(124)}\${A}`, true],
  ["129 letters", `${"a".repeat(125)}\${A}`, false],
  ["128 bytes in UTF-8", `${"é".repeat(62)}\${A}`, true],
  ["130 bytes in UTF-8", `${"é".repeat(63)}\${A}`, false],
])("go-yaml writes a key of %s before its value", (_, text, isBeforeValue) => {
  const key = text.replace("${A}", "a");
  expect(ours({ [text]: "x" }, { A: "a" })).toEqual(isBeforeValue ? { [key]: "x" } : undefined);
});

test.each<[text: string, value: string, isCut: boolean]>([
  ["${A}", "build 7 #latest", true],
  ["${A}", "#1", true],
  ["x ${A}", "#1", true],
  ["x: ${A}", "#1", false],
  ["${A}", "a#b", false],
  ["${A}", '"a #b"', false],
  ["a\n${A}", "#1", false],
])("%j with %j: a part is a comment: %s", (text, value, isCut) => {
  expect(substitutedValue(text, variablesOf({ A: value }), "value")).toMatchObject({ kind: "known", isCut });
});

test("many line breaks, and long lines, take linear time", () => {
  const run = (size: number) => {
    for (const text of [`\${A}${"\n".repeat(size)}b`, ` \${A}${"\n".repeat(size)}b`, `${"a ".repeat(size)}: \${A}`]) {
      expect(ours({ a: text }, { A: "a" })).toEqual({ a: text.replace("${A}", "a") });
    }
  };
  run(2000);
  expect(growthExponent(run, 2000)).toBeLessThan(LINEAR);
});

/** The variables with these values; those without one are unknown. */
function variablesOf(values: Readonly<Record<string, string | undefined>>, members: Partial<FluxVariables> = {}) {
  const all = new Map(Object.entries(values).map(([name, value]) => [name, { name, value }]));
  return { all, unknownSources: [], isComplete: true, isCertain: true, ...members } as unknown as FluxVariables;
}

test("each text that is replaced, with its path before substitution and its result", () => {
  const document = {
    kind: "List",
    items: [
      {
        kind: "ConfigMap",
        data: { plain: "x", a: "${A}", "x-${A}": "$${B}", b: ["$A", "x", { c: "${N}" }], "${U}": "d" },
      },
      { kind: "ConfigMap", data: { "${U}": "${U}", e: "${U:-x}", f: "${A", g: "${M}", h: "${M:-d}" } },
    ],
  };
  const found: unknown[] = [];
  const { value } = substituted(
    parseManifest(JSON.stringify(document))[0]!,
    variablesOf({ A: "a", N: "1", U: undefined }),
    ({ isKey, path, result, text }) => {
      found.push([path.join("."), text, isKey, result.kind === "known" ? result.value : undefined]);
    },
  );
  expect(found).toEqual([
    ["items.0.data.a", "${A}", false, "a"],
    ["items.0.data.x-${A}", "$${B}", false, "${B}"],
    ["items.0.data.x-${A}", "x-${A}", true, "x-a"],
    ["items.0.data.b.2.c", "${N}", false, 1],
    ["items.0.data.${U}", "${U}", true, undefined],
    ["items.1.data.${U}", "${U}", false, undefined],
    ["items.1.data.${U}", "${U}", true, undefined],
    ["items.1.data.e", "${U:-x}", false, undefined],
    ["items.1.data.f", "${A", false, undefined],
    ["items.1.data.g", "${M}", false, undefined],
    ["items.1.data.h", "${M:-d}", false, "d"],
  ]);
  expect(value).toEqual({
    kind: "List",
    items: [
      { kind: "ConfigMap", data: { plain: "x", a: "a", "x-a": "${B}", b: ["$A", "x", { c: 1 }], "${U}": "d" } },
      { kind: "ConfigMap", data: { "${U}": "${U}", e: "${U:-x}", f: "${A", g: "${M}", h: "d" } },
    ],
  });
});

test.each<[what: string, document: object]>([
  ["without references", { kind: "X", a: ["b", { c: "$A" }] }],
  ["with unknown values", { kind: "X", a: ["${U}", { "${U}": "${A" }] }],
  ["that is excluded", { metadata: { labels: { "kustomize.toolkit.fluxcd.io/substitute": "disabled" } }, a: "${A}" }],
  ["with a list without references", { kind: "List", items: [{ a: "b" }, { c: "d" }] }],
  ["with an empty list", { kind: "List", items: [] }],
])("a document %s stays the same", (_, value) => {
  const document = parseManifest(JSON.stringify(value))[0]!;
  expect(substituted(document, variablesOf({ A: "a", U: undefined }))).toBe(document);
});

test.each<[text: string, members: Partial<FluxVariables>, needed: string]>([
  ["${A} ${B} ${C}", {}, "the Flux variable B"],
  ["${A:-x} ${D:-x} ${C}", {}, "the Flux variable C"],
  ["${A} ${D:-x}", { isComplete: false }, "the Flux variable D"],
  ["${A} ${D:-x}", {}, "values that do not break the YAML around them"],
  ["${A} ${B} ${C", {}, "text that Flux can parse"],
  ["${C", { isCertain: false }, "the Flux Kustomization that applies it"],
  ["${C}", { isCertain: false, unknownSources: [{ title: "ConfigMap a/b" }] as never }, "ConfigMap a/b"],
])("%j with %j needs %s", (text, members, needed) => {
  expect(neededFor(text, variablesOf({ A: "a", B: undefined }, members))).toBe(needed);
});

test.each<[members: Partial<FluxVariables>, text: string, expected: string]>([
  [{}, "${M:-d} ${A}", "d a"],
  [{}, "${M:=d}${M}", "${M:=d}${M}"],
  [{ isComplete: false }, "${M:-d}", "${M:-d}"],
  [{ isComplete: false }, "${A:-d}", "a"],
  [{ isCertain: false }, "${A}", "${A}"],
  [{ isCertain: false }, "$$", "$$"],
  [{ isCertain: false }, "$A $(A)", "$A $(A)"],
])("with variables that are %j, %s becomes %s", (members, text, expected) => {
  const document = parseManifest(JSON.stringify({ a: text }))[0]!;
  expect(substituted(document, variablesOf({ A: "a" }, members)).value).toEqual({ a: expected });
});

test.each<[metadata: object | undefined, isReplaced: boolean]>([
  [{ labels: { "kustomize.toolkit.fluxcd.io/substitute": "disabled" } }, false],
  [{ annotations: { "kustomize.toolkit.fluxcd.io/substitute": "disabled" } }, false],
  [{ labels: { "kustomize.toolkit.fluxcd.io/substitute": "enabled" } }, true],
  [{ annotations: { "kustomize.toolkit.fluxcd.io/reconcile": "Disabled" } }, false],
  [{ labels: { "kustomize.toolkit.fluxcd.io/reconcile": "enabled" } }, true],
  [{ "kustomize.toolkit.fluxcd.io/substitute": "disabled" }, true],
  [{ labels: null }, true],
  [undefined, true],
])("the metadata %j allows substitution: %s", (metadata, isReplaced) => {
  expect(ours({ metadata, a: "${A}" }, { A: "b" })).toEqual({
    ...(metadata && { metadata }),
    a: isReplaced ? "b" : "${A}",
  });
});
