/** Whatever the values are, YAML and JSON have the same structure before and after the expansion, in every dialect. */
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { SubstitutionError } from "../../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";
import { ChunkExpander } from "../../../src/expansion/streams/chunk-expander.ts";
import { YamlExpansionError } from "../../../src/expansion/streams/yaml-stream.ts";
import type { Syntax } from "../../../src/expansion/unexpanded.ts";
import { makeWellFormed } from "../../../src/yaml/write/string.ts";
import { fuzzCases, Random } from "../../reference/random.ts";
import { readDocuments } from "../../reference/yaml-expansion.ts";
import { YamlText } from "../../reference/yaml-text.ts";

const VALUES = [
  ...[
    "x",
    "",
    " ",
    "80",
    "true",
    "no",
    "null",
    "~",
    "0x1f",
    "1e3",
    ".5",
    "-.inf",
    "2001-01-01",
    "1_000",
    "<<",
    "=",
    "?",
  ],
  ...[
    "a: b",
    "a:",
    "x #y",
    "#",
    "- a",
    "-",
    "---",
    "...",
    "[",
    "}",
    "a, b",
    "{a: 1}",
    "[1]",
    "'",
    "it's",
    '"',
    "\\",
    "\\n",
  ],
  ...[
    "one\ntwo",
    "\n",
    "\nk: v",
    "x\n- y\n",
    "\n---\nk: v\n",
    " a\n b ",
    "\t",
    "x\r\ny",
    "&a",
    "*a",
    "!t",
    "!!int 1",
    "|",
    "> x",
  ],
  ...[
    "%a",
    "@",
    "`",
    "$",
    "$$",
    "${B}",
    "$B",
    "}",
    "é",
    "\u0085",
    "\u2028",
    "\ufeff",
    "\u0007",
    "😀",
    '","k":"v',
    '"}',
    "*/",
  ],
];
type StringSyntax = Exclude<Syntax, "otel-collector">;
const REFERENCES: Readonly<Record<StringSyntax, readonly string[]>> = {
  envsubst: ["$A", "${A}", "${B}", "${UNSET}", "$A$B", "${A"],
  compose: ["$A", "${A}", "${B}", "${A:-x}", "${A:+y}", "${UNSET-${B}}", "$$", "${UNSET}"],
  flux: ["${A}", "${B}", "${A:=x}", "${UNSET:-${B}}", "${B^^}", "${A/x/${B}}", "$$", "${UNSET}", "$A"],
  otel: ["${A}", "${env:B}", "${A:-x}", "${UNSET:-1}", "$$", "${UNSET}", "${UNSET:- - a}"],
};

/** The text of a random document with references of a dialect, and variables. */
function made(random: Random, syntax: StringSyntax) {
  const yaml = new YamlText(random).document();
  const text = yaml.replace(/\$\([AB]\)/g, () => random.pick(REFERENCES[syntax]));
  const values = Object.fromEntries(["A", "B"].map((name) => [name, random.pick(VALUES)]));
  return { text, values, substitution: new Substitution(syntax, values, { strict: false }) };
}

/** Undefined if the text is rejected. */
function expanded(substitution: Substitution, format: "yaml" | "json", text: string): string | undefined {
  let output = "";
  const stream = new ChunkExpander(substitution, { output: (bytes) => (output += Buffer.from(bytes)) }, { format });
  try {
    stream.push(Buffer.from(text));
    stream.end();
  } catch (error) {
    if (error instanceof YamlExpansionError || error instanceof SubstitutionError) return undefined;
    throw error;
  }
  return output;
}

/** Checks that `after` is `before`, with every string expanded. With types, a string can become another scalar. */
function check(
  before: unknown,
  after: unknown,
  expand: (value: string) => string,
  { hasTypes, keepsKeys }: { readonly hasTypes: boolean; readonly keepsKeys: boolean },
  context: string,
) {
  const rules = { hasTypes, keepsKeys };
  if (typeof before === "string" && hasTypes && typeof after !== "string") {
    expect(after === null || typeof after !== "object", context).toBe(true);
    expect(after, context).toEqual((load(`- ${expand(before)}`) as unknown[])[0]);
  } else if (typeof before === "string") {
    expect(after, context).toBe(expand(before));
  } else if (typeof before !== "object" || before === null || before instanceof Date) {
    expect(after, context).toEqual(before);
  } else if (Array.isArray(before)) {
    expect(Array.isArray(after) && after.length, context).toBe(before.length);
    for (const [i, member] of before.entries()) check(member, (after as unknown[])[i], expand, rules, context);
  } else {
    const members = new Map(Object.entries(before).map(([key, member]) => [keepsKeys ? key : expand(key), member]));
    expect(Object.keys(after as object).sort(), context).toEqual([...members.keys()].sort());
    for (const [key, member] of members) check(member, (after as never)[key], expand, rules, context);
  }
}

test.each(Object.keys(REFERENCES) as StringSyntax[])("%s in YAML", (syntax) => {
  const random = new Random(31);
  let checked = 0;
  const total = fuzzCases(4000);
  for (let i = 0; i < total; i++) {
    const { text, values, substitution } = made(random, syntax);
    const output = expanded(substitution, "yaml", text);
    if (output === undefined) continue;
    const context = `case ${i}: ${JSON.stringify({ text, values, output })}`;
    const expand = (value: string) => makeWellFormed(substitution.expand(value, () => {}));
    const keepsKeys = syntax === "otel" || syntax === "compose";
    check(readDocuments(text), readDocuments(output), expand, { hasTypes: true, keepsKeys }, context);
    checked++;
  }
  expect(checked).toBeGreaterThan(total / 2);
});

const AS_STRINGS = { hasTypes: false, keepsKeys: false };

test.each(["envsubst", "compose", "flux"] as const)("%s in JSON", (syntax) => {
  const random = new Random(32);
  for (let i = 0; i < fuzzCases(4000); i++) {
    const { text, values, substitution } = made(random, syntax);
    let before: unknown;
    try {
      before = JSON.parse(JSON.stringify(readDocuments(text)));
    } catch {
      continue;
    }
    const json = JSON.stringify(before, undefined, random.below(3));
    const output = expanded(substitution, "json", random.below(2) === 0 ? json : json.replaceAll("$", "\\u0024"));
    if (output === undefined) continue;
    const context = `case ${i}: ${JSON.stringify({ json, values, output })}`;
    check(before, JSON.parse(output), (value) => substitution.expand(value, () => {}), AS_STRINGS, context);
  }
});

test("otel rejects JSON, where keys are not distinguished from values", () => {
  expect(() => expanded(new Substitution("otel", {}), "json", '{"${A}": "${A}"}')).toThrow(/format "yaml"/);
});
