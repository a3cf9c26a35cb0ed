import { expect, test } from "vitest";
import { Project } from "../../../../src/index.ts";

const open = (variables: object, ...actions: object[]) =>
  new Project(
    [
      { kind: "Project", name: "p", environments: ["dev"], variables },
      ...actions.map((variables, i) => ({ kind: "Build", name: `b${i}`, variables })),
    ].map((value) => ({ file: "garden.yml", value })),
  );

const explained = (project: Project, variable: string) =>
  project.explain(variable).map(({ document, value, origins }) => [document, value, origins.map(({ value }) => value)]);

test("an action's explanation has the environment's levels, and no other action's", () => {
  const project = open({ a: 1, z: 1 }, { a: 2 }, { b: null }, { a: null }, { a: "${var.a}!" });
  expect(explained(project, "a")).toEqual([
    ["environment dev", 1, [1]],
    ["build.b0", 2, [2, 1]],
    ["build.b2", undefined, [null, 1]],
    ["build.b3", "1!", ["1!", 1]],
  ]);
  expect(explained(project, "z")).toEqual([["environment dev", 1, [1]]]);
});

test("only at its beginning is `var` or `variables` the root that may be left out", () => {
  const variables = { envvar: { x: 1 }, var: { variables: { x: 2 } }, a: { var: { x: 3 } } };
  const written = (variable: string) => {
    const [explanation] = open(variables).explain(variable);
    return [explanation?.variable, explanation?.value];
  };
  expect(written("envvar.x")).toEqual(["var.envvar.x", 1]);
  expect(written("var.envvar.x")).toEqual(["var.envvar.x", 1]);
  expect(written("variables.envvar.x")).toEqual(["var.envvar.x", 1]);
  expect(written("var.var.variables.x")).toEqual(["var.var.variables.x", 2]);
  expect(written("a.var.x")).toEqual(["var.a.var.x", 3]);
});

test("a key that every object inherits is a variable like any other", () => {
  const own = Object.fromEntries([["__proto__", 2]]);
  expect(explained(open({ a: 1 }, own), "__proto__")).toEqual([
    ["environment dev", undefined, []],
    ["build.b0", 2, [2]],
  ]);
  expect(explained(open({ a: 1 }, own), "constructor")).toEqual([["environment dev", undefined, []]]);
});

test("a level that is one operator is asked for its values", () => {
  const project = open({ a: 1 }, { $merge: "${jsonDecode('{\"a\":2}')}" }, { $merge: {} });
  expect(explained(project, "a")).toEqual([
    ["environment dev", 1, [1]],
    ["build.b0", 2, [2, 1]],
  ]);
});
