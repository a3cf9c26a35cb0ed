import { expect, test } from "vitest";
import { mergeVariables, overrideVariables, Project, parseVarFlags, parseVarfile } from "../../src/index.ts";
import { growsLinearly } from "../reference/linearity.ts";

const names = (size: number) => Array.from({ length: size }, (_, i) => `v${i}`);

const WORK: readonly [what: string, run: (size: number) => unknown, smallest: number][] = [
  ["merging seven levels", (size) => mergeVariables(...Array(7).fill(map(size))), 4000],
  [
    "overrides in one map",
    (size) => overrideVariables({}, Object.fromEntries(names(size).map((name) => [`a.${name}`, ""]))),
    2000,
  ],
  [
    "elements at the end of a list",
    (size) => overrideVariables({}, Object.fromEntries(names(size).map((_, i) => [`a.${i}`, ""]))),
    2000,
  ],
  [
    "flags with many parts",
    (size) =>
      parseVarFlags([
        names(size)
          .map((name) => `${name}="a,b"`)
          .join(","),
      ]),
    4000,
  ],
  [
    "a YAML varfile",
    (size) =>
      parseVarfile(
        names(size)
          .map((name) => `${name}: [1, {a: b}]\n`)
          .join(""),
        "yaml",
      ),
    1000,
  ],
  ["a project's actions, each referring to the one before it", (size) => project(size).resolve(), 50],
];

function map(size: number): Record<string, unknown> {
  return Object.fromEntries(names(size).map((name) => [name, { b: 2 }]));
}

function project(size: number): Project {
  const actions = names(size).map((name, i) => ({
    kind: "Deploy",
    name,
    variables: { own: "${var.shared}-${this.name}" },
    spec:
      i === 0 ? {} : { before: `\${actions.deploy.v${i - 1}.var.own}`, late: `\${actions.deploy.v${i - 1}.outputs.x}` },
  }));
  const documents = [{ kind: "Project", name: "p", environments: ["dev"], variables: { shared: 1 } }, ...actions];
  return new Project(documents.map((value) => ({ file: "garden.yml", value })));
}

test.each(WORK)("time grows with the input: %s", (_, run, smallest) => {
  expect(growsLinearly(run, smallest, 3)).toBe(true);
});
