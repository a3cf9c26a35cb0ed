import { expect, test } from "vitest";
import { Environment } from "../../../src/expansion/environment.ts";
import { expand } from "../../../src/expansion/expand.ts";
import { mappingFuncFor } from "../../../src/expansion/mapping.ts";
import { YamlExpansionError, YamlStream } from "../../../src/expansion/streams/yaml-stream.ts";
import { makeWellFormed } from "../../../src/yaml/write/string.ts";
import { fuzzCases, Random } from "../../reference/random.ts";
import { expandedDocuments, readDocuments } from "../../reference/yaml-expansion.ts";
import { YamlText } from "../../reference/yaml-text.ts";

const VALUES = [
  "x",
  "plain",
  "http://db:80/?a=b&c",
  "80",
  "true",
  "no",
  "",
  " ",
  " lead",
  "trail ",
  "a: b",
  "a:",
  "x #y",
  "#",
  "- a",
  "-",
  "---",
  "...",
  "~",
  "null",
  "[",
  "}",
  "a, b",
  "'",
  "it's",
  '"',
  "\\",
  "\\n",
  "one\ntwo",
  "one\n\n  two\n",
  "\n",
  "\t",
  "é",
  "日本",
  "\u0000",
  "\u0085",
  "\u2028",
  "\ufeff",
  "&a",
  "*a",
  "!t",
  "|",
  "> x",
  "<<",
  "=",
  "?",
  ": ",
  "%a",
  "@",
  "$",
  "$(B)",
  ")",
  "0x1f",
  ".5",
  "1e3",
  "x\r\ny",
  "__proto_",
  // What some reader of YAML ends a plain scalar at, or takes for more than a string.
  "http://h/p?x=1",
  "a?",
  "x ?y",
  ":?",
  "-?",
  "a,b",
  "a]?",
  "y",
  "N",
  "Off",
  "0o7",
  "0X1F",
  "1_000",
  "12:30:45",
  "-.inf",
  "2001-01-01",
  "2001-1-1",
  "+.5",
  "1_",
  "\ud800",
  "a\udfffb",
  "\u2029x",
  "\u00a0",
  "\u0007",
  "\u007f",
  "\u009b",
  "\ufffe",
  "\u202e",
  "😀",
  "x\n\n",
  "\n\n x",
  "a\tb",
  " a\n b ",
];

/** Includes names that are escaped in the text of a scalar. */
const NAMES = ["A", "B", "C", "é", "A B", "A\nB", "it's", 'q"', "\\", ""];

const TOKENS = [
  ..."abx:-?,[]{}#&*!|>'\"%@\\$() \t\n".split(""),
  ..."$(A)|$(B)|$(A)|$(B)|$(é)|$(NONE)|$$|$(|$(A B)|$(it''s)|$(q\\\")|$(A\n  B)|\n|\n|\n  |\n    |\n- |\n  - ".split(
    "|",
  ),
  ": ",
  " #",
  ": |\n  ",
  ": >-\n    ",
  "|2\n",
  "|+\n  ",
  "\n---\n",
  "\n...\n",
  "--- ",
  "'",
  '"',
  '"',
  "''",
  '\\"',
  "\\x24",
  "\\u0028",
  "\\\n",
  "\n\n",
  "\r\n",
  "\r",
  "\ufeff",
  "&a ",
  "*a ",
  "!!str ",
  "!<tag:yaml.org,2002:str> ",
  "<<: ",
  "%YAML 1.2\n",
  "k: ",
  "k",
  "? ",
  "- ",
  "[ ",
  " ]",
  "{ ",
  " }",
  ", ",
  "80",
  "é",
];

const encoder = new TextEncoder();

/** Undefined if it is refused. */
function expanded(text: string, environment: Environment, size: number): string | undefined {
  const pieces: Uint8Array[] = [];
  const stream = new YamlStream(environment, {
    output: (bytes) => pieces.push(bytes.slice()),
    unresolved() {},
  });
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at += size) stream.push(bytes.subarray(at, at + size));
  try {
    stream.end();
  } catch (error) {
    if (!(error instanceof YamlExpansionError)) throw error;
    return undefined;
  }
  return Buffer.concat(pieces).toString();
}

/** js-yaml rejects a tab after a quoted scalar or after a colon in brackets, although YAML allows it. */
function readAgain(text: string): unknown[] {
  try {
    return readDocuments(text);
  } catch (error) {
    if (!/"\t|: \t/.test(text)) throw error;
    return readDocuments(text.replaceAll('"\t', '" ').replaceAll(": \t", ":  "));
  }
}

function soup(random: Random): string {
  let text = "";
  for (let count = 1 + random.below(14); count > 0; count--) text += random.pick(TOKENS);
  return text;
}

function grown(random: Random): string {
  const yaml = new YamlText(random);
  return Array.from({ length: 1 + random.below(3) }, () => yaml.document()).join(
    random.pick(["---\n", "--- # x\n", "...\n---\n"]),
  );
}

function mutated(random: Random, text: string): string {
  let result = text;
  for (let count = 1 + random.below(3); count > 0; count--) {
    const at = random.below(result.length + 1);
    result = result.slice(0, at) + random.pick(TOKENS) + result.slice(at + random.below(3));
  }
  return result;
}

test("seeded: what comes out is read as what was read, with every string expanded", () => {
  const seed = 20_261_122;
  const random = new Random(seed);
  let read = 0;
  let refused = 0;
  for (let i = 0; i < fuzzCases(6000); i++) {
    const kind = random.below(4);
    const text = kind === 0 ? grown(random) : kind === 1 ? soup(random) : mutated(random, grown(random));
    const variables = Object.fromEntries(
      NAMES.filter(() => random.below(3) > 0).map((name) => [name, random.pick(VALUES)] as const),
    );
    const environment = new Environment(variables);
    const size = random.below(3) === 0 ? 1 + random.below(9) : text.length * 3 + 1;
    const output = expanded(text, environment, size);
    // If a text begins with spaces, js-yaml reads `---` after them as a marker. YAML does not.
    if (/^\ufeff?[ \t]+---/.test(text)) continue;
    let wanted: unknown[];
    try {
      wanted = expandedDocuments(text, (value) => makeWellFormed(expand(value, mappingFuncFor(null, variables))));
    } catch {
      continue;
    }
    read++;
    if (output === undefined) {
      refused++;
      continue;
    }
    const context = `seed ${seed}, case ${i}: ${JSON.stringify({ text, variables, output })}`;
    let actual: unknown;
    try {
      actual = readAgain(output);
    } catch (error) {
      throw new Error(`${context}: ${error}`);
    }
    expect(actual, context).toEqual(wanted);
    if (!text.includes("$")) expect(output, context).toBe(text);
  }
  // Most of what is made is YAML, and hardly any of that is refused.
  expect(read).toBeGreaterThan(fuzzCases(6000) / 4);
  expect(refused / read).toBeLessThan(0.03);
});
