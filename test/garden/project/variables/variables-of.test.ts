import { expect, test } from "vitest";
import { Project, type ProjectOptions } from "../../../../src/index.ts";

const documents = [
  {
    kind: "Project",
    name: "p",
    environments: [{ name: "dev", variables: { env: "${var.base}-dev", map: { b: 2 } } }],
    variables: { base: "b", map: { a: 1 }, token: "${secrets.token}" },
  },
  {
    kind: "Deploy",
    name: "api",
    variables: {
      own: "${var.env}!",
      map: { c: "${this.name}" },
      late: "${actions.build.image.outputs.id}",
      base: null,
    },
    varfiles: ["own.env"],
  },
  { kind: "Build", name: "image" },
].map((value, i) => ({ file: i === 0 ? "garden.yml" : `a${i}/garden.yml`, value }));

const options: ProjectOptions = {
  overrides: { "map.d": "4" },
  world: { secrets: { token: "hunter2" } },
  readVarfile: (_, path) => (path === "own.env" ? { text: "file=${var.own}\n" } : undefined),
};

test("the variables that an action sees, of all levels", () => {
  const project = new Project(documents, options);
  expect(project.variablesOf("deploy.api")).toEqual({
    env: "b-dev",
    map: { a: 1, b: 2, c: "api", d: "4" },
    token: "hunter2",
    own: "b-dev!",
    file: "b-dev!",
    late: "${actions.build.image.outputs.id}",
  });
  expect(project.variablesOf("build.image")).toEqual({
    base: "b",
    env: "b-dev",
    map: { a: 1, b: 2, d: "4" },
    token: "hunter2",
  });
});

test("with outputs, all is known; an action that is not there is an error", () => {
  const outputs = { actions: { build: { image: { outputs: { id: "i1" } } } } };
  expect(new Project(documents, { ...options, outputs }).variablesOf("deploy.api").late).toBe("i1");
  expect(() => new Project(documents, options).variablesOf("deploy.nope")).toThrow(/no such action .*deploy\.nope/);
});
