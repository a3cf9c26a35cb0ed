import { describe, expect, test } from "vitest";
import { Project, VariablesError } from "../../../src/index.ts";
import { errorOf } from "../../error-of.ts";

const PROJECT = { kind: "Project", name: "shop", environments: ["dev"] };

type PlaceOf = () => { line: number; column: number };

/** The error of a project with these documents; its own document is in `garden.yml`. */
function failure(documents: readonly object[], project: object = {}, names?: string[], placeOf?: PlaceOf) {
  const files = [{ ...PROJECT, ...project }, ...documents].map((value, i) => ({
    file: i === 0 ? "garden.yml" : `${i}/garden.yml`,
    value,
    ...(placeOf && { placeOf }),
  }));
  return errorOf(() => new Project(files).resolve(names), VariablesError);
}

const run = (spec: unknown, fields: object = {}) => ({ kind: "Run", name: "r", spec, ...fields });

describe("an error in a value that other templates need", () => {
  const project = { variables: { a: { b: "${var.none}" } } };
  const reason = 'variables.a.b: no such key: "none" under var (known: a)';

  test("names the place that needs it", () => {
    const documents = [run({ x: ["${var.a.b}"] })];
    const message = (placeOf?: PlaceOf) => failure(documents, project, ["run.r"], placeOf).message;
    expect(message()).toBe(`garden.yml: ${reason} (needed by 1/garden.yml, spec.x.0)`);
    expect(message(() => ({ line: 7, column: 8 }))).toBe(
      `garden.yml:7:8: ${reason} (needed by 1/garden.yml:7:8, spec.x.0)`,
    );
  });

  test("is reported once, although several places need it", () => {
    const documents = [run(["${var.a.b}", "${var.a}"], { variables: { c: "${var.a.b}", d: "${var.other}" } })];
    const { message, others } = failure(documents, project);
    expect([message, ...others.map((other) => other.message)].map((each) => each.split(" (")[0])).toEqual([
      `garden.yml: ${reason.split(" (")[0]}`,
      '1/garden.yml: variables.d: no such key: "other" under var',
    ]);
  });
});

test.each([
  [1, 0],
  [2, 1],
  [1200, 999],
])("of %i errors, the first one and %i others are reported", (count, others) => {
  const error = failure([run(Array.from({ length: count }, (_, i) => `\${var.v${i}}`))]);
  expect(error.message).toBe('1/garden.yml: spec.0: no such key: "v0" under var (it has no keys)');
  expect(error.others).toHaveLength(others);
});

test("a list with an operator of a wrong type is one value with one error", () => {
  const { message, others } = failure([run(["x", { $concat: "${project.name}" }, "${var.a}"])]);
  expect([message, others]).toEqual(["1/garden.yml: spec.1: $concat must be a list, not a string", []]);
});

describe("an action that does not exist can be in a source that is not fetched", () => {
  const hint = "; it may be in one of the project's `sources`, which are not fetched";
  const runtime = 'no such key: "none" under runtime.services (it has no keys)';

  test.each<[action: object, message: string]>([
    [run("${actions.deploy.none.outputs.x}"), 'spec: no such key: "none" under actions.deploy (it has no keys)'],
    [run("${runtime.services.none.outputs.x}"), `spec: ${runtime}`],
    [run("", { dependencies: ["deploy.none"] }), "dependencies.0: no such action: deploy.none"],
    [run("", { build: "none" }), "build: no such action: build.none"],
  ])("%j", (action, message) => {
    const error = failure([action], { sources: [{ name: "other" }] });
    expect(error).toMatchObject({ message: `1/garden.yml: ${message}${hint}`, mayBeElsewhere: true });
    for (const sources of [undefined, null]) {
      const alone = failure([action], { sources });
      expect(alone).toMatchObject({ message: `1/garden.yml: ${message}`, mayBeElsewhere: false });
    }
  });

  test.each([
    ["${actions.none}", 'no such key: "none" under actions (known: '],
    ["${actions.build.b.none}", 'no such key: "none" under actions.build.b (known: '],
    ["${modules.none.path}", 'no such key: "none" under modules (it has no keys)'],
    ["${secrets.none}", 'no such key: "none" under secrets (it has no keys)'],
    ["${var.x.y}", 'no such key: "x" under var (it has no keys)'],
  ])("but not what %s looks up", (template, message) => {
    const error = failure([run(template), { kind: "Build", name: "b" }], { sources: [{ name: "other" }] });
    expect(error.message).toMatch(`1/garden.yml: spec: ${message}`);
    expect(error.message).not.toContain("sources");
    expect(error).toMatchObject({ mayBeElsewhere: false, isMissingSecret: template.includes("secrets.") });
  });
});
