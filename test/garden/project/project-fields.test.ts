import { describe, expect, test } from "vitest";
import { NOT_KNOWN_YET } from "../../../src/garden/index.ts";
import { Project } from "../../../src/index.ts";

const resolveProject = (fields: object, more: object[] = [], outputs = {}) => {
  const project = { kind: "Project", name: "p", environments: ["dev"], ...fields };
  const documents = [project, ...more].map((value) => ({ file: "garden.yml", value }));
  return new Project(documents, { outputs }).resolve()[0]!;
};

test.each<[fields: object, resolved: object]>([
  [{}, {}],
  [{ variables: {} }, {}],
  [{ variables: { a: "${project.name}" } }, { variables: { a: "p" } }],
  [{ providers: [] }, {}],
  [
    { variables: { a: 1 }, providers: [{ name: "k8s", namespace: "${var.a}-${environment.name}" }] },
    { variables: { a: 1 }, providers: [{ name: "k8s", namespace: "1-dev" }] },
  ],
])("a project with %j has its variables and providers", (fields, resolved) => {
  const { value } = resolveProject(fields);
  expect(value).toStrictEqual({ kind: "Project", name: "p", environments: [{ name: "dev" }], ...resolved });
});

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
  expect(() => variables({ $merge: "${var.patch}", patch: { a: 1 } }, {})).toThrow(/no such key: "patch" under var/);
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

describe("levels that are merged with a map that is not known yet", () => {
  const open = (fields: object, x: unknown, overrides: Readonly<Record<string, string>> = {}) => {
    const value = { kind: "Project", name: "p", environments: ["dev"], ...fields };
    const actions = [{ kind: "Run", name: "r" }].map((action) => ({ file: "garden.yml", value: action }));
    return new Project([{ file: "garden.yml", value }, ...actions], { overrides, world: { git: { x } } });
  };
  const variablesOf = (...args: Parameters<typeof open>) =>
    (open(...args).resolve()[0]!.value as { variables: unknown }).variables;
  const variables = { a: 1, b: 1, m: { k: 1 }, l: [1] };
  const late = "${git.x}";
  const unknown = "${unknown}";
  const known = { a: 1, b: 1, l: [1] };

  test.each<[of: object, over: object, overrides: Record<string, string>, merged: object]>([
    [variables, { m: late }, {}, { ...known, m: { k: 1, $merge: late } }],
    [variables, { m: { $merge: late } }, {}, { ...known, m: { k: 1, $merge: { $merge: late } } }],
    [variables, { $merge: late }, {}, { ...known, $merge: { $merge: late }, m: unknown }],
    [variables, { $merge: late }, { b: "2" }, { $merge: { ...known, $merge: { $merge: late }, m: unknown }, b: "2" }],
    [
      { a: { b: 1 } },
      { $merge: late },
      { "a.c": "2" },
      { $merge: { $merge: { $merge: late }, a: unknown }, a: unknown },
    ],
    [
      { m: late },
      { m: { k: 1, n: { o: 1 }, p: null, q: [1] } },
      {},
      { m: { $merge: late, k: 1, n: unknown, p: unknown, q: [1] } },
    ],
    [{ m: late }, {}, { "m.k": "2" }, { m: { $merge: late, k: "2" } }],
    [{ m: late }, {}, { "m.k.l": "2" }, { m: { $merge: late, k: unknown } }],
    [{ m: late }, {}, { "m.0": "2" }, { m: unknown }],
    [{ l: [late, 1] }, {}, { "l.1": "2" }, { l: unknown }],
    [{ m: late }, { m: late }, {}, { m: unknown }],
    [{ m: late }, { m: { 5: 1 } }, {}, { m: unknown }],
    [{ m: late }, { m: [late] }, {}, { m: [late] }],
    [{ m: late }, { m: `x-${late}` }, {}, { m: `x-${late}` }],
    [{ m: [late] }, { m: { k: 1 } }, {}, { m: { k: 1 } }],
    [{ m: 1 }, { m: late }, {}, { m: late }],
    [{ m: { $merge: { k: late } } }, { m: { $merge: { l: late } } }, {}, { m: { k: late, l: late } }],
  ])("%j with %j and %j", (of, over, overrides, merged) => {
    const fields = { variables: of, environments: [{ name: "dev", variables: over }] };
    expect(variablesOf(fields, NOT_KNOWN_YET, overrides)).toEqual(merged);
    expect(open(fields, NOT_KNOWN_YET, overrides).variablesOf("run.r")).toEqual(merged);
    // What it resolves to later is the same, or an error.
    for (const x of [{}, { a: 2, k: 2 }, { m: { l: 2 }, n: { p: 2 } }]) {
      const later = () => variablesOf({ variables: merged }, x);
      if (JSON.stringify(merged).includes(unknown)) expect(later).toThrow('no such key: "unknown"');
      else expect(later()).toEqual(variablesOf(fields, x, overrides));
    }
  });

  test("an action's variables and varfile", () => {
    const documents = [
      { kind: "Project", name: "p", environments: ["dev"] },
      { kind: "Build", name: "b" },
      { kind: "Run", name: "r", variables: { m: "${actions.build.b.outputs.x}" }, varfile: "v.yaml" },
    ].map((value) => ({ file: "garden.yml", value }));
    const run = new Project(documents, {
      readVarfile: (_, path) => (path === "v.yaml" ? { text: "m: {z: 1}" } : undefined),
    })
      .resolve(["run.r"])
      .at(-1)!;
    expect(run.value).toMatchObject({ variables: { m: { $merge: "${actions.build.b.outputs.x}", z: 1 } } });
    expect(run.unknown).toEqual(["actions.build.b.outputs.x"]);
  });
});
