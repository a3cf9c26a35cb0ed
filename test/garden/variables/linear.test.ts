import { describe, expect, test } from "vitest";
import { overrideVariables } from "../../../src/garden/index.ts";
import { mergeVariables, Project, parseVarFlags, parseVarfile } from "../../../src/index.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";

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

/** Projects of a shape with `size` parts, to be resolved and to be explained. */
const SHAPES: readonly [what: string, open: (size: number) => Project, smallest: number][] = [
  ["actions in a chain of references", project, 100],
  [
    "actions in a chain of dependencies",
    (size) => open(builds(size, (i) => (i === 0 ? {} : { dependencies: [`build.v${i - 1}`] }))),
    100,
  ],
  [
    "a star: all refer to one action",
    (size) => open(builds(size, (i) => (i === 0 ? {} : { spec: "${actions.build.v0.var.own}" }))),
    100,
  ],
  [
    "a star: one refers to all actions",
    (size) =>
      open(
        builds(size, (i) =>
          i > 0
            ? {}
            : {
                spec: names(size)
                  .slice(1)
                  .map((name) => `\${actions.build.${name}.var.own}`),
              },
        ),
      ),
    100,
  ],
  [
    "variables that each refer to the one before",
    (size) =>
      open(
        [],
        Object.fromEntries(
          names(size).map((name, i) => [name, i === 0 ? "${secrets.token}" : i % 100 === 0 ? 1 : `\${var.v${i - 1}}`]),
        ),
      ),
    200,
  ],
  [
    "variables in one map",
    (size) => open(builds(2), { map: Object.fromEntries(names(size).map((name) => [name, "${var.shared}"])) }),
    200,
  ],
  [
    "varfiles of one action",
    (size) => open(builds(1, () => ({ varfiles: names(size).map((name) => `${name}.env`) }))),
    60,
  ],
  ["actions with a varfile each", (size) => open(builds(size, (i) => ({ varfiles: [`v${i}.env`] }))), 100],
  [
    "actions without variables beside as many variables",
    (size) =>
      open(
        builds(size, () => ({ variables: {} })),
        map(size),
      ),
    200,
  ],
  [
    "providers of one name",
    (size) =>
      open(
        [],
        {},
        names(size).map((name) => ({ name: "k", [name]: 1 })),
      ),
    50,
  ],
];

function builds(size: number, more: (i: number) => object = () => ({})): object[] {
  return names(size).map((name, i) => ({
    kind: "Build",
    name,
    variables: { own: "${var.shared}-${secrets.token}" },
    ...more(i),
  }));
}

function open(actions: readonly object[], variables: object = {}, providers: readonly object[] = []): Project {
  const values = [
    { kind: "Project", name: "p", environments: ["dev"], providers, variables: { shared: 1, ...variables } },
    ...actions,
  ];
  return new Project(
    values.map((value) => ({ file: "garden.yml", value })),
    {
      world: { secrets: { token: "t" } },
      readVarfile: (_, path) => (path.startsWith("v") ? { text: `${path.slice(0, -4)}=1\n` } : undefined),
    },
  );
}

describe.each(SHAPES)("time grows with the project: %s", (_, open, smallest) => {
  test("resolved", () => expect(growthExponent((size) => open(size).resolve(), smallest)).toBeLessThan(LINEAR));

  test("one variable explained", () =>
    expect(growthExponent((size) => open(size).explain("own"), smallest)).toBeLessThan(LINEAR));

  test("all variables explained", () => {
    const explainAll = (size: number) => {
      const project = open(size);
      for (const name of ["shared", "own", "map", ...names(size)]) project.explain(name);
    };
    expect(growthExponent(explainAll, smallest)).toBeLessThan(LINEAR);
  });
});

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
  expect(growthExponent(run, smallest)).toBeLessThan(LINEAR);
});
