/** Varfiles in three formats have variables or cause a `VariablesError` with a position. Layers merge as in RFC 7396. */
import assert from "node:assert/strict";
import dotenv from "dotenv";
import {
  mergeVariables,
  parseVarfile,
  type VarfileFormat,
  type Variables,
  VariablesError,
} from "../../../src/index.ts";
import { type FuzzInput, type FuzzTarget, seedOf } from "../input.ts";
import { YAML } from "./yaml-stream.ts";

function run({ text }: FuzzInput): void {
  const [first = "", ...rest] = text.split("\0");
  const layers = [first, ...rest].flatMap((source) => [variablesOf(source, "json"), variablesOf(source, "yaml")]);
  const expected = Object.entries(dotenv.parse(text));
  const { ["__proto__"]: _, ...found } = variablesOf(text, "dotenv")!;
  assert.deepEqual(Object.entries(found), expected);
  const known = layers.filter((layer) => layer !== undefined);
  const before = JSON.stringify(known);
  const merged = mergeVariables({}, ...known);
  assert.equal(JSON.stringify(known), before, "a layer has changed");
  assert.equal(JSON.stringify(sorted(merged)), JSON.stringify(sorted(known.reduce<unknown>(patched, {}))));
  assert.deepEqual(Object.keys(Object.prototype), []);
}

function variablesOf(source: string, format: VarfileFormat): Variables | undefined {
  let expected: unknown;
  if (format === "json") {
    try {
      expected = JSON.parse(source.replace(/^\ufeff/, ""));
    } catch {}
  }
  try {
    const variables = parseVarfile(source, format, "f");
    if (format === "json") assert.deepEqual(variables, expected);
    return variables;
  } catch (error) {
    if (!(error instanceof VariablesError)) throw error;
    const { offset, line, column } = error;
    assert.match(error.message, /^[^\0-\x1f\x7f-\x9f]*$/);
    assert.ok(typeof expected !== "object" || expected === null || Array.isArray(expected), "this is a varfile");
    if (offset === undefined) return undefined;
    assert.ok(offset >= 0 && offset <= source.length && line! >= 1 && column! >= 1);
    return undefined;
  }
}

/** RFC 7396, section 2. */
function patched(target: unknown, patch: unknown): unknown {
  if (!isMap(patch)) return patch;
  const result = new Map(isMap(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, patched(result.get(name), value));
  }
  return Object.fromEntries(result);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const varfileTarget: FuzzTarget = {
  name: "varfile",
  tokens: [
    ...YAML,
    ...["A=1\n", '{"a":', '{"a":{"b":null}}', "\0", "null", "a: {b: 1}\n", '"', "}", "]", ",", "true"],
    ...["__proto__", "constructor: "],
    ...["yes", "1_000", "0o14", "2001-01-01", ".inf", "!t ", "<<: {a: 1}\n", "~", "&a [*a]", "-0", "1e400"],
    ...["\\u0000", "'"],
  ],
  seeds: [
    seedOf('{"a":{"b":1,"c":[1]},"d":null}\0{"a":{"b":null}}'),
    seedOf("a: &x {b: [c, 1, yes]}\nd: *x\n<<: {e: 1}\n\0a:\n  b: ~\n"),
    seedOf("A=1\nB='x'\n"),
  ],
  run,
};
