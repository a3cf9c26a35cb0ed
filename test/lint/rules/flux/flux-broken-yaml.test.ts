/** Values that break the YAML around them, and values of Secrets. */
import { expect, test } from "vitest";
import type { FluxVariable } from "../../../../src/kubernetes/flux/index.ts";
import { type FluxPath, textsOf } from "../../../../src/kubernetes/flux/index.ts";
import { fluxBrokenYaml } from "../../../../src/lint/rules/flux/flux-broken-yaml.ts";
import type { SeenFluxSet } from "../../../../src/lint/rules/flux/flux-place.ts";
import { KUBERNETES } from "../../../../src/yaml/dialect.ts";
import { parseYaml } from "../../../../src/yaml/parse.ts";

/** The findings in a manifest: level and text. */
function found(manifest: string, variables: readonly Pick<FluxVariable, "name" | "value" | "secret">[]): string[] {
  const [document] = parseYaml(manifest, KUBERNETES);
  const file = { path: "a.yaml", text: manifest };
  const all = new Map(variables.map((variable) => [variable.name, variable]));
  const path = { variables: { all, isComplete: true, isCertain: true }, isSubstituted: true } as unknown as FluxPath;
  const texts = textsOf(document!, file).map((text) => {
    return { ...text, in: path, document: document!, value: document!.value, references: [], malformed: [] };
  });
  return fluxBrokenYaml.check({ path, texts } as unknown as SeenFluxSet).map((problem) => {
    expect(problem.message).not.toContain("hunter2");
    return `${problem.atMost ?? "error"} ${manifest.slice(problem.start, problem.end)}`;
  });
}

test.each<[value: string, level: string | undefined]>([
  ["*abc", "error"],
  ["&abc: d", "error"],
  ["a: b", "error"],
  ["a:", "error"],
  ['"abc', "error"],
  ["[abc", "error"],
  ["{abc", "error"],
  ["@abc", "error"],
  ["%abc", "error"],
  ["- abc", "error"],
  ["build 7 #latest", "warning"],
  ["#abc", "warning"],
  ["a#b", undefined],
  ["http://x:80", undefined],
  ["12:30", undefined],
  ["a, b", undefined],
  ["a 'b' \"c\"", undefined],
  ["5", undefined],
  ["", undefined],
])("the value %j", (value, level) => {
  const manifest = (text: string) => `kind: ConfigMap\ndata:\n  A: ${text}\n`;
  const variables = [{ name: "A", value, secret: undefined }];
  const expected = (text: string) => (level === undefined ? [] : [`${level} ${text}`]);
  expect(found(manifest('"${A}"'), variables)).toEqual(expected('"${A}"'));
  expect(found(manifest("${A}"), [{ name: "A", value: undefined, secret: value }])).toEqual(expected("${A}"));
  expect(found(manifest("|\n    ${A}\n    b"), variables)).toEqual([]);
});

test.each([
  ["an item of a list", "args: ['${A}']", "a: b", []],
  ["an item that is an alias", "args: ['${A}']", "*a", ["error '${A}'"]],
  ["a key", "'${A}': b", "a: b", ["error ${A}"]],
  ["a key that is a word", "'${A}': b", "abc", []],
  ["a text around a value", "A: x ${A} y", "b #c", ["warning x ${A} y"]],
  ["a text in quotes", "A: '#${A}'", "it's", ["error '#${A}'"]],
  ["unknown", "A: '${A}'", undefined, []],
  ["a password that is not shown", "A: '${A}'", "*hunter2", ["error '${A}'"]],
])("%s", (_, manifest, value, expected) => {
  expect(found(manifest, [{ name: "A", value, secret: undefined }])).toEqual(expected);
});
