/** Objects after substitution, compared with a substitution in their YAML text, as Flux does it. */
import { dump } from "js-yaml";
import { expect, test } from "vitest";
import { neededFor, substituted } from "../../../src/kubernetes/flux/substitution.ts";
import type { FluxVariables } from "../../../src/kubernetes/flux/variables.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";
import { fuzzCases, Random } from "../../reference/random.ts";

type Values = Readonly<Record<string, string>>;

/** The object after substitution; undefined if a part of it is unknown. */
function ours(object: unknown, values: Values): unknown {
  const all = new Map(Object.entries(values).map(([name, value]) => [name, { name, value }]));
  const variables = { all, isComplete: true, isCertain: true } as unknown as FluxVariables;
  let isUnknown = false;
  const { value } = substituted(parseManifest(JSON.stringify(object))[0]!, variables, ({ result }) => {
    isUnknown ||= result === undefined;
  });
  return isUnknown ? undefined : value;
}

/** What Flux reads: "refused" if the text is not YAML afterward. */
function reference(object: unknown, values: Values): unknown {
  const text = dump(object, { lineWidth: -1 });
  try {
    return parseManifest(text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values[name]!))[0]!.value;
  } catch {
    return "refused";
  }
}

const PIECES = [
  ...["a", "é", "1", "0x1", "1e3", "true", "yes", "null", "~", ".", "-", ":", " ", "\t", "#", "'", '"', "\\"],
  ...["{", "}", "[", ",", "=", "<", "?"],
];

test("strings and keys are what Flux reads, or unknown", () => {
  const seed = 26_112_653;
  const random = new Random(seed);
  const text = (pieces: readonly string[]) =>
    Array.from({ length: random.below(5) }, () => random.pick(pieces)).join("");
  const template = () => text([...PIECES, "\n", "${A}", "${B}", "${A}", "${B}"]);
  const cases = fuzzCases(50_000);
  let known = 0;
  for (let i = 0; i < cases; i++) {
    const values = { A: text(PIECES), B: text(PIECES) };
    const object = { kind: "ConfigMap", data: { [`k${i}`]: template(), list: [template()], [template()]: "x" } };
    const result = ours(object, values);
    if (result === undefined) continue;
    known++;
    expect({ seed, object, values, result }).toEqual({ seed, object, values, result: reference(object, values) });
  }
  expect(known).toBeGreaterThan(cases / 2);
});

test.each<[text: string, value: string, expected: unknown]>([
  ["${A}", "5", 5],
  ["${A}", "yes", true],
  ["${A}", "'5'", "5"],
  ["${A}", "", null],
  [":${A}", "80", ":80"],
  ["<${A}>", "b", "<b>"],
  ["~${A}", "", undefined],
  ["x ${A}", "it's", "x it's"],
  ["x ${A}", "#1", undefined],
  ["x: ${A}", '"y"', 'x: "y"'],
  ["x: ${A}", "it's", undefined],
  ["x: ${A} 'y'", "'", undefined],
  ["x: ${A} 'y'", "b", "x: b 'y'"],
  ["x: 'y' ${A} 'z' ${A} 'w'", "b", "x: 'y' b 'z' b 'w'"],
  ["x: 'y' ${A} 'z'", "'", undefined],
  ['{"it\'s": "${A}"}', "b", '{"it\'s": "b"}'],
  ['{"it\'s": "${A}"}', "'", undefined],
  ["a: ${A}\n", "it's \"x\\", "a: it's \"x\\\n"],
  ["a: ${A} \n", "it's", undefined],
  ["é: ${A}\n", "it's", undefined],
  ["${A}\nb", " a", undefined],
  [" ${A}\nb", " a", "  a\nb"],
  ["a\n${A}", "", undefined],
  ["a\n${A}", "b", "a\nb"],
])("%j with %j", (text, value, expected) => {
  const after = ours({ a: text }, { A: value });
  expect(after).toEqual(expected === undefined ? undefined : { a: expected });
  if (expected !== undefined) expect(reference({ a: text }, { A: value })).toEqual({ a: expected });
});

test.each([
  ...Array.from("#,[]{}&*!|>'\"%@` ", (indicator) => `${indicator}\${A}`),
  ...["- ${A}", "? ${A}", ": ${A}", "${A}: x", "${A}:", "${A} #x", "${A} "],
])("%j stays a string, because YAML needs quotes around it", (text) => {
  for (const value of ["b", "1", "true", ""]) {
    const expected = { a: text.replace("${A}", () => value) };
    expect(ours({ a: text }, { A: value }), value).toEqual(expected);
    expect(reference({ a: text }, { A: value }), value).toEqual(expected);
  }
});

test.each([
  ["a", "a"],
  ["app.kubernetes.io/name", "app.kubernetes.io/name"],
  ["yes", undefined],
  ["1e3", undefined],
  ["0x10", undefined],
  ["null", undefined],
  ["{a", undefined],
  ["*a", undefined],
  ["a: b", undefined],
  ["a b", undefined],
  ["a_b.c-d/e", "a_b.c-d/e"],
  ["é", undefined],
  ["a\n", undefined],
  ["", undefined],
])("a key that becomes %j", (value, expected) => {
  expect(ours({ "${A}": "x" }, { A: value })).toEqual(expected === undefined ? undefined : { [expected]: "x" });
});

test("many line breaks take linear time", () => {
  const run = (size: number) => {
    const text = `\${A}${"\n".repeat(size)}b`;
    expect(ours({ a: text }, { A: "a" })).toEqual({ a: text.replace("${A}", "a") });
  };
  run(2000);
  expect(growthExponent(run, 2000)).toBeLessThan(LINEAR);
});

/** The variables with these values; those without one are unknown. */
function variablesOf(values: Readonly<Record<string, string | undefined>>, members: Partial<FluxVariables> = {}) {
  const all = new Map(Object.entries(values).map(([name, value]) => [name, { name, value }]));
  return { all, isComplete: true, isCertain: true, ...members } as unknown as FluxVariables;
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
    ({ isKey, path, result, text }) => found.push([path.join("."), text, isKey, result]),
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
  ["${A} ${D:-x}", {}, "values that do not change the YAML around them"],
  ["${A} ${B} ${C", {}, "text that Flux can parse"],
  ["${C", { isCertain: false }, "the Flux Kustomization that applies it"],
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
  [{ annotations: { "kustomize.toolkit.fluxcd.io/reconcile": "disabled" } }, true],
  [{ "kustomize.toolkit.fluxcd.io/substitute": "disabled" }, true],
  [{ labels: null }, true],
  [undefined, true],
])("the metadata %j allows substitution: %s", (metadata, isReplaced) => {
  expect(ours({ metadata, a: "${A}" }, { A: "b" })).toEqual({
    ...(metadata && { metadata }),
    a: isReplaced ? "b" : "${A}",
  });
});
