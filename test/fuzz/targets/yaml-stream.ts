/** `YamlStream`: js-yaml reads the output as the values of the input with every string expanded. */
import assert from "node:assert/strict";
import { loadAll } from "js-yaml";
import { Environment } from "../../../src/expansion/environment.ts";
import { expand } from "../../../src/expansion/expand.ts";
import { mappingFuncFor } from "../../../src/expansion/mapping.ts";
import { YamlExpansionError, YamlStream } from "../../../src/expansion/streams/yaml-stream.ts";
import { UNRESOLVED, VALUES } from "../../../src/wasm/capacities.ts";
import { makeWellFormed } from "../../../src/yaml/write/string.ts";
import { expandedDocuments, readDocuments } from "../../reference/yaml-expansion.ts";
import { bytesOf, decoded, encoded, type FuzzInput, type FuzzTarget, seedOf, tenantsOf } from "../input.ts";
import { isSame, REFERENCES } from "./expand.ts";
import { type Streamed, streamed } from "./stream.ts";

function run({ text, values, sizes }: FuzzInput): void {
  const bytes = bytesOf(text);
  const tenants = tenantsOf(values);
  const environments = () => tenants.map((variables) => new Environment(variables));
  const results = streamed(YamlStream, bytes, sizes, environments());
  const whole = streamed(YamlStream, bytes, [], environments());
  for (const [i, result] of results.entries()) {
    if (result.error !== undefined && !(result.error instanceof YamlExpansionError)) throw result.error;
    assert.deepEqual(refusals(result), refusals(whole[i]!));
    // Text that exceeds the buffers for values and names is folded differently.
    if (result.output.length < VALUES / 2 && result.unresolved.length < UNRESOLVED) {
      assert.ok(
        isSame(result.output, whole[i]!.output),
        `${decoded(result.output)} is not ${decoded(whole[i]!.output)}`,
      );
    }
    assert.deepEqual(result.unresolved, whole[i]!.unresolved);
    if (result.error === undefined) compare(bytes, result.output, tenants[i]!);
  }
}

function refusals({ error }: Streamed): unknown {
  return error instanceof YamlExpansionError ? error.refusals : undefined;
}

function compare(bytes: Uint8Array, output: Uint8Array, variables: Map<string, string>): void {
  const input = decoded(bytes);
  if (!isSame(encoded(input), bytes)) return;
  // At the start of a text, js-yaml also takes indented `---` for a marker. YAML does not.
  if (/^\ufeff?[ \t]+---/.test(input)) return;
  // js-yaml takes a second mark at the start for text.
  if (input.startsWith("\ufeff\ufeff")) return;
  // For libyaml and Go, a line at column 0 that begins with # is a comment, even below a block scalar at the root.
  if (/^[^\n#]*[|>][-+\d]*[ \t]*(?:\n[ \t]*)*\n#/m.test(input.replace(/\r\n?/g, "\n"))) return;
  // In YAML 1.1, as Go reads it, these are line breaks.
  if (/[\x85\u2028\u2029]/.test(input)) return;
  let wanted: unknown[];
  try {
    // Of equal keys in the input, the reference keeps the place of the first one.
    loadAll(input, { maxDepth: 50 });
    wanted = expandedDocuments(input, (value) => makeWellFormed(expand(value, mappingFuncFor(null, variables))));
  } catch {
    return;
  }
  let actual: unknown;
  try {
    actual = readDocuments(decoded(output));
  } catch (error) {
    // In brackets, js-yaml refuses a tab after a quoted scalar or a colon, which YAML allows.
    if (!/"\t|: \t/.test(decoded(output))) throw new assert.AssertionError({ message: `${error}: ${decoded(output)}` });
    actual = readDocuments(decoded(output).replaceAll('"\t', '" ').replaceAll(": \t", ":  "));
  }
  assert.deepEqual(actual, wanted);
  if (!input.includes("$") && !/\\[xuU]/.test(input)) assert.equal(decoded(output), input);
}

export const YAML = [
  ...": |- | #|: |\n  |: >-\n    ||2\n||+\n  |\n---\n|\n...\n|--- |'|\"|''|\\\"|\\x24|\\u0028|\\\n".split("|"),
  ...["\n", "\n\n", "\r\n", "\r", "\ufeff", "&a ", "*a ", "!!str ", "!<tag:yaml.org,2002:str> ", "<<: ", "%YAML 1.2\n"],
  ...["k: ", "k", "? ", "[ ", " ]", "{ ", " }", ", ", "80", "  ", "\n  ", "\n    ", "\n- ", "\n  - ", "|\n"],
  ...[">\n", "\t", "é"],
];

export const yamlStreamTarget: FuzzTarget = {
  name: "yaml-stream",
  tokens: [...REFERENCES, ...YAML, "$(it''s)", '$(q\\")', "$(A\n  B)"],
  seeds: [
    seedOf(
      "a: $(A) # $(A)\nb:\n- '$(B)'\n- \"$(A)\\u0024(A)\"\n---\nc: |\n  $(A)\n  $(B)\nd: >-\n   $(A)\n",
      ["80", "a: b"],
      [9],
    ),
    seedOf("{a: $(A), b: [x$(A), &a '$(B)', *a]}\n", ["http://h/p?x=1", "it's"]),
    seedOf("a: b\n  $(A)\n  c\n? $(A)\n: !!str $(B)\n"),
  ],
  run,
};
