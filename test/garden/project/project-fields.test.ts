import { expect, test } from "vitest";
import { NOT_KNOWN_YET, Project } from "../../../src/index.ts";

const resolveProject = (fields: object, more: object[] = [], outputs = {}) => {
  const project = { kind: "Project", name: "p", environments: ["dev"], ...fields };
  const documents = [project, ...more].map((value) => ({ file: "garden.yml", value }));
  return new Project(documents, { outputs }).resolve()[0]!;
};

test("outputs see variables, the environment, providers and actions", () => {
  const fields = {
    variables: { host: "h" },
    providers: [{ name: "k8s" }],
    outputs: [
      { name: "url", value: "http://${var.host}/${environment.name}" },
      { name: "id", value: "${actions.build.image.outputs.id}" },
      { name: "name", value: "${actions.build.image.name}" },
      { name: "ns", value: "${providers.k8s.outputs.ns}" },
      { name: "old", value: "${runtime.services.web.outputs.x}" },
    ],
  };
  const more = [
    { kind: "Build", name: "image" },
    { kind: "Deploy", name: "web" },
  ];
  const before = resolveProject(fields, more);
  const values = (document: { value: unknown }) =>
    (document.value as { outputs: { value: unknown }[] }).outputs.map(({ value }) => value);
  expect(values(before)).toEqual([
    "http://h/dev",
    "${actions.build.image.outputs.id}",
    "image",
    "${providers.k8s.outputs.ns}",
    "${runtime.services.web.outputs.x}",
  ]);
  expect(before.isComplete).toBe(false);
  const outputs = {
    actions: { build: { image: { outputs: { id: 1 } } } },
    providers: { k8s: { outputs: { ns: "n" } } },
    runtime: { services: { web: { outputs: { x: 2 } } } },
  };
  expect(values(resolveProject(fields, more, outputs))).toEqual(["http://h/dev", 1, "image", "n", 2]);
});

test("values that are left out of versions, and sources, see variables and the environment", () => {
  const fields = {
    variables: { suffix: "s" },
    excludeValuesFromActionVersions: ["${var.suffix}-${environment.name}"],
    sources: [{ name: "s", repositoryUrl: "https://example.com/${var.suffix}.git#main" }],
  };
  expect(resolveProject(fields).value).toMatchObject({
    excludeValuesFromActionVersions: ["s-dev"],
    sources: [{ name: "s", repositoryUrl: "https://example.com/s.git#main" }],
  });
});

test("what a level merges comes from the levels below it; its own entries see everything", () => {
  const variables = (project: object, environment: object) => {
    const environments = [{ name: "dev", variables: environment }];
    return (resolveProject({ variables: project, environments }).value as { variables: unknown }).variables;
  };
  expect(variables({ patch: { foo: "bar" } }, { $merge: "${var.patch}", patch: { bar: "baz" } })).toEqual({
    patch: { foo: "bar", bar: "baz" },
    foo: "bar",
  });
  expect(variables({ patch: { a: 1 }, c: "c" }, { $merge: "${var.patch}", c: "${var.a}-${var.d}", d: 4 })).toEqual({
    patch: { a: 1 },
    c: "1-4",
    a: 1,
    d: 4,
  });
  expect(variables({ patch: { a: 1, b: 1 } }, { a: 0, $merge: "${var.patch}", b: 2 })).toEqual({
    patch: { a: 1, b: 1 },
    a: 1,
    b: 2,
  });
  expect(variables({ patch: { $merge: { x: 1 } } }, { map: { $merge: "${var.patch}", y: 2 } })).toEqual({
    patch: { x: 1 },
    map: { x: 1, y: 2 },
  });
  expect(() => variables({ $merge: "${var.patch}", patch: { a: 1 } }, {})).toThrow(/there is no key "patch" under var/);
});

test("variables that depend on what is not known are templates of what is needed", () => {
  const variables = { a: "${local.env.X || 'l'}", b: "x-${var.a}", c: 1 };
  const document = { kind: "Project", name: "p", environments: [{ name: "dev" }], variables };
  const project = new Project([{ file: "garden.yml", value: document }], {
    world: { local: NOT_KNOWN_YET },
    overrides: { c: "2" },
  });
  expect(project.resolve()[0]!.value).toMatchObject({
    variables: { a: "${local.env.X || 'l'}", b: "x-${local.env.X || 'l'}", c: "2" },
  });
});
