import { describe, expect, test } from "vitest";
import { VariablesError } from "../../../../src/index.ts";
import { failure, projectOf, resolved } from "./documents.ts";

const exec = (name: string, fields: object = {}) => ({ in: name, kind: "Module", type: "exec", name, ...fields });
const run = (spec: unknown) => ({ in: "run", kind: "Run", name: "asked", spec });

describe("contexts", () => {
  test("modules.NAME, for actions and other modules", () => {
    const spec = {
      path: "${modules.tool.path}",
      build: "${modules.tool.buildPath}",
      name: "${modules.tool.name}",
      variable: "${modules.tool.var.level}",
      version: "${modules.tool.version}",
      release: "${modules.chart.outputs.release-name}",
    };
    const user = exec("user", { tasks: [{ name: "go", command: ["${modules.tool.path}/run"] }] });
    const chart = { in: "c", kind: "Module", type: "helm", name: "chart", chart: "x" };
    const all = resolved([exec("tool", { variables: { level: "module" } }), run(spec), user, chart]);
    expect(all["run.asked"]).toMatchObject({
      spec: {
        path: "/src/shop/tool",
        build: "/src/shop/.garden/build/tool",
        name: "tool",
        variable: "module",
        version: "${modules.tool.version}",
        release: "chart",
      },
    });
    expect(all["run.go"]).toMatchObject({ spec: { command: ["/src/shop/tool/run"] } });
  });

  test.each([
    ["a project in a known folder", {}, {}, "/src/shop/tool", "/src/shop/.garden/build/tool"],
    ["a local build", { local: true }, {}, "/src/shop/tool", "/src/shop/tool"],
    ["the project's folder", { in: "", local: false }, {}, "/src/shop", "/src/shop/.garden/build/tool"],
    ["a repository", { repositoryUrl: "r" }, {}, "${this.path}", "/src/shop/.garden/build/tool"],
    ["a repository, built locally", { repositoryUrl: "r", local: true }, {}, "${this.path}", "${this.buildPath}"],
    ["a project in an unknown folder", {}, { world: { local: {} } }, "${this.path}", "${this.buildPath}"],
  ])("the paths of a module: %s", (_, fields, options, path, buildPath) => {
    const tool = exec("tool", {
      ...fields,
      tasks: [{ name: "go", command: ["${this.path}", "${this.buildPath}"], timeout: "${this.path}" }],
    });
    expect(resolved([tool], options)["run.go"]).toMatchObject({ timeout: path, spec: { command: [path, buildPath] } });
  });

  test.each(["exec", "terraform"])("the paths of a module (%s), as reported by a run", (type) => {
    const paths = ["${this.path}", "${this.buildPath}", "${this.name}"];
    const tool = exec("tool", {
      type,
      repositoryUrl: "r",
      local: true,
      tasks: [{ name: "go", command: paths }],
      paths,
    });
    const last = (outputs: object) =>
      projectOf([tool], { outputs: outputs as Record<string, unknown> })
        .resolve()
        .at(-1)!;
    expect(last({}).unknown).toEqual(["modules.tool.path", "modules.tool.buildPath"]);
    const known = last({ modules: { tool: { path: "/r", buildPath: "/b" } } });
    expect(known.isComplete).toBe(true);
    expect(JSON.stringify(known.value)).toContain('["/r","/b","tool"]');
  });

  test("modules.NAME, as reported by a run", () => {
    const chart = { in: "c", kind: "Module", type: "helm", name: "chart", chart: "x" };
    const infra = { in: "i", kind: "Module", type: "terraform", name: "infra" };
    const spec = "${modules.chart.version} ${modules.chart.outputs.release-name} ${modules.infra.outputs.ip}";
    const modules = { chart: { version: "v-1", outputs: { other: 1 } }, infra: { outputs: { ip: "10.0.0.1" } } };
    const [asked] = projectOf([run(spec), chart, infra], { outputs: { modules } }).resolve(["run.asked"]);
    expect(asked).toMatchObject({ value: { spec: "v-1 chart 10.0.0.1" }, isComplete: true });
    for (const [given, message] of [
      [{ none: {} }, "outputs: no such module: none"],
      [{ chart: { outputs: 1 } }, "outputs: modules.chart.outputs must be a map"],
    ] as const)
      expect(failure(() => projectOf([chart], { outputs: { modules: given } }))).toBe(message);
  });

  test("a module's variables and varfile are those of its actions", () => {
    const tool = exec("tool", {
      variables: { port: "8${var.port}", who: "${this.name}", level: "module" },
      varfile: "${environment.name}.yaml",
      tasks: [{ name: "go", command: ["${var.port}", "${var.level}", "${var.who}", "${var.tag}"] }],
    });
    const readVarfile = (folder: string, path: string) =>
      folder === "tool" && path === "dev.yaml" ? { text: "level: varfile\n" } : undefined;
    expect(resolved([tool], { readVarfile })["run.go"]).toStrictEqual({
      kind: "Run",
      type: "exec",
      name: "go",
      build: "tool",
      spec: { shell: true, command: ["880", "varfile", "tool", "v1"], env: {} },
      varfiles: ["dev.yaml"],
      variables: { port: "880", who: "tool", level: "varfile" },
    });
  });

  test("what is data in a module stays data in its actions", () => {
    const world = { local: { projectPath: "/p", env: { HOST: "${var.tag}" } } };
    const tool = exec("tool", { tasks: [{ name: "go", command: ["${local.env.HOST}", "$${X}", "$$"] }] });
    expect(resolved([tool], { world })["run.go"]).toMatchObject({ spec: { command: ["${var.tag}", "${X}", "$$"] } });
  });

  test("this.mode and secrets are resolved in the action", () => {
    const world = { local: {}, secrets: { token: "t" } };
    const tool = exec("tool", { tasks: [{ name: "go", command: ["${secrets.token}"] }] });
    expect(resolved([tool], { world })["run.go"]).toMatchObject({ spec: { command: ["t"] } });
  });

  test("a module cannot refer to itself, or to actions", () => {
    expect(failure(() => resolved([exec("tool", { tasks: [{ name: "x", command: ["${modules.tool.path}"] }] })]))).toBe(
      "tool/garden.yml: tasks.0.command.0: module tool cannot refer to itself; use `this`",
    );
    expect(
      failure(() => resolved([exec("tool", { tasks: [{ name: "x", command: ["${actions.run.x.name}"] }] })])),
    ).toContain('no such key: "actions"');
  });
});

describe("dependencies", () => {
  test("services, tasks, and actions that do not belong to a module", () => {
    const deploy = { in: "d", kind: "Deploy", name: "db" };
    const tool = exec("tool", {
      services: [{ name: "api", deployCommand: ["up"] }],
      tasks: [
        { name: "seed", command: ["x"] },
        { name: "go", command: ["x"], dependencies: ["api", "seed", "deploy.db", "api", "${null}"] },
      ],
    });
    expect(resolved([deploy, tool])["run.go"]).toMatchObject({ dependencies: ["deploy.api", "run.seed", "deploy.db"] });
  });

  test("a service or task that is disabled, by itself or with its module, is left out", () => {
    const tool = exec("tool", {
      services: [{ name: "api", deployCommand: ["up"], disabled: true }],
      tasks: [
        { name: "seed", command: ["x"], disabled: "${environment.name == 'dev'}" },
        { name: "go", command: ["x"], dependencies: ["api", "seed", "ingress"] },
      ],
    });
    const ingress = { in: "i", kind: "Module", type: "helm", name: "ingress", chart: "x", disabled: true };
    const project = projectOf([tool, ingress]);
    expect(project.resolve().find(({ name }) => name === "run.go")).toMatchObject({ dependencies: ["build.tool"] });
    expect(project.notes).toEqual(
      ["api", "seed", "ingress"].map(
        (name, i) =>
          `tool/garden.yml: tasks.1.dependencies.${i}: the dependency on ${name} was left out, because it is disabled`,
      ),
    );
  });

  test("a name that nothing has", () => {
    const tool = exec("tool", { tasks: [{ name: "go", command: ["x"], dependencies: ["none"] }] });
    expect(failure(() => resolved([tool]))).toBe(
      "tool/garden.yml: tasks.0.dependencies.0: no such service or task: none",
    );
    const infra = { in: "i", kind: "Module", type: "terraform", name: "infra" };
    const project = projectOf([tool, infra]);
    expect(project.resolve()[2]).toMatchObject({ name: "run.go", dependencies: ["build.tool"] });
    expect(project.notes).toEqual([
      "modules of type terraform were resolved, but not converted to actions (infra): only the plugin for this type can list their actions",
      "tool/garden.yml: tasks.0.dependencies.0: the dependency on none was left out: no converted module has this service or task",
    ]);
  });
});

test("a module of another type is resolved, and what refers to its actions waits", () => {
  const infra = {
    in: "i",
    kind: "Module",
    type: "terraform",
    name: "infra",
    variables: { a: "${var.tag}" },
    root: "./${var.a}",
    late: "${runtime.services.x.outputs.y}",
  };
  const tool = exec("tool", {
    tasks: [{ name: "go", command: ["${runtime.services.infra.outputs.ip}"], dependencies: ["infra"] }],
  });
  const [, , go, module] = projectOf([tool, infra]).resolve();
  expect(module).toEqual({
    name: "module.infra",
    file: "i/garden.yml",
    value: {
      kind: "Module",
      type: "terraform",
      name: "infra",
      root: "./v1",
      late: "${runtime.services.x.outputs.y}",
      variables: { a: "v1" },
    },
    isComplete: false,
    isDisabled: false,
    unknown: ["runtime.services.x.outputs.y"],
    dependencies: [],
  });
  expect(go).toMatchObject({
    value: { spec: { command: ["${runtime.services.infra.outputs.ip}"] } },
    dependencies: ["deploy.infra", "build.tool"],
  });
});

test.each(["build.infra", "deploy.infra", "deploy.api", "run.migrate", "test.infra-smoke"])(
  "what refers to %s of a module of another type waits",
  (key) => {
    const parts = { services: [{ name: "api" }], tasks: [{ name: "migrate" }], tests: [{ name: "smoke" }] };
    const infra = { kind: "Module", type: "terraform", name: "infra", ...parts };
    const spec = `\${actions.${key}.outputs.ip}`;
    const documents = projectOf([infra, run(spec)]).resolve();
    expect(documents.find(({ name }) => name === "run.asked")).toMatchObject({ value: { spec }, dependencies: [key] });
  },
);

test.each(["exec", "terraform"])("a wrong variable of a module (%s) stops only what is made of it", (type) => {
  const project = projectOf([run("${var.tag}"), exec("tool", { type, variables: { level: "${var.missing}" } })]);
  expect(project.resolve(["run.asked"])).toMatchObject([{ value: { spec: "v1" } }]);
  expect(failure(() => project.resolve())).toContain('variables.level: no such key: "missing" under var');
});

test("overrides change the variables of a module of another type that it has", () => {
  const infra = {
    kind: "Module",
    type: "terraform",
    name: "infra",
    variables: { a: "v1", m: { b: 1 } },
    uses: "${var.a}",
  };
  const overrides = { a: "cli", "m.c": "2", other: "x" };
  expect(resolved([infra], { overrides })["module.infra"]).toStrictEqual({
    ...infra,
    uses: "cli",
    variables: { a: "cli", m: { b: 1, c: "2" } },
  });
});

test("a module of another type has the variables of its varfile", () => {
  const infra = { kind: "Module", type: "terraform", name: "infra", varfile: "infra.yaml" };
  const readVarfile = (folder: string, path: string) =>
    folder === "app" && path === "infra.yaml" ? { text: "size: ${var.tag}\n" } : undefined;
  expect(resolved([infra], { readVarfile })["module.infra"]).toStrictEqual({ ...infra, variables: { size: "v1" } });
  const { varfile: _, ...plain } = infra;
  expect(resolved([plain])["module.infra"]).toStrictEqual(plain);
});

test("every error of every module is reported", () => {
  const one = exec("one", { tasks: [{ name: "a", command: ["${var.x}", "${var.y}"] }], env: { Z: "${var.z}" } });
  const two = exec("two", { build: { command: ["${modules.none.path}"] } });
  let error: unknown;
  try {
    projectOf([one, two]);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(VariablesError);
  const { message, others } = error as VariablesError;
  expect([message, ...others.map((each) => each.message)].map((each) => each.split(" (", 1)[0])).toEqual([
    'one/garden.yml: tasks.0.command.0: no such key: "x" under var',
    'one/garden.yml: tasks.0.command.1: no such key: "y" under var',
    'one/garden.yml: env.Z: no such key: "z" under var',
    'two/garden.yml: build.command.0: no such key: "none" under modules',
  ]);
});

test("disabled, for the whole module or a part", () => {
  const task = { name: "on", command: ["x"] };
  const documents = [
    exec("off", { disabled: "${environment.name == 'dev'}", tasks: [task] }),
    exec("part", {
      tasks: [
        { name: "out", command: ["x"], disabled: true },
        { ...task, name: "in", disabled: false },
      ],
    }),
  ];
  const all = resolved(documents) as Record<string, { disabled?: boolean }>;
  expect(Object.entries(all).map(([name, { disabled }]) => [name, disabled])).toEqual([
    ["build.off", true],
    ["run.on", true],
    ["build.part", undefined],
    ["run.out", true],
    ["run.in", undefined],
  ]);
});

test("a module of a template, in a folder of its own", () => {
  const template = {
    kind: "ModuleTemplate",
    name: "service",
    modules: [
      {
        type: "exec",
        name: "${parent.name}-${inputs.name}",
        path: "sub",
        tasks: [{ name: "${inputs.name}-go", command: ["${this.path}", "${template.name}", "${inputs.late}"] }],
      },
    ],
  };
  const inputs = { name: "a", late: "${runtime.tasks.other.outputs.log}" };
  const templated = { in: "x", kind: "Module", type: "templated", name: "shop", template: "service", inputs };
  const other = exec("other", { tasks: [{ name: "other", command: ["x"] }] });
  const all = projectOf([template, templated, other]).resolve();
  expect(all.find(({ name }) => name === "run.a-go")).toMatchObject({
    name: "run.a-go",
    value: { spec: { command: ["/src/shop/x/sub", "service", "${runtime.tasks.other.outputs.log}"] } },
    dependencies: ["run.other", "build.shop-a"],
  });
});

test.each([
  [[exec("a"), { ...exec("a"), in: "b" }], "b/garden.yml: name: there is another module a in a/garden.yml"],
  [[exec("a", { name: "${x}" })], "a/garden.yml: name: this is needed before templates are resolved"],
  [[exec("a", { build: { dependencies: ["b"] } })], "a/garden.yml: build.dependencies: no such module: b"],
  [[exec("a", { services: {} })], "a/garden.yml: services: this must be a list, not a map"],
  [[exec("a", { tasks: [{ name: "${runtime.tasks.x.name}" }] })], "a/garden.yml: tasks.0.name: a name must be known"],
  [
    [exec("a"), { in: "b", kind: "Build", name: "a" }],
    "a/garden.yml: name: there is another action build.a in b/garden.yml",
  ],
])("modules that are wrong (%#)", (documents, message) => {
  expect(failure(() => resolved(documents))).toContain(message);
});

test("unknown kinds are returned to the caller and reported", () => {
  const project = projectOf([{ kind: "Service" }, { kind: "Service" }, { kind: "List" }]);
  expect(project.resolve().map(({ name }) => name)).toEqual(["project", undefined, undefined, undefined]);
  expect(project.notes).toEqual([
    "unknown kind Service: 2 documents were left out",
    "unknown kind List: 1 document was left out",
  ]);
});
