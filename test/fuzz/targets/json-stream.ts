/** `JsonStream`: pieces have the same result as the whole. In JSON, strings are expanded and nothing else changes. */
import assert from "node:assert/strict";
import { Environment } from "../../../src/expansion/environment.ts";
import { expand } from "../../../src/expansion/expand.ts";
import { mappingFuncFor } from "../../../src/expansion/mapping.ts";
import { JsonStream } from "../../../src/expansion/streams/reference-stream.ts";
import { bytesOf, decoded, type FuzzInput, type FuzzTarget, seedOf, tenantsOf } from "../input.ts";
import { isSame, REFERENCES } from "./expand.ts";
import { streamed } from "./stream.ts";

const STRINGS = /("(?:[^"\\]|\\.)*")/;

function run({ text, values, sizes }: FuzzInput): void {
  const bytes = bytesOf(text);
  const tenants = tenantsOf(values);
  const environments = () => tenants.map((variables) => new Environment(variables));
  const results = streamed(JsonStream, bytes, sizes, environments());
  const whole = streamed(JsonStream, bytes, [], environments());
  for (const [i, { output, unresolved, error }] of results.entries()) {
    if (error !== undefined) throw error;
    assert.ok(isSame(output, whole[i]!.output), `${decoded(output)} is not ${decoded(whole[i]!.output)}`);
    assert.deepEqual(unresolved, whole[i]!.unresolved);
    const input = decoded(bytes);
    if (!isJson(input) && !input.split("\n").every((line) => line === "" || isJson(line))) continue;
    const actual = decoded(output).split(STRINGS);
    const expected = input.split(STRINGS);
    assert.deepEqual(
      actual.map((part, j) => (j % 2 === 0 ? part : JSON.parse(part))),
      expected.map((part, j) => (j % 2 === 0 ? part : expand(JSON.parse(part), mappingFuncFor(null, tenants[i]!)))),
    );
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const jsonStreamTarget: FuzzTarget = {
  name: "json-stream",
  tokens: [
    ...REFERENCES,
    ...['"', '"', '","', '":"', "\\", '\\"', "\\\\", "\\n", "\\u0024", "\\u0028", "\\u0029", "\\u0041"],
    ...["\\ud83c\\udf0d"],
    ...["\\ud800", "\n", '["', '"]', '{"', '"}', "{", "}", "[", "]", ":", ",", "1", "null", '{"a":"$(A)"}\n'],
    ...['"\\u0024(A)"', '"$(q\\")"'],
  ],
  seeds: [
    seedOf('{"a" : [ "$(B)" , 1 ]}\n["$(","\\u0024(A)","$(q\\")"]\n', undefined, [3]),
    seedOf('["\\u0024(A\n["$(A)"]', ['a "b"\n'], [7]),
  ],
  run,
};
