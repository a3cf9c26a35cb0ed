import { describe, expect, test } from "vitest";
import { Project } from "../../../../src/index.ts";

const documents = (fields: object) =>
  [
    {
      kind: "Project",
      name: "shop",
      environments: ["dev"],
      providers: [{ name: "k8s", context: "local" }],
    },
    { kind: "Run", name: "seed", variables: { x: "seen" } },
    { kind: "Run", name: "asked", ...fields },
  ].map((value) => ({ file: "garden.yml", value }));

/** What a field of an action is resolved to, or the error. */
function resolved(field: string, template: unknown): unknown {
  try {
    const all = new Project(documents({ [field]: template })).resolve();
    const { value } = all.find(({ name }) => name === "run.asked")!;
    return (value as Record<string, unknown>)[field];
  } catch (error) {
    return String(error);
  }
}

test.each<[fields: object, keys: readonly string[]]>([
  [{}, []],
  [{ variables: null }, []],
  [{ variables: {} }, ["variables"]],
  [{ variables: { a: 1 }, spec: 1 }, ["variables", "spec"]],
])("with %j, a document has the fields %j besides its kind and name", (fields, keys) => {
  const all = new Project(documents(fields)).resolve();
  const { value } = all.find(({ name }) => name === "run.asked")!;
  expect(Object.keys(value as object)).toEqual(["kind", "name", ...keys]);
});

describe("what a field sees", () => {
  test.each([
    "apiVersion",
    "type",
    "description",
    "internal",
    "source",
    "dependencies",
    "build",
    "environments",
    "include",
    "exclude",
    "timeout",
    "varfile",
    "varfiles",
  ])("%s is needed before providers and other actions are known", (field) => {
    for (const name of [
      "providers.k8s.config.context",
      "actions.run.seed.var.x",
      "runtime.run.seed.var.x",
      "modules.m",
    ]) {
      const message = "this field is resolved before providers and other actions are known";
      expect(resolved(field, field === "varfile" ? `\${${name}}` : [`\${${name}}`])).toContain(message);
    }
  });

  test.each(["type", "description", "include"])("%s sees the project and the action itself", (field) => {
    expect(resolved(field, "${project.name} ${this.name} ${this.mode}")).toBe("shop asked default");
  });

  test.each(["spec", "other"])("%s sees the others, too", (field) => {
    const templates = ["${providers.k8s.config.context}", "${actions.run.seed.var.x}", "${runtime.run.seed.var.x}"];
    expect(resolved(field, templates)).toEqual(["local", "seen", "seen"]);
  });
});
