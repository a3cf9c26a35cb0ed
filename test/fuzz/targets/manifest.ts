/** Manifests: JSON is read like JSON.parse reads it, parts have the values of the whole, and edits have theirs. */
import assert from "node:assert/strict";
import { manifestParts } from "../../../src/manifest/parts.ts";
import { DocumentError } from "../../../src/yaml/error.ts";
import { readJsonObjects } from "../../../src/yaml/json.ts";
import type { Node, Path } from "../../../src/yaml/node.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { type Edit, editedValues, splice } from "../../../src/yaml/write/edit.ts";
import { bytesOf as sourceOf } from "../../reference/byte-source.ts";
import { bytesOf, decoded, encoded, type FuzzInput, type FuzzTarget, seedOf } from "../input.ts";
import { isSame } from "./expand.ts";
import { YAML } from "./yaml-stream.ts";

export function documentsOf(text: string): Node[] | undefined {
  try {
    return parseManifest(text);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    assert.ok(error.offset >= 0 && error.offset <= text.length, `offset ${error.offset} of ${text.length}`);
    return undefined;
  }
}

function run({ text, values, sizes }: FuzzInput): void {
  const bytes = bytesOf(text);
  const string = decoded(bytes).replace(/^\ufeff/, "");
  const documents = documentsOf(string);
  compareJson(string);
  const parts = partsOf(bytes, sizes);
  if (isSame(encoded(decoded(bytes)), bytes)) {
    // JSON allows a line break before a colon, and YAML a comma after the last item. A List read by items can have both.
    const mayBeBoth = documents === undefined && /"\s*[\r\n]\s*:/.test(string);
    if (!mayBeBoth) assert.deepEqual(parts, documents && flat(documents.map(({ value }) => value)));
  } else {
    assert.equal(parts, undefined);
  }
  if (documents === undefined) return;
  const edits = documents.flatMap((document) =>
    stringsOf(document.value, []).map((path, i): Edit => ({ document, path, value: values[i % values.length] ?? "" })),
  );
  if (values.length === 0 || edits.length > 200 || UNCLEAR_BREAK.test(string)) return;
  assert.deepEqual(
    parseManifest(splice(string, edits)).map(({ value }) => value),
    editedValues(documents, edits),
  );
}

/** Edits are refused where readers differ about the end of a line. */
const UNCLEAR_BREAK = /\r(?!\n)|[\x85\u2028\u2029]/;

/** The same texts are JSON as for JSON.parse, and have the same values. Garden refuses duplicate keys. */
function compareJson(text: string): void {
  let expected: unknown;
  try {
    expected = JSON.parse(text);
  } catch {}
  let actual: unknown[] | undefined;
  try {
    actual = readJsonObjects(text)?.map(({ value }) => value);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return;
  }
  if (typeof expected === "object" && expected !== null && !Array.isArray(expected))
    assert.deepEqual(actual, [expected]);
  else assert.ok(actual?.length !== 1, "this is not JSON");
}

/** The documents by parts. The first two sizes are those of a read and of a large List. */
function partsOf(bytes: Uint8Array, [readsOf, large = 1 << 20]: readonly number[]): unknown[] | undefined {
  const parts: unknown[] = [];
  let text = "";
  try {
    for (const part of manifestParts(sourceOf(bytes, readsOf), large)) {
      text += part.text;
      for (const { value } of part.documents) parts.push(value);
    }
  } catch (error) {
    if (!(error instanceof DocumentError) || error.position === undefined) throw error;
    return undefined;
  }
  assert.equal(text, decoded(bytes).replace(/^\ufeff/, ""));
  return flat(parts);
}

/** Lists that their items replace. */
function flat(values: readonly unknown[]): unknown[] {
  return values.flatMap((value) => {
    const { kind, items } = (value ?? {}) as { kind?: unknown; items?: unknown };
    return typeof kind === "string" && kind.endsWith("List") && Array.isArray(items) ? items : [value];
  });
}

export function stringsOf(value: unknown, path: Path): Path[] {
  if (typeof value === "string") return [path];
  if (typeof value !== "object" || value === null) return [];
  if (path.length > 20) return [];
  const entries = Array.isArray(value) ? value.map((item, i) => [i, item] as const) : Object.entries(value);
  return entries.flatMap(([key, member]) => stringsOf(member, [...path, key]));
}

export const MANIFEST = [
  ...["apiVersion: v1\n", "kind: Pod\n", "metadata:\n  name: a\n", "spec:\n", "  containers:\n"],
  ...["  - name: c\n", "    env:\n"],
  ...["    - {name: A, value: $(B)}\n", "    args: [$(A)]\n", '{"a":', '"b":[', '"x"', "true", "null"],
  ...["-1.5e3", "0x10", "0o7", '{"kind":"List","items":[', '"items":[', '{"a":"b"},'],
  ...["<<: *a\n", "a: &a {k: 1}\n", "!!binary aGk=", "1_000", "yes", "2001-01-01", "\\u00e9", "\\ud83d\\ude00", "\\/"],
];

export const manifestTarget: FuzzTarget = {
  name: "manifest",
  tokens: [...YAML, ...MANIFEST, "{", "}", "[", "]", ":", ",", '"'],
  seeds: [
    seedOf('{"a":"$(A)","b":[1,-2.5e3,true,null,{"c":"\\u00e9\\n"}]}{"d":{}}\n', ["x: y"], [3]),
    seedOf("a: &x $(A) # c\nb:\n- *x\n- |\n  lines\n  $(A)\n---\n'k': \"x\\ty\"\n", ["it's\n2", "80"], [5]),
    seedOf("a: &x {k: v}\nb: {<<: *x, l: [m, n]}\n? c\n: >-\n  d\n  e\n", ["- z"]),
    seedOf('{"kind":"List","items":[{"a":"b"},{"c":["d"]}]}', ["q"], [2, 8]),
  ],
  run,
};
