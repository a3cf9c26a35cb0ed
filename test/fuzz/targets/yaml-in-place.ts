/**
 * The output of `expand --yaml`, `pod -o yaml` and `lint --fix` has the values of the input with the changes made: for
 * Kubernetes' reader, and for every other reader that reads the input like Kubernetes' reader.
 */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Environment } from "../../../src/expansion/environment.ts";
import { expand } from "../../../src/expansion/expand.ts";
import { mappingFuncFor } from "../../../src/expansion/mapping.ts";
import { YamlExpansionError, YamlStream } from "../../../src/expansion/streams/yaml-stream.ts";
import { DocumentError } from "../../../src/yaml/error.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { type Edit, editedValues, splice } from "../../../src/yaml/write/edit.ts";
import { makeWellFormed } from "../../../src/yaml/write/string.ts";
import { runInMemory } from "../../cli/memory-io.ts";
import { OddYaml, type Tree } from "../../reference/odd-yaml.ts";
import type { Random } from "../../reference/random.ts";
import { canonical, jsYaml, npmYaml, pyYaml, type Reader } from "../../reference/yaml-readers.ts";
import {
  bytesOf,
  decoded,
  encoded,
  type FuzzInput,
  type FuzzTarget,
  NAMES,
  seedOf,
  VALUES,
  variablesOf,
} from "../input.ts";
import { isSame } from "./expand.ts";
import { stringsOf } from "./manifest.ts";
import { streamed } from "./stream.ts";
import { YAML } from "./yaml-stream.ts";

const python = pyYaml();
const others: readonly (readonly [string, Reader])[] = [
  ["js-yaml", jsYaml],
  ["yaml", npmYaml],
  ...(python === undefined ? [] : [["PyYAML", python] as const]),
];

/** The documents as Kubernetes reads them; undefined if it refuses the text. */
function kubernetes(text: string): unknown[] | undefined {
  try {
    return parseManifest(text.replace(/^\ufeff/, "")).map(({ value }) => value);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return undefined;
  }
}

async function run({ text: units, values }: FuzzInput): Promise<void> {
  const bytes = bytesOf(units);
  // Lone surrogates can be the bytes of a character.
  const text = decoded(bytes);
  if (!isSame(encoded(text), bytes)) return;
  const read = kubernetes(text);
  if (read === undefined) return;
  const isReadBy = others.filter(([, reader]) => reader(text) === canonical(read));
  const compare = (what: string, output: string, expected: string) => {
    const found = kubernetes(output);
    assert.equal(found && canonical(found), expected, `${what}, Kubernetes: ${JSON.stringify(output)}`);
    for (const [name, reader] of isReadBy) {
      const read = reader(output);
      // js-yaml refuses some tabs in brackets: those before a bracket, a colon or a comma at the start of a line.
      if (read === undefined && name === "js-yaml" && output.includes("\t")) {
        const untabbed = reader(output.replaceAll("\t", " "))?.replaceAll("\\t", " ");
        assert.equal(untabbed, expected.replaceAll("\\t", " "), `${what}, ${name}, no tabs: ${JSON.stringify(output)}`);
      } else assert.equal(read, expected, `${what}, ${name}: ${JSON.stringify(output)}`);
    }
  };

  const variables = variablesOf(values);
  const mapping = mappingFuncFor(null, variables);
  const expanded = read.map((value) => expandedValue(value, (string) => makeWellFormed(expand(string, mapping))));
  // `!!binary` is not expanded.
  if (!expanded.includes(undefined) && !text.includes("binary")) {
    const { output, error } = streamed(YamlStream, bytes, [], [new Environment(variables)])[0]!;
    if (error === undefined) compare("YamlStream", decoded(output), canonical(expanded));
    else if (!(error instanceof YamlExpansionError)) throw error;
  }
  const withoutMark = text.replace(/^\ufeff/, "");
  const documents = parseManifest(withoutMark);
  const edits = documents.flatMap((document) =>
    stringsOf(document.value, []).map((path, i): Edit => ({ document, path, value: values[i % values.length] ?? "" })),
  );
  if (values.length > 0 && edits.length < 100) {
    let output: string | undefined;
    try {
      // The readers remove one byte order mark, so the one of the text belongs to the output.
      output = text.slice(0, text.length - withoutMark.length) + splice(withoutMark, edits);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
    }
    if (output !== undefined) compare("splice", output, canonical(editedValues(documents, edits)));
  }
  if (/\bPod\b/.test(text)) await runCommands(text, compare);
}

/** A value with its strings and keys expanded; undefined if two keys of a mapping become equal. */
function expandedValue(value: unknown, expand: (string: string) => string): unknown {
  if (typeof value === "string") return expand(value);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [expand(key), expandedValue(member, expand)] as const);
  if (members.some(([, member]) => member === undefined)) return undefined;
  if (Array.isArray(value)) return members.map(([, member]) => member);
  const result = Object.fromEntries(members);
  return Object.keys(result).length === members.length ? result : undefined;
}

const folder = mkdtempSync(join(tmpdir(), "yaml-in-place-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

async function runCommands(
  text: string,
  compare: (what: string, output: string, expected: string) => void,
): Promise<void> {
  const [asJson, asYaml] = await Promise.all(
    ["json", "yaml"].map((o) => runInMemory(["pod", "-o", o], { stdin: text })),
  );
  assert.ok(!asYaml!.messages.join().includes("internal error"), asYaml!.messages.join());
  if (asJson!.code === 0 && asYaml!.code === 0 && !text.includes("binary")) {
    compare(
      "pod -o yaml",
      asYaml!.output,
      canonical(
        asJson!.output
          .trim()
          .split(/\n(?=\{)/)
          .map((each) => JSON.parse(each)),
      ),
    );
  }
  const file = join(folder, "pod.yaml");
  writeFileSync(file, text);
  const { messages } = await runInMemory(["lint", "--fix", file]);
  assert.ok(!messages.join().includes("internal error"), messages.join());
  const fixed = readFileSync(file, "utf8");
  if (fixed !== text) compare("lint --fix", fixed, canonical(kubernetes(fixed) ?? "not YAML"));
}

/** A pod with findings that `lint --fix` fixes. */
function podTree(random: Random): Tree {
  const values = ["a", "http://$(C)", "${A}", "$(B)x", "$(A) y", "it's", "x\ny $(A)", "80", "yes"];
  const entry = (name: string): Tree => ({ name, value: random.pick(values) });
  const names = ["A", "B", "C"].sort(() => random.below(3) - 1);
  const container = {
    name: "c",
    image: "i",
    env: names.map(entry),
    command: [random.pick(values), "$(A)"],
    args: [random.pick(values)],
  };
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec: { containers: [container] } };
}

export const yamlInPlaceTarget: FuzzTarget = {
  name: "yaml-in-place",
  tokens: [...YAML, "\u0085", "\u2028", "\\\n", "! ", "?", "$(B)", "$(LONG_NAME_OF_A_VARIABLE)"],
  make(random) {
    const yaml = new OddYaml(random);
    const text = random.below(6) === 0 ? yaml.text(podTree(random)) : yaml.text();
    const long = ["y".repeat(985 + random.below(45)), "z".repeat(1100)];
    const values = NAMES.map(() => (random.below(40) === 0 ? random.pick(long) : random.pick(VALUES)));
    return { text, values, sizes: [] };
  },
  seeds: [
    seedOf("\udcc3\udc80"),
    seedOf("$(A): v\n", ["k".repeat(1100)]),
    seedOf('a: "x$(A)\\\n\n  y"\n'),
    seedOf("a: $(A)\t\u2028b: x\n"),
    seedOf("a: [?$(A)]\n"),
    seedOf("a: ! $(A)\n", ["null"]),
    seedOf("a: !!binary |\n  JChBKQ==\nb: c\n"),
  ],
  run,
};
