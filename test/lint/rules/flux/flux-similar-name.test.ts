/** Names of Flux's variables that are almost those of others. */
import { expect, test } from "vitest";
import { type FluxPath, fluxReferences } from "../../../../src/kubernetes/flux/index.ts";
import type { SeenFluxSet } from "../../../../src/lint/rules/flux/flux-place.ts";
import { fluxSimilarName } from "../../../../src/lint/rules/flux/flux-similar-name.ts";
import { KUBERNETES } from "../../../../src/yaml/dialect.ts";
import { parseYaml } from "../../../../src/yaml/parse.ts";

/** The messages about a text, with counts of names in the repository. */
function messages(value: string, counts: Readonly<Record<string, number>>, isComplete = false, known = ""): string[] {
  const source = `kind: ConfigMap\nmetadata: {name: a}\ndata: {a: '${value}'}\n`;
  const [document] = parseYaml(source, KUBERNETES);
  const path = { variables: { isComplete }, isSubstituted: true } as unknown as FluxPath;
  const text = { ...fluxReferences(value), text: value, path: [], value: document!.value };
  const placed = {
    ...text,
    node: document!,
    document: document!,
    file: { path: "a.yaml", text: source },
    isKey: false,
  };
  const seen = {
    path,
    texts: [placed],
    isVariable: (name: string) => name === "DEFINED",
    isKnown: (name: string) => name === known,
    countOf: (name: string) => counts[name] ?? 1,
    commonNames: (count: number) => ["DEFINED", ...Object.keys(counts).filter((name) => counts[name]! >= count)],
  };
  return fluxSimilarName.check(seen as unknown as SeenFluxSet).map(({ message }) => message);
}

const message = (name: string, meant: string) => `nothing in the repository sets \${${name}}; did you mean ${meant}?`;

test.each([
  ["${DOMIAN}", { DOMAIN: 3 }, "DOMIAN", "DOMAIN"],
  ["a-${DOMAINS:0:3}", { DOMAIN: 3 }, "DOMAINS", "DOMAIN"],
  ["${DEFINE}", {}, "DEFINE", "DEFINED"],
])("%s is reported with %j", (text, counts, name, meant) => {
  expect(messages(text, counts)).toEqual([message(name, meant)]);
  expect(messages(text, counts, true)).toEqual([]);
  expect(messages(text, counts, false, name)).toEqual([]);
});

test.each([
  ["the other one is rare, too", "${DOMIAN}", { DOMAIN: 2 }],
  ["it is frequent", "${DOMIAN}", { DOMAIN: 9, DOMIAN: 3 }],
  ["it has a default", "${DOMIAN:-a}", { DOMAIN: 9 }],
  ["only a digit differs", "${NODE_1}", { NODE_2: 9 }],
  ["it is short", "${UIDS}", { GIDS: 9 }],
  ["it differs more", "${DOMAINAB}", { DOMAIN: 9 }],
  ["it is set", "${DEFINED}", { DEFINES: 9 }],
])("not if %s", (_, text, counts) => {
  expect(messages(text, counts)).toEqual([]);
});
