import { describe, expect, test } from "vitest";
import { DEFAULT_LIMITS, ProjectBudget } from "../../../src/garden/project/limits.ts";
import { mergeVariables, Project, type ProjectOptions, parseVarfile, VariablesError } from "../../../src/index.ts";
import { errorOf } from "../../error-of.ts";

const open = (documents: readonly unknown[], options: ProjectOptions = {}, project: object = {}) =>
  new Project(
    [{ kind: "Project", name: "p", environments: ["dev"], ...project }, ...documents].map((value, i) => ({
      file: `f${i}.yml`,
      value,
    })),
    options,
  );

function failure(action: () => unknown): VariablesError {
  return errorOf(action, VariablesError);
}

const builds = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, i) => ({ kind: "Build", name: `b${i}`, ...more }));

test("the defaults, as they are documented", () => {
  expect(DEFAULT_LIMITS).toEqual({
    actions: 100_000,
    varfiles: 1000,
    varfileText: 64 * 1024 * 1024,
    mergedEntries: 8 * 1024 * 1024,
  });
});

test("actions, written and rendered", () => {
  const limits = { actions: 5 };
  expect(open(builds(5), { limits }).resolve().length).toBe(6);
  expect(failure(() => open(builds(6), { limits }))).toMatchObject({
    code: "limit",
    message: "the project has more than 5 actions",
  });
  const template = {
    kind: "ConfigTemplate",
    name: "t",
    configs: [1, 2, 3].map((i) => ({ kind: "Run", name: `\${inputs.n}${i}` })),
  };
  const renders = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      kind: "RenderTemplate",
      name: `r${i}`,
      template: "t",
      inputs: { n: `n${i}-` },
    }));
  expect(open([template, ...renders(1), ...builds(2)], { limits }).resolve().length).toBe(6);
  expect(failure(() => open([template, ...renders(2)], { limits })).code).toBe("limit");
});

test("varfiles of one document", () => {
  const varfiles = (count: number) => builds(2, { varfiles: Array(count).fill({ path: "v.env", optional: true }) });
  expect(() => open(varfiles(3), { limits: { varfiles: 3 } })).not.toThrow();
  expect(failure(() => open(varfiles(4), { limits: { varfiles: 3 } }))).toMatchObject({
    code: "limit",
    message: "f1.yml: varfiles: there are more than 3 varfiles",
  });
});

test("the text of varfiles, counted for each document", () => {
  const readVarfile = (_: string, path: string) => (path === "v.env" ? { text: "a=12345" } : undefined);
  const documents = (count: number) => builds(count, { varfiles: ["v.env"] });
  expect(() => open(documents(3), { readVarfile, limits: { varfileText: 21 } })).not.toThrow();
  expect(failure(() => open(documents(3), { readVarfile, limits: { varfileText: 20 } }))).toMatchObject({
    code: "limit",
    message: "v.env: the project's varfiles have more than 20 characters in total",
  });
});

describe("entries that merging copies", () => {
  const variables = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`v${i}`, i]));
  const run = (own: object, limit: number, count = 10) =>
    open(builds(count, own), { limits: { mergedEntries: limit } }, { variables }).resolve();

  test("actions without variables copy nothing", () => {
    expect(() => run({}, 0)).not.toThrow();
    expect(() => run({ variables: {} }, 0)).not.toThrow();
  });

  test("others copy what is below, a fixed number of times", () => {
    expect(() => run({ variables: { own: 1 } }, 10 * 6 * 101)).not.toThrow();
    expect(failure(() => run({ variables: { own: 1 } }, 10 * 100 - 1)).message).toBe(
      "merging the project's variables copies more than 999 map entries; use fewer variables or fewer levels",
    );
  });

  test("maps in maps, and maps that are only known when they are looked up", () => {
    const nested = (own: object) =>
      open(
        builds(10, { variables: own, spec: "${var.map}" }),
        { limits: { mergedEntries: 1000 } },
        { variables: { map: variables } },
      ).resolve();
    expect(failure(() => nested({ map: { own: 1 } })).code).toBe("limit");
    expect(
      failure(() => nested({ map: { $merge: "${this.name == 'x' ? {} : jsonDecode('{\"a\":1}')}" } })).code,
    ).toBeDefined();
    expect(() => nested({ other: 1 })).not.toThrow();
  });

  test("providers of one name", () => {
    const providers = Array.from({ length: 50 }, (_, i) => ({ name: "k", [`x${i}`]: 1 }));
    expect(() => open([], { limits: { mergedEntries: 5000 } }, { providers }).resolve()).not.toThrow();
    expect(failure(() => open([], { limits: { mergedEntries: 1 } }, { providers })).code).toBe("limit");
  });

  test("the result of an action's varfiles", () => {
    const readVarfile = (_: string, path: string) => (path.startsWith("v") ? { text: `${path[1]}=1` } : undefined);
    const documents = builds(1, { varfiles: ["v1", "v2", "v3"] });
    const [, action] = open(documents, { readVarfile }).resolve();
    expect(action!.value).toMatchObject({ variables: { 1: "1", 2: "1", 3: "1" } });
  });
});

test("a budget ends after its limit, and not at it", () => {
  const budget = new ProjectBudget({ mergedEntries: 10, actions: 1 });
  budget.countEntries(10);
  expect(() => budget.countEntries(1)).toThrow(VariablesError);
  budget.countAction();
  expect(() => budget.countAction()).toThrow("more than 1 actions");
});

describe("depth", () => {
  const deep = (depth: number): Record<string, unknown> => {
    let value: Record<string, unknown> = {};
    for (let i = 0; i < depth; i++) value = { a: value };
    return value;
  };

  test("JSON Merge Patch of 100,000 maps in one another", () => {
    expect(failure(() => mergeVariables({}, deep(100_000))).message).toBe(
      "the variables are nested deeper than 1000 maps",
    );
    expect(failure(() => mergeVariables(deep(100_000), deep(100_000))).code).toBe("limit");
    expect(mergeVariables({}, deep(900))).toEqual(deep(900));
  });

  test("documents of any kind", () => {
    for (const kind of ["Build", "Workflow", "ConfigTemplate"]) {
      expect(failure(() => open([{ kind, name: "a", spec: deep(100_000) }]).resolve())).toMatchObject({
        code: "limit",
      });
    }
    expect(failure(() => parseVarfile(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, "json")).code).toBe("limit");
  });

  test("documents that hold themselves, or a billion aliases", () => {
    const circle: Record<string, unknown> = { kind: "Workflow", name: "w" };
    circle.self = circle;
    expect(failure(() => open([circle])).code).toBe("limit");
    let bomb: unknown[] = [];
    for (let i = 0; i < 40; i++) bomb = [bomb, bomb];
    for (const kind of ["Workflow", "Build"]) {
      expect(failure(() => open([{ kind, name: "a", spec: bomb }])).code).toBe("limit");
    }
  });
});
