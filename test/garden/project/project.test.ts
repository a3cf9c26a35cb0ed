import { describe, expect, test } from "vitest";
import { NOT_KNOWN_YET } from "../../../src/garden/index.ts";
import { Project, type ProjectOptions, VariablesError } from "../../../src/index.ts";
import { errorOf } from "../../error-of.ts";

type Documents = readonly object[];

const PROJECT = { kind: "Project", name: "shop", environments: [{ name: "dev" }, { name: "prod" }] };

function open(documents: Documents, options: ProjectOptions = {}, project: object = {}): Project {
  const all = [{ ...PROJECT, ...project }, ...documents];
  return new Project(
    all.map((value, i) => ({ file: i === 0 ? "garden.yml" : `action-${i}/garden.yml`, value })),
    options,
  );
}

/** The resolved documents by name. */
function resolve(...args: Parameters<typeof open>): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    open(...args)
      .resolve()
      .map(({ name, value }) => [name, value as Record<string, unknown>]),
  );
}

/** What the templates in a Deploy's spec give. */
function spec(templates: unknown, options: ProjectOptions = {}, others: Documents = [], project: object = {}): unknown {
  return resolve([{ kind: "Deploy", name: "asked", spec: templates }, ...others], options, project)["deploy.asked"]!
    .spec;
}

function failure(action: () => unknown): VariablesError {
  return errorOf(action, VariablesError);
}

describe("contexts", () => {
  test("the project, the environment, and what the world is", () => {
    const world = {
      local: { env: { USER: "ann", EMPTY: "" }, projectPath: "/src/shop" },
      git: () => ({ branch: "main" }),
      command: { name: "template" },
      datetime: { today: "2026-11-21" },
      secrets: { token: "t" },
    };
    expect(
      spec(
        {
          a: "${project.name} ${environment.name} ${environment.namespace} ${environment.fullName}",
          b: "${local.env.USER} ${git.branch} ${command.name} ${datetime.today} ${secrets.token}",
          c: "${local.env.EMPTY || local.env.NONE || 'none'}",
          d: "${this.name} ${this.mode} ${this.disabled} ${this.sourcePath} ${this.var.x}",
        },
        { world },
        [],
        { variables: { x: 1 } },
      ),
    ).toEqual({
      a: "shop dev default default.dev",
      b: "ann main template 2026-11-21 t",
      c: "none",
      d: "asked default false /src/shop/action-1 1",
    });
  });

  test.each([
    [undefined, {}, "default.dev"],
    ["prod", {}, "default.prod"],
    ["team.prod", {}, "team.prod"],
    [undefined, { defaultEnvironment: "prod" }, "default.prod"],
    [undefined, { defaultEnvironment: "${'pr' + 'od'}" }, "default.prod"],
    [undefined, { environments: ["one"] }, "default.one"],
    [undefined, { environments: [{ name: "a.b", defaultNamespace: "${project.name}-x" }] }, "shop-x.a.b"],
    ["a.b", { environments: [{ name: "b" }, { name: "a.b" }] }, "default.a.b"],
    ["team.a.b", { environments: [{ name: "a.b" }] }, "team.a.b"],
  ])("environment %s of %j is %s", (environment, project, fullName) => {
    expect(spec("${environment.fullName}", { environment }, [], project)).toBe(fullName);
  });

  test("variables of environments that were not chosen are not resolved", () => {
    const environments = [{ name: "dev" }, { name: "broken", variables: { a: "${nope}" }, varfile: "nope.env" }];
    expect(spec("${environment.name}", {}, [], { environments })).toBe("dev");
  });

  test("providers: configurations of one name are merged, and refer to each other", () => {
    const providers = [
      { name: "kubernetes", context: "kind", registry: { host: "local", user: "x" } },
      { name: "kubernetes", environments: ["dev"], registry: { user: null, host: "${var.host}" } },
      { name: "terraform", environments: ["prod"], broken: "${nope}" },
      { name: "exec", shell: "${providers.kubernetes.config.registry.host}-sh" },
      { name: "helm", environments: ["prod", "dev"] },
    ];
    const project = { providers, variables: { host: "example.com" } };
    const documents = resolve([], {}, project);
    expect(documents.project!.providers).toEqual([
      { name: "kubernetes", context: "kind", environments: ["dev"], registry: { host: "example.com" } },
      { name: "exec", shell: "example.com-sh" },
      { name: "helm", environments: ["prod", "dev"] },
    ]);
    expect(spec("${providers.exec.config.shell}", {}, [], project)).toBe("example.com-sh");
    expect(failure(() => spec("${providers.terraform.config.a}", {}, [], project)).code).toBe("missing-key");
  });

  test("other actions", () => {
    const build = {
      kind: "Build",
      name: "image",
      disabled: "${environment.name == 'dev'}",
      variables: { tag: "${environment.name}-1" },
    };
    const templates = [
      "${actions.build.image.name}",
      "${actions.build.image.disabled}",
      "${actions.build.image.var.tag}",
    ];
    expect(spec(templates, {}, [build])).toEqual(["image", true, "dev-1"]);
  });

  test("inputs of rendered templates", () => {
    const documents = [
      {
        kind: "ConfigTemplate",
        name: "service",
        configs: [
          { kind: "Build", name: "${parent.name}-image", spec: { from: "${inputs.base}" } },
          {
            kind: "Deploy",
            name: "${inputs.name}",
            dependencies: ["build.${parent.name}-image"],
            varfiles: ["vars.json"],
            spec: ["${template.name}", "${var.a}", "${inputs.base}"],
          },
        ],
      },
      {
        kind: "RenderTemplate",
        name: "api",
        template: "service",
        inputs: { name: "api-v1", base: "${environment.name}-base" },
      },
    ];
    const readVarfile = (folder: string, path: string) =>
      folder === "action-2" && path === "vars.json" ? { text: '{"a": "${inputs.name}"}' } : undefined;
    const documentsByName = resolve(documents, { readVarfile });
    expect(documentsByName["build.api-image"]).toEqual({
      kind: "Build",
      name: "api-image",
      spec: { from: "dev-base" },
    });
    expect(documentsByName["deploy.api-v1"]).toEqual({
      kind: "Deploy",
      name: "api-v1",
      dependencies: ["build.api-image"],
      varfiles: ["vars.json"],
      variables: { a: "api-v1" },
      spec: ["service", "api-v1", "dev-base"],
    });
    expect(failure(() => open(documents.slice(1))).message).toMatch("no such ConfigTemplate: service (there are none)");
  });
});

test("a rendered action has the name by which others find it, whatever its own variables are", () => {
  const configs = [{ kind: "Build", name: "${var.prefix}-image", variables: { prefix: "own" } }];
  const documents = [
    { kind: "ConfigTemplate", name: "t", configs },
    { kind: "RenderTemplate", name: "r", template: "t" },
  ];
  expect(resolve(documents, {}, { variables: { prefix: "shop" } })["build.shop-image"]).toEqual({
    kind: "Build",
    name: "shop-image",
    variables: { prefix: "own" },
  });
});

describe("variables", () => {
  const readVarfile = (files: Record<string, string>) => (folder: string, path: string) => {
    const text = files[folder === "" ? path : `${folder}/${path}`];
    return text === undefined ? undefined : { text };
  };

  test("a reference sees the levels below, whole scopes with overrides, and else its own level", () => {
    const environments = [
      {
        name: "dev",
        variables: {
          host: "env.${var.host}",
          url: "http://${var.host}:${var.port}",
          db: { name: "x", dsn: "${var.db.name}@${var.db.host}" },
        },
      },
    ];
    const project = { environments, variables: { host: "project", port: 80, db: { host: "h" } } };
    expect(resolve([], { overrides: { port: "81" } }, project).project!.variables).toEqual({
      host: "env.project",
      port: "81",
      url: "http://project:81",
      db: { host: "h", name: "x", dsn: "x@h" },
    });
  });

  test("an operator may give a whole level, or a map within one", () => {
    const variables = { base: { a: 1, b: 2 }, extended: { $merge: "${var.base}", c: 3 } };
    const action = {
      kind: "Build",
      name: "b",
      variables: { $merge: "${var.extended}", d: "${var.e}", e: 5, a: null },
      spec: "${var}",
    };
    expect(resolve([action], {}, { variables })["build.b"]).toEqual({
      kind: "Build",
      name: "b",
      variables: { a: null, b: 2, c: 3, d: 5, e: 5 },
      spec: { base: { a: 1, b: 2 }, extended: { a: 1, b: 2, c: 3 }, b: 2, c: 3, d: 5, e: 5 },
    });
    const wrong = { kind: "Build", name: "b", variables: { $forEach: [1], $return: 2 } };
    expect(failure(() => resolve([wrong])).message).toContain("the action's variables must be a map");
  });

  test("a template that gives null takes a variable away, one that gives nothing leaves it", () => {
    const environments = [
      { name: "dev", variables: { a: "${null}", b: "${local.env.NONE}?", c: { $if: false, $then: 1 } } },
    ];
    expect(spec("${var}", {}, [], { environments, variables: { a: 1, b: 2, c: 3 } })).toEqual({ b: 2, c: 3 });
  });

  test("results are not templates again", () => {
    const options = { world: { local: { env: { X: "${var.secret}" } } }, overrides: { cli: "${var.secret}" } };
    expect(spec(["${var.x}", "${var.cli}"], options, [], { variables: { x: "${local.env.X}" } })).toEqual([
      "${var.secret}",
      "${var.secret}",
    ]);
  });

  test("a document shows the variables that it has a say in, with overrides", () => {
    const files = { "garden.env": "from=file\n", "action-1/a.yaml": "deep: { er: 1 }\n" };
    const action = { kind: "Run", name: "r", varfiles: ["a.yaml"], variables: { own: 1, deep: { a: 2 } } };
    const overrides = { own: "x", "deep.er": "y", other: "z" };
    const documents = resolve([action], { readVarfile: readVarfile(files), overrides });
    expect(documents["run.r"]!.variables).toEqual({ own: "x", deep: { a: 2, er: "y" } });
    expect(documents.project!.variables).toEqual({ from: "file", own: "x", deep: { er: "y" }, other: "z" });
  });

  test("an override of a list's element counts where the list has it", () => {
    const environments = [{ name: "dev", variables: { l: [1, 2, 3] } }];
    const overrides = { "l.2": "x" };
    expect(spec("${var.l}", { overrides }, [], { environments, variables: { l: [1] } })).toEqual([1, 2, "x"]);
    expect(failure(() => spec("${var.l}", { overrides }, [], { variables: { l: [1] } })).message).toContain(
      "no such element: 2 in a list of 1",
    );
  });

  test("varfiles: defaults may be missing, a path may be a template, and stays in its folder", () => {
    const files = {
      "garden.env": "a=1",
      "garden.dev.env": "b=2",
      "conf/shop.yaml": "c: 3",
      "action-1/x-dev.json": '{"d": 4}',
    };
    const action = { kind: "Deploy", name: "asked", varfiles: ["x-${environment.name}.${var.format}"], spec: "${var}" };
    const read = { readVarfile: readVarfile(files) };
    const variables = { format: "json" };
    expect(resolve([action], read, { variables })["deploy.asked"]!.spec).toEqual({
      a: "1",
      b: "2",
      d: 4,
      format: "json",
    });
    const named = { varfile: "conf/${project.name}.yaml", variables };
    expect(resolve([action], read, named)["deploy.asked"]!.spec).toEqual({ c: 3, b: "2", d: 4, format: "json" });

    const withVarfile = (varfile: unknown) => failure(() => resolve([{ ...action, varfiles: [varfile] }], read));
    expect(withVarfile("../conf/shop.yaml")).toMatchObject({ code: "varfile-outside", file: "../conf/shop.yaml" });
    expect(withVarfile("../conf/shop.yaml").message).toBe(
      "../conf/shop.yaml: the path leads out of action-1; this varfile must be in that folder",
    );
    expect(failure(() => resolve([], read, { varfile: "../shop.yaml" })).message).toBe(
      "../shop.yaml: the path leads out of the project's folder; this varfile must be in that folder",
    );
    expect(withVarfile("/etc/passwd").code).toBe("varfile-outside");
    expect(withVarfile("a/../../x")).toMatchObject({ code: "varfile-outside" });
    expect(withVarfile("./").code).toBe("varfile-outside");
    expect(withVarfile({ path: "nope.env" })).toMatchObject({ code: "varfile-missing", file: "action-1/garden.yml" });
    expect(withVarfile("./nope.env").message).toBe(
      "action-1/garden.yml: varfiles.0: no such varfile: action-1/nope.env; if it is optional, write { path, optional: true }",
    );
    expect(withVarfile({}).message).toContain("varfiles.0.path: this field is missing");
    expect(withVarfile("${1}").message).toContain("must be text");
    expect(withVarfile("${actions.build.x.outputs.file}").message).toContain("resolved before");
    expect(
      resolve([{ ...action, varfiles: [{ path: "nope.env", optional: true }] }], read)["deploy.asked"]!.spec,
    ).toEqual({
      a: "1",
      b: "2",
    });
  });

  test("names such as __proto__ are ordinary", () => {
    const variables = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 2}');
    const overrides = JSON.parse('{"__proto__.more": "3"}');
    const templates = ["${var['__proto__']}", "${var.constructor}", "${actions.build['__proto__'].name}"];
    const [map, ...others] = spec(templates, { overrides }, [{ kind: "Build", name: "__proto__" }], {
      variables,
    }) as object[];
    expect(map).toEqual({ polluted: 1, more: "3" });
    expect(others).toEqual([2, "__proto__"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("what is late", () => {
  const documents = [
    { kind: "Run", name: "migrate" },
    {
      kind: "Deploy",
      name: "api",
      variables: { url: "db-${actions.run.migrate.outputs.log}", upper: "${upper(var.url)}", known: "${1 + 1}" },
      spec: {
        a: "${var.url}",
        b: "${var.known}-${var.upper}",
        c: "${providers.k8s.outputs.ns || 'default'}",
        d: { $merge: "${var}", e: 1 },
        f: "${'a$' + '{b}'}",
      },
    },
  ];
  const project = { providers: [{ name: "k8s" }] };

  test("stays, and what is known beside it is resolved", () => {
    const resolved = open(documents, {}, project).resolve();
    expect(resolved.map(({ name, isComplete, dependencies }) => [name, isComplete, dependencies])).toEqual([
      ["project", true, []],
      ["run.migrate", true, []],
      ["deploy.api", false, ["run.migrate"]],
    ]);
    expect(resolved[2]!.value).toEqual({
      kind: "Deploy",
      name: "api",
      variables: { url: "db-${actions.run.migrate.outputs.log}", upper: "${upper(var.url)}", known: 2 },
      spec: {
        a: "db-${actions.run.migrate.outputs.log}",
        b: "2-${var.upper}",
        c: "${providers.k8s.outputs.ns || 'default'}",
        d: { $merge: "${var}", e: 1 },
        f: "a${'$'}{b}",
      },
    });
  });

  test("variables that are merged later do not change", () => {
    const variables = { $merge: "${actions.run.migrate.outputs.all}", known: "${1 + 1}" };
    const asked = { kind: "Build", name: "asked", variables };
    expect(resolve([asked, { kind: "Run", name: "migrate" }])["build.asked"]!.variables).toEqual({
      $merge: "${actions.run.migrate.outputs.all}",
      known: 2,
    });
  });

  test("is resolved when outputs are given", () => {
    const outputs = { actions: { run: { migrate: { outputs: { log: "v7" } } } }, providers: { k8s: { outputs: {} } } };
    expect(resolve(documents, { outputs }, project)["deploy.api"]!.spec).toEqual({
      a: "db-v7",
      b: "2-DB-V7",
      c: "default",
      d: { url: "db-v7", upper: "DB-V7", known: 2, e: 1 },
      f: "a${b}",
    });
  });

  test.each([
    ["${runtime.tasks.migrate.outputs.log}", { runtime: { tasks: { migrate: { outputs: { log: 1 } } } } }],
    ["${actions.run.migrate.version}", { actions: { tasks: { migrate: { version: 1 } } } }],
    ["${actions.tasks.migrate.buildPath}", { actions: { run: { migrate: { buildPath: 1 } } } }],
  ])("%s is late, and known with %j", (template, outputs) => {
    const run = { kind: "Run", name: "migrate" };
    expect(spec(template, {}, [run])).toBe(template);
    expect(spec(template, { outputs }, [run])).toBe(1);
  });

  test.each([
    [{ nope: {} }, 'unknown key "nope"; write providers, modules, actions, or runtime'],
    [{ actions: { nope: {} } }, "actions.nope is not a kind of action"],
    [{ actions: { run: { nope: {} } } }, "no such action: run.nope"],
    [{ actions: [] }, "actions must be a map"],
    [{ providers: { a: 1 } }, "providers.a must be a map"],
  ])("outputs %j are refused: %s", (outputs, message) => {
    expect(failure(() => open([], { outputs })).message).toContain(message);
  });

  test("an output that is not among those given is missing", () => {
    const outputs = { actions: { run: { migrate: { outputs: { log: "x" } } } } };
    const error = failure(() =>
      spec("${actions.run.migrate.outputs.lgo}", { outputs }, [{ kind: "Run", name: "migrate" }]),
    );
    expect(error).toMatchObject({ code: "missing-key", file: "action-1/garden.yml" });
    expect(error.message).toContain('did you mean "log"?');
  });

  test("a world without an environment has none, whatever variables are secret", () => {
    const options = { world: { local: { arch: "x64" } }, secretVariables: ["TOKEN"] };
    expect(spec("${local.arch}", options)).toBe("x64");
    expect(() => spec("${local.env}", options)).toThrow('no such key: "env" under local');
  });

  test("a part of the world can be late, too", () => {
    expect(spec("${git.branch}-${project.name}", { world: { git: NOT_KNOWN_YET } })).toBe("${git.branch}-shop");
  });

  test("a variable made of a late part of the world is a template of that part", () => {
    const variables = { user: "${git.branch}", nested: { list: ["${git.branch}-x", "y"] } };
    const [project] = open([], { world: { git: NOT_KNOWN_YET } }, { variables }).resolve();
    expect(project!.value).toMatchObject({
      variables: { user: "${git.branch}", nested: { list: ["${git.branch}-x", "y"] } },
    });
  });
});

describe("dependencies", () => {
  const order = (documents: Documents) =>
    open(documents)
      .resolve()
      .map(({ name }) => name)
      .slice(1);

  test("each action follows those that it names, builds from, or refers to", () => {
    expect(
      order([
        { kind: "Test", name: "e2e", dependencies: [{ kind: "Deploy", name: "api" }] },
        { kind: "Deploy", name: "api", build: "image", variables: { a: "${actions.run.migrate.outputs.log}" } },
        { kind: "Run", name: "migrate", spec: "${actions['build'][join(['im', 'age'], '')].version}" },
        { kind: "Build", name: "image", spec: "${actions.build.base.var.x}" },
        { kind: "Build", name: "base", variables: { x: 1 } },
        { kind: "Build", name: "alone" },
      ]),
    ).toEqual(["build.base", "build.image", "run.migrate", "deploy.api", "test.e2e", "build.alone"]);
  });

  test("a reference in a branch that a known condition excludes does not count", () => {
    const dead = {
      a: "${false ? actions.build.nope.version : 1}",
      b: { $if: "${environment.name == 'prod'}", $then: "${actions.build.nope.name}" },
    };
    expect(open([{ kind: "Build", name: "a", spec: dead }]).resolve()[1]!.dependencies).toEqual([]);
  });

  test("in loops, by the loop's items", () => {
    const loop = { $forEach: ["b", "c"], $return: "${actions.build[item.value].outputs.id}" };
    const documents = [
      { kind: "Build", name: "a", spec: loop },
      { kind: "Build", name: "b" },
      { kind: "Build", name: "c" },
    ];
    expect(order(documents)).toEqual(["build.b", "build.c", "build.a"]);
  });

  test("in a loop within a loop, the inner collection by the outer loop's items", () => {
    const inner = {
      $forEach: "${[actions.build[item.value].name + '!']}",
      $filter: "${actions.build.c.outputs[item.value]}",
      $return: 1,
    };
    const documents = [
      { kind: "Build", name: "a", spec: { $forEach: ["b"], $return: inner } },
      { kind: "Build", name: "b" },
      { kind: "Build", name: "c" },
    ];
    expect(order(documents)).toEqual(["build.b", "build.c", "build.a"]);
  });

  test("a loop over what is late names no actions", () => {
    const loop = { $forEach: "${actions.build.b.outputs.names}", $return: "${actions.build[item.value].version}" };
    const documents = [
      { kind: "Build", name: "a", spec: loop },
      { kind: "Build", name: "b" },
    ];
    expect(failure(() => order(documents)).message).toContain("spec.$return: incomplete reference to an action");
  });

  const build = (name: string, rest: object) => ({ kind: "Build", name, ...rest });

  test.each([
    [
      "an unknown action, named",
      build("a", { dependencies: ["build.nope"] }),
      "unknown-action",
      "dependencies.0: no such action: build.nope",
    ],
    [
      "an unknown action, referred to",
      build("a", { spec: ["${actions.build.nope.version}"] }),
      "missing-key",
      'spec.0: no such key: "nope" under actions.build',
    ],
    [
      "an unknown action where it may be needed",
      build("a", { spec: "${actions.build.b.outputs.x && actions.run.nope.outputs.x}" }),
      "unknown-action",
      "spec: no such action: run.nope",
    ],
    ["an unknown kind", build("a", { spec: "${actions.builds.b.version}" }), "missing-key", 'did you mean "build"?'],
    [
      "itself, named",
      build("a", { dependencies: ["build.a"] }),
      "self-reference",
      "dependencies.0: build.a cannot depend on itself",
    ],
    [
      "itself, referred to",
      build("a", { spec: { x: "${actions.build.a.version}" } }),
      "self-reference",
      "spec.x: build.a cannot refer to itself",
    ],
    [
      "a name that is late",
      build("a", { spec: "${actions.build[actions.build.b.outputs.x].version}" }),
      "document",
      "incomplete reference to an action; write actions.KIND.NAME",
    ],
    ["all actions", build("a", { spec: "${actions.build.b.outputs.x + actions}" }), "document", "incomplete reference"],
  ])("%s is an error", (_what, document, code, message) => {
    const error = failure(() => open([document, build("b", {})]).resolve());
    expect(error).toMatchObject({ code, file: "action-1/garden.yml" });
    expect(error.message).toContain(message);
  });

  test("a circle is named by its chain", () => {
    const documents = [
      build("a", { dependencies: ["build.b"] }),
      build("b", { spec: "${actions.build.c.outputs.x}" }),
      build("c", { variables: { v: "${actions.build.b.outputs.y}" } }),
    ];
    const error = failure(() => open(documents).resolve());
    expect(error.code).toBe("circular-dependency");
    expect(error.message).toContain("build.b -> build.c -> build.b");
  });

  test("variables in a circle over two actions are named by their chain", () => {
    const documents = [
      build("a", { variables: { x: "${actions.build.b.var.y}" } }),
      build("b", { variables: { y: "${actions.build.a.var.x}" } }),
    ];
    const error = failure(() => open(documents).resolve());
    expect(error).toMatchObject({ code: "circular", file: "action-1/garden.yml" });
    expect(error.message).toContain("actions.build.b.var.y -> actions.build.a.var.x");
  });

  test("a chain of ten thousand actions resolves", () => {
    const documents = Array.from({ length: 10_000 }, (_, i) =>
      build(`b${i}`, i === 9999 ? {} : { dependencies: [`build.b${i + 1}`] }),
    );
    expect(order(documents)[0]).toBe("build.b9999");
  });
});

describe("documents that are wrong", () => {
  test.each([
    [[{ kind: "Build", name: "a" }], "found no document of kind Project"],
    [[PROJECT, PROJECT], "kind: there is another project in f0.yml; a folder can have only one"],
    [[PROJECT, "text"], "this must be a map, not text"],
    [[PROJECT, [1]], "this must be a map, not a list"],
    [[PROJECT, {}], "kind: this field is missing"],
    [[PROJECT, { kind: 5 }], "kind: this must be text, not a number"],
    [[PROJECT, { kind: "Build" }], "name: this field is missing"],
    [[PROJECT, { kind: "Build", name: "${x}" }], "name: this is needed before templates are resolved"],
    [[PROJECT, { kind: "Build", name: "a", variables: [{ b: 1 }] }], "variables: this must be a map, not a list"],
    [[PROJECT, { kind: "Build", name: "a", varfiles: "b" }], "varfiles: this must be a list, not text"],
    [[PROJECT, { kind: "Build", name: "a", dependencies: "b" }], "dependencies: this must be a list, not text"],
    [
      [PROJECT, { kind: "Build", name: "a" }, { kind: "Build", name: "a" }],
      "there is another action build.a in f1.yml",
    ],
    [
      [
        PROJECT,
        { kind: "ConfigTemplate", name: "t", configs: [] },
        { kind: "RenderTemplate", name: "r", template: "t", inputs: ["x"] },
      ],
      "inputs: this must be a map, not a list",
    ],
    [[{ ...PROJECT, environments: [] }], "the project has no environments"],
    [[{ ...PROJECT, defaultEnvironment: "x" }], 'no such environment: "x" (known: dev, prod)'],
    [[{ ...PROJECT, variables: [1] }], "variables: this must be a map, not a list"],
    [[{ ...PROJECT, environments: [{}] }], "environments.0.name: this field is missing"],
    [[{ ...PROJECT, providers: [{}] }], "providers.0.name: this field is missing"],
  ])("%j: %s", (values, message) => {
    const documents = (values as unknown[]).map((value, i) => ({ file: `f${i}.yml`, value }));
    expect(failure(() => new Project(documents).resolve()).message).toContain(message);
  });

  test("empty documents do not count, and other kinds stay as they are", () => {
    const service = { kind: "Service", name: "w", steps: ["${steps.a.log}"] };
    const documents = [null, PROJECT, undefined, service].map((value) => ({ file: "garden.yml", value }));
    expect(new Project(documents).resolve().map(({ name, value }) => [name, value])).toEqual([
      ["project", { ...PROJECT, environments: [{ name: "dev" }] }],
      [undefined, service],
    ]);
  });
});

describe("limits", () => {
  const chain = (length: number) =>
    Object.fromEntries(Array.from({ length }, (_, i) => [`v${i}`, i === length - 1 ? "end" : `\${var.v${i + 1}}`]));

  test("a hundred variables in a chain are resolved, however many more end with an error", () => {
    expect(spec("${var.v0}", {}, [], { variables: chain(100) })).toBe("end");
    for (const length of [1000, 20_000]) {
      const error = failure(() => spec("${var.v0}", {}, [], { variables: chain(length) }));
      expect(error).toMatchObject({ code: "limit", file: "garden.yml" });
    }
  });

  test("a chain over actions and levels, too", () => {
    const actions = Array.from({ length: 1000 }, (_, i) => ({
      kind: "Build",
      name: `b${i}`,
      variables: { own: i === 999 ? "end" : `\${actions.build.b${i + 1}.var.own}` },
    }));
    expect(failure(() => open(actions, {}, { variables: { own: 1 } }).resolve()).code).toBe("limit");
  });

  test("maps in one another", () => {
    const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
    expect(spec("${var.a.a.a.a != null}", {}, [], { variables: nested(200) })).toBe(true);
    for (const depth of [1000, 5000]) {
      const error = failure(() => spec("${var}", {}, [], { variables: nested(depth) }));
      expect(error).toMatchObject({ code: "limit", file: "garden.yml" });
    }
  });
});

describe("places of errors", () => {
  const placed = (file: string, value: object) => ({
    file,
    value,
    placeOf: (path: readonly (string | number)[], offset?: number) => ({ line: path.length, column: offset ?? 1 }),
  });

  test("where the broken template is, and where it was needed", () => {
    const documents = [
      placed("garden.yml", { ...PROJECT, variables: { a: { b: "x ${var.nope}" } } }),
      placed("api/garden.yml", { kind: "Build", name: "a", disabled: "${var.a.b}" }),
    ];
    const error = failure(() => new Project(documents).resolve());
    expect(error).toMatchObject({ code: "missing-key", file: "garden.yml", line: 3, column: 8 });
    expect(error.message).toMatch(/^garden\.yml:3:8: variables\.a\.b: no such key: "nope" under var/);
    const alone = [
      placed("garden.yml", PROJECT),
      placed("api/garden.yml", { kind: "Build", name: "a", spec: { x: "${this.nam}" } }),
    ];
    expect(failure(() => new Project(alone).resolve()).message).toBe(
      'api/garden.yml:2:7: spec.x: no such key: "nam" under this (did you mean "name"?)',
    );
  });

  test("in a varfile", () => {
    const readVarfile = (_folder: string, path: string) =>
      path === "v.json" ? { text: '{"a": ["${nope}"]}', placeOf: () => ({ line: 1, column: 8 }) } : undefined;
    const documents = [
      placed("garden.yml", PROJECT),
      placed("api/garden.yml", { kind: "Build", name: "a", varfiles: ["v.json"], spec: "${var.a}" }),
    ];
    const error = failure(() => new Project(documents, { readVarfile }).resolve());
    expect(error).toMatchObject({ code: "missing-key", file: "api/v.json", line: 1, column: 8 });
    expect(error.message).toContain("needed by api/garden.yml:1:2, spec");
  });

  test("in a dotenv varfile", () => {
    const readVarfile = (_folder: string, path: string) =>
      path === "v.env" ? { text: 'x=1\r\na="one\r\n  two ${nope}"\n' } : undefined;
    const documents = [
      placed("garden.yml", PROJECT),
      placed("api/garden.yml", { kind: "Build", name: "a", varfiles: ["v.env"], spec: "${var.a}" }),
    ];
    const error = failure(() => new Project(documents, { readVarfile }).resolve());
    expect(error).toMatchObject({ code: "missing-key", file: "api/v.env", line: 3, column: 9 });
  });
});

describe("explain", () => {
  const project = {
    variables: { a: { x: 1, y: 2 }, b: "base", c: "gone", n: null },
    environments: [{ name: "dev", variables: { a: { x: "${var.b}!" }, c: null, d: "${actions}" } }],
  };

  const said = (variable: string, options: ProjectOptions = {}, documents: Documents = []) =>
    open(documents, options, {
      ...project,
      environments: [{ name: "dev", variables: { a: { x: "${var.b}!" }, c: null } }],
    })
      .explain(variable)
      .map(({ document, value, origins }) => [
        document,
        value,
        origins.map((each) => [each.level, each.effect, each.value]),
      ]);

  test("says what each level says, from the highest down", () => {
    const readVarfile = (_folder: string, path: string) => (path === "garden.env" ? { text: "b=file" } : undefined);
    expect(said("b", { readVarfile, overrides: { b: "cli" } })).toEqual([
      [
        "environment dev",
        "cli",
        [
          ["--var", "gives", "cli"],
          ["garden.env", "hidden", "file"],
          ["the project's variables", "hidden", "base"],
        ],
      ],
    ]);
    expect(said("var.a.x")).toEqual([
      [
        "environment dev",
        "base!",
        [
          ["the environment's variables", "gives", "base!"],
          ["the project's variables", "hidden", 1],
        ],
      ],
    ]);
    expect(said("variables.a", { overrides: { "a.z": "3" } })).toEqual([
      [
        "environment dev",
        { x: "base!", y: 2, z: "3" },
        [
          ["--var", "adds", { z: "3" }],
          ["the environment's variables", "adds", { x: "base!" }],
          ["the project's variables", "adds", { x: 1, y: 2 }],
        ],
      ],
    ]);
  });

  test("null takes away, but in the lowest level it is a value", () => {
    expect(said("c")).toEqual([
      [
        "environment dev",
        undefined,
        [
          ["the environment's variables", "removes", null],
          ["the project's variables", "hidden", "gone"],
        ],
      ],
    ]);
    expect(said("n")).toEqual([["environment dev", null, [["the project's variables", "gives", null]]]]);
    expect(said("nothing.at.all")).toEqual([["environment dev", undefined, []]]);
  });

  test("names the actions that say something themselves", () => {
    const documents = [
      { kind: "Build", name: "says", variables: { b: "own ${var.b}" } },
      { kind: "Build", name: "silent", variables: { other: 1 } },
    ];
    expect(said("b", {}, documents)).toEqual([
      ["environment dev", "base", [["the project's variables", "gives", "base"]]],
      [
        "build.says",
        "own base",
        [
          ["the action's variables", "gives", "own base"],
          ["the project's variables", "hidden", "base"],
        ],
      ],
    ]);
  });

  test("reports that a value is not known yet, and no value that depends on a secret", () => {
    const documents = [
      {
        kind: "Build",
        name: "a",
        variables: {
          direct: "${secrets.token}",
          encoded: "${base64Encode(secrets.token)}",
          indirect: "${upper(var.encoded)}",
          map: { deep: "${var.indirect}", plain: 1 },
          innocent: "${var.map.plain}",
          late: "${actions.run.r.outputs.log}",
        },
      },
      { kind: "Run", name: "r" },
    ];
    const explained = (variable: string) => {
      const { value, isLate, isSecret, origins } = open(documents, { world: { secrets: { token: "hunter2" } } })
        .explain(variable)
        .at(-1)!;
      return [value, isLate, isSecret, origins.map((origin) => [origin.value, origin.isLate, origin.isSecret])];
    };
    for (const variable of ["direct", "encoded", "indirect", "map", "map.deep"]) {
      expect(explained(variable), variable).toEqual([undefined, false, true, [[undefined, false, true]]]);
    }
    expect(explained("innocent")).toEqual([1, false, false, [[1, false, false]]]);
    expect(explained("map.plain")).toEqual([1, false, false, [[1, false, false]]]);
    expect(explained("late")).toEqual([undefined, true, false, [[undefined, true, false]]]);
  });
});

test("what is not known yet is listed by the paths that outputs have", () => {
  const documents = [
    { kind: "Build", name: "image" },
    {
      kind: "Deploy",
      name: "asked",
      variables: { image: "${actions.build['image'].outputs.id}" },
      spec: [
        "${var.image}",
        "${runtime.services.other.outputs.a.b}",
        "${runtime.services.this.outputs.a}",
        "${providers.k8s.outputs['x y']} ${this.version} ${project.name}",
      ],
    },
    { kind: "Deploy", name: "other", disabled: true, spec: "${actions.build.image.version}" },
    { kind: "Deploy", name: "this", disabled: true },
  ];
  const resolved = open(documents, {}, { providers: [{ name: "k8s" }] }).resolve();
  const unknown = Object.fromEntries(resolved.map((document) => [document.name, document.unknown]));
  expect(unknown).toEqual({
    project: [],
    "build.image": [],
    "deploy.other": [],
    "deploy.this": [],
    "deploy.asked": [
      "actions.build.image.outputs.id",
      "runtime.services.other.outputs.a.b",
      "runtime.services.this.outputs.a",
      'providers.k8s.outputs["x y"]',
      "actions.deploy.asked.version",
    ],
  });
  expect(resolved.at(-1)!.value).toMatchObject({
    variables: { image: "${actions.build['image'].outputs.id}" },
    spec: [
      "${var.image}",
      "${runtime.services.other.outputs.a.b}",
      "${runtime.services.this.outputs.a}",
      "${providers.k8s.outputs['x y']} ${this.version} shop",
    ],
  });
});

test("unknown values after a missing value are reported", () => {
  const spec = { port: { $if: "${false}", $then: 1 }, logs: ["${actions.run.seed.outputs.log}"] };
  const documents = [
    { kind: "Project", name: "shop", environments: [{ name: "dev" }] },
    { kind: "Run", name: "seed" },
    { kind: "Deploy", name: "api", spec },
  ].map((value) => ({ file: "garden.yml", value }));
  expect(new Project(documents).resolve(["deploy.api"]).at(-1)!.unknown).toEqual(["actions.run.seed.outputs.log"]);
});
