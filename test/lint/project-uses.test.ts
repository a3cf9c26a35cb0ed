/** What the templates of a project refer to. */
import { expect, test } from "vitest";
import { TemplateUses } from "../../src/lint/project-uses.ts";
import { GARDEN } from "../../src/yaml/dialect.ts";
import { parseYaml } from "../../src/yaml/parse.ts";

const VARFILES: Readonly<Record<string, string>> = {
  "dev.yaml": "a: ${var.a}",
  "dev.env": "B=${var.b}",
  "x/c.yaml": "c: ${variables.c}",
  "broken.yaml": "a: ${var.}",
};

/** The variables of `a` to `e` and `0` that are used, those of them that variables use, and whether all uses are known. */
function usesIn(text: string): string {
  const documents = parseYaml(text, GARDEN).map(({ value }) => ({ file: "garden.yml", value }));
  const uses = new TemplateUses(documents, (_, path) => {
    if (path === "refused.yaml") throw new Error("refused");
    return VARFILES[path] === undefined ? undefined : { text: VARFILES[path] };
  });
  const names = ["a", "b", "c", "d", "e", "0"];
  const all = names.filter((name) => uses.has(name)).join("");
  if (!uses.areAllKnown) {
    expect(names.every((name) => uses.isUsedByVariables(name))).toBe(true);
    return `${all} unknown`;
  }
  return `${all} ${names.filter((name) => uses.isUsedByVariables(name)).join("")}`.trim();
}

test.each<[text: string, uses: string]>([
  ["x: 1", ""],
  ["x: var.a", ""],
  ["x: $${var.a}", ""],
  ["x: ${var.a}", "a"],
  ["x: [1, {y: '-${variables.a.b}-${var.c}'}]", "ac"],
  ["x: ${var['a']}${var[0]}", "a0"],
  ["x: ${var.a}?", "a"],
  ["x: ${env.a} ${a.b}", ""],
  ["x: ${if var.a}${var.b}${else}${var.c}${endif}", "abc"],
  ["x: ${a.var.b}", "b"],
  ["x: {$if: '${var.a}', $then: '${var.b}'}", "ab"],
  ["x: '${upper(var.a) || var.b ? var.c : var.d}'", "abcd"],
  ["x: 1\n---\ny: ${var.a}", "a"],
  // Templates in variables, also those of environments.
  ["variables: {x: '${var.a}'}\ny: ${var.b}", "ab a"],
  ["environments: [{name: e, variables: {x: ['${variables.a}']}}]", "a a"],
  ["spec: {variables: {x: '${var.a}'}}", "a a"],
  // Varfiles, whose values are variables.
  ["varfile: dev.yaml", "a a"],
  ["varfile: null", ""],
  ["varfiles: [dev.yaml, {path: dev.env, optional: true}, null]", "ab ab"],
  ["environments: [{name: e, varfile: x/c.yaml, varfiles: [dev.env]}, dev]", "bc bc"],
  ["varfile: none.yaml", ""],
  ["x: 1\n---\nvarfile: dev.yaml\nvarfiles: [dev.env, x/c.yaml]", "abc abc"],
  ["environments: [dev, {name: e}, null, {name: f, varfiles: [{path: dev.yaml}]}]", "a a"],
  ["environments: {varfile: dev.yaml}", ""],
  ["varfiles: dev.yaml", ""],
  ["null\n---\nx: ${var.a}", "a"],
  // What is not known.
  ["x: ${var}", " unknown"],
  ["x: ${keys(var)} ${var.a}", "a unknown"],
  ["x: ${var[var.a]}", "a unknown"],
  ["x: ${var.}", " unknown"],
  ["x: ${", " unknown"],
  ["varfile: broken.yaml", " unknown"],
  ["varfile: refused.yaml", " unknown"],
  ["varfile: '${var.a}.yaml'", "a unknown"],
  ["varfile: 5", " unknown"],
  ["varfile: {path: null}", " unknown"],
  ["varfiles: [dev.yaml, refused.yaml]", "a unknown"],
  ["x: '${var.a}'\n---\ny: ${var}", "a unknown"],
  ["x: ${var[true]}", " unknown"],
  ["varfiles: [{optional: true}]", " unknown"],
  // Other files that can have templates.
  ...["generateFiles", "manifestTemplates", "manifestFiles", "repositoryUrl", "sources", "kustomize", "chart"].map(
    (key): [string, string] => [`spec: {${key}: x, y: "\${var.a}"}`, "a unknown"],
  ),
  ["spec: {files: x}", ""],
  ["spec: [chart]", ""],
])("%j uses: %s", (text, uses) => {
  expect(usesIn(text)).toBe(uses);
});
