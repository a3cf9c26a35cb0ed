import { describe, expect, test } from "vitest";
import { NOT_KNOWN_YET } from "../../../../src/garden/index.ts";
import { Project, type ProjectOptions, VariablesError } from "../../../../src/index.ts";

/** What the template `${environment}` is in an action, or the error. */
function environmentOf(project: object, options: ProjectOptions = {}): unknown {
  const environments = ["dev", { name: "prod" }, "a.b"];
  const documents = [
    { file: "garden.yml", value: { kind: "Project", name: "shop", environments, ...project } },
    { file: "garden.yml", value: { kind: "Run", name: "r", spec: "${environment}" } },
  ];
  try {
    const [run] = new Project(documents, options).resolve(["run.r"]);
    return (run!.value as { spec: unknown }).spec;
  } catch (error) {
    if (error instanceof VariablesError) return error.message;
    throw error;
  }
}

const named = (name: string, namespace: unknown = "default") => ({ name, namespace, fullName: `${namespace}.${name}` });

test.each<[chosen: string | undefined, environment: unknown]>([
  [undefined, named("dev")],
  ["prod", named("prod")],
  ["team.prod", named("prod", "team")],
  ["a.b", named("a.b")],
  ["team.a.b", named("a.b", "team")],
  ["none", 'no such environment: "none" (known: dev, prod, a.b)'],
  ["prd", 'no such environment: "prd" (did you mean prod?)'],
  ["x.y.prod", 'no such environment: "x.y.prod" (known: dev, prod, a.b)'],
  ["prod.", 'no such environment: "prod." (did you mean prod?)'],
  ["", 'no such environment: "" (known: dev, prod, a.b)'],
])("the environment %j", (environment, expected) => {
  expect(environmentOf({}, { environment })).toEqual(expected);
});

describe("the default environment", () => {
  const invalid = "garden.yml: defaultEnvironment: the default environment must be a name";

  test.each<[defaultEnvironment: unknown, environment: unknown]>([
    [null, named("dev")],
    ["", named("dev")],
    ["${local.none}?", invalid],
    ["${local.empty}", named("dev")],
    ["prod", named("prod")],
    ["team.prod", named("prod", "team")],
    ["${project.name == 'shop' ? 'prod' : 'dev'}", named("prod")],
    [5, invalid],
    ["${git.branch}", invalid],
    ["none", 'no such environment: "none" (known: dev, prod, a.b)'],
  ])("%j", (defaultEnvironment, expected) => {
    const world = { git: { branch: NOT_KNOWN_YET }, local: { empty: "" } };
    expect(environmentOf({ defaultEnvironment }, { world })).toEqual(expected);
  });

  test("without environments, an empty name is an unknown one", () => {
    expect(environmentOf({ environments: [], defaultEnvironment: "" })).toMatch('no such environment: ""');
    expect(environmentOf({ environments: [] })).toBe("garden.yml: the project has no environments");
  });
});

test.each<[defaultNamespace: unknown, chosen: string | undefined, namespace: unknown]>([
  ["team", undefined, "team"],
  ["team", "other.dev", "other"],
  ["${project.name}-${var.suffix}", undefined, "shop-s"],
  [null, undefined, "default"],
])("the default namespace %j, with the environment %j", (defaultNamespace, environment, namespace) => {
  const project = { variables: { suffix: "s" }, environments: [{ name: "dev", defaultNamespace }] };
  expect(environmentOf(project, { environment })).toEqual(named("dev", namespace));
});

test("a namespace that does not depend on a secret does not hide values in explanations", () => {
  const explained = (defaultNamespace: string) => {
    const value = {
      kind: "Project",
      name: "shop",
      environments: [{ name: "dev", defaultNamespace }],
      variables: { a: 1 },
    };
    const world = { secrets: { token: "t" } };
    const [explanation] = new Project([{ file: "garden.yml", value }], { world }).explain("a");
    return [explanation!.value, explanation!.isSecret];
  };
  expect(explained("${project.name}")).toEqual([1, false]);
  expect(explained("${secrets.token}")).toEqual([undefined, true]);
});
