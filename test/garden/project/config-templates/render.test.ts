import { describe, expect, test } from "vitest";
import { NOT_KNOWN_YET } from "../../../../src/garden/index.ts";
import { Project, type ProjectOptions, VariablesError } from "../../../../src/index.ts";
import { errorOf } from "../../../error-of.ts";

const PROJECT = {
  kind: "Project",
  name: "shop",
  environments: [{ name: "dev" }],
  providers: [{ name: "k8s", context: "local" }],
  variables: { names: ["a", "b"] },
};

/** What a template with these `configs` gives, by name. */
function rendered(configs: unknown, fields: object = {}, others: readonly object[] = [], options: ProjectOptions = {}) {
  const documents = [
    PROJECT,
    { kind: "ConfigTemplate", name: "service", configs },
    { kind: "RenderTemplate", name: "web", template: "service", ...fields },
    ...others,
  ].map((value, i) => ({ file: i === 0 ? "garden.yml" : "app/garden.yml", value }));
  const all = new Project(documents, options).resolve().slice(1);
  return Object.fromEntries(all.map(({ name, value }) => [name, value as Record<string, unknown>]));
}

function specs(...args: Parameters<typeof rendered>) {
  const entries = Object.entries<Record<string, unknown>>(rendered(...args));
  return Object.fromEntries(entries.map(([name, { spec }]) => [name, spec]));
}

function failure(action: () => unknown): string {
  return errorOf(action, VariablesError).message;
}

const run = (name: string, spec: unknown) => ({ kind: "Run", name, spec });

describe("matrix", () => {
  test("each combination of inputs, over those given", () => {
    const config = run("${inputs.a}-${inputs.b}-${inputs.c}", "${inputs.d}");
    const matrix = { b: "${var.names}", c: [1, 2] };
    expect(specs([config], { inputs: { a: "x", b: "hidden", d: { e: 1 } }, matrix })).toEqual({
      "run.x-a-1": { e: 1 },
      "run.x-a-2": { e: 1 },
      "run.x-b-1": { e: 1 },
      "run.x-b-2": { e: 1 },
    });
  });

  test("one input, and none", () => {
    expect(specs([run("${inputs.a}", 1)], { matrix: { a: ["x", "y"] } })).toEqual({ "run.x": 1, "run.y": 1 });
    expect(specs([run("r", 1)], { matrix: {} })).toEqual({ "run.r": 1 });
    expect(specs([run("${inputs.a}", 1)], { matrix: { a: [] } })).toEqual({});
  });

  test("a limit of combinations", () => {
    const list = [1, 2, 3, 4];
    const message = failure(() =>
      rendered([run("r", 1)], { matrix: { a: list, b: list } }, [], { limits: { actions: 15 } }),
    );
    expect(message).toBe("app/garden.yml: matrix.b: there are more than 15 combinations");
  });
});

describe("operators in configs", () => {
  test("$forEach, whose item the documents see", () => {
    const loop = {
      $forEach: "${var.names}",
      $return: run("${item.value}-${inputs.x}", { key: "${item.key}", value: "${item.value}", own: "${var.y}" }),
    };
    const template = [{ $concat: { ...loop, $return: { ...loop.$return, variables: { y: "own" } } } }, run("last", 0)];
    expect(specs(template, { inputs: { x: "x" } })).toEqual({
      "run.a-x": { key: "0", value: "a", own: "own" },
      "run.b-x": { key: "1", value: "b", own: "own" },
      "run.last": 0,
    });
    expect(specs({ ...loop, $filter: "${item.value == 'b'}", $return: run("${item.value}", 1) })).toEqual({
      "run.b": 1,
    });
  });

  test("$if, $merge, and lists that templates give", () => {
    const template = [
      { $if: "${environment.name == 'dev'}", $then: run("dev", 1), $else: run("other", 2) },
      { $if: "${environment.name == 'prod'}", $then: run("prod", 3) },
      { $merge: "${inputs.base}", name: "merged" },
      { $concat: "${var.extra}" },
      { $concat: { $if: "${inputs.on}", $then: [run("on", 4)], $else: [] } },
    ];
    const inputs = { base: { kind: "Run", spec: 5 }, on: true };
    const extra = [{ kind: "Run", name: "x", spec: { text: "$${not.a.template}" } }];
    const project = { ...PROJECT, variables: { extra } };
    const documents = [
      project,
      { kind: "ConfigTemplate", name: "service", configs: template },
      { kind: "RenderTemplate", name: "web", template: "service", inputs },
    ].map((value) => ({ file: "garden.yml", value }));
    const all = new Project(documents).resolve().slice(1);
    expect(all.map(({ name, value }) => [name, (value as { spec: unknown }).spec])).toEqual([
      ["run.dev", 1],
      ["run.merged", 5],
      ["run.x", { text: "${not.a.template}" }],
      ["run.on", 4],
    ]);
  });

  test.each<[string, configs: unknown, names: readonly string[]]>([
    ["no list", null, []],
    ["an empty $concat", [{ $concat: null }, run("a", 1)], ["run.a"]],
    ["a $concat without a branch", [{ $concat: { $if: false, $then: [run("a", 1)] } }, run("b", 1)], ["run.b"]],
    ["an $if in place of the list", { $if: "${1 == 1}", $then: [{ $concat: [run("a", 1)] }] }, ["run.a"]],
    ["an $if without a branch in place of the list", { $if: false, $then: [run("a", 1)] }, []],
    ["nested $if", [{ $if: true, $then: { $if: false, $then: run("a", 1), $else: run("b", 1) } }], ["run.b"]],
    [
      "$forEach over a map",
      { $forEach: { x: 1, y: 2 }, $return: run("${item.key}-${item.value}", 1) },
      ["run.x-1", "run.y-2"],
    ],
    [
      "$forEach with an operator for each document",
      {
        $forEach: "${var.names}",
        $return: { $if: "${item.value == 'b'}", $then: { $merge: { kind: "Run" }, name: "${item.value}" } },
      },
      ["run.b"],
    ],
    ["a list that a template returns", '${jsonDecode(\'[{"kind": "Run", "name": "a"}]\')}', ["run.a"]],
    ["a document that a template returns", ['${jsonDecode(\'{"kind": "Run", "name": "a"}\')}'], ["run.a"]],
  ])("%s", (_, configs, names) => {
    expect(Object.keys(rendered(configs))).toEqual(names);
  });

  test("keys beside $merge override it, and data is not a template", () => {
    const configs = [{ $merge: { kind: "Build", spec: "${'$'}{x}", variables: { a: 1 } }, name: "x", kind: "Run" }];
    expect(rendered(configs)).toEqual({
      "run.x": { kind: "Run", name: "x", spec: "${x}", variables: { a: 1 } },
    });
  });

  test.each<[configs: unknown, message: string]>([
    ["text", "configs: this must be a list that is known early"],
    ["${git.branch}", "configs: this must be a list that is known early"],
    [{ a: 1 }, "configs: this must be a list that is known early"],
    [[{ $concat: "${git.branch}" }], "configs.0.$concat: this must be a list that is known early"],
    [
      [{ $concat: { $forEach: 1, $return: {} } }],
      "configs.0.$concat.$forEach: this must be a list or a map that is known early",
    ],
    [{ $forEach: ["a"] }, "configs.$return: this field is missing"],
    [{ $forEach: ["a"], $filter: "yes", $return: {} }, "configs.$filter: this must be true or false, known early"],
    [[{ $if: "yes", $then: {} }], "configs.0.$if: this must be true or false, known early"],
    [[{ $if: "${git.branch == 'main'}", $then: {} }], "configs.0.$if: this must be true or false, known early"],
    [[{ $merge: "${var.names}", name: "a" }], "configs.0.$merge: this must be a map, not a list"],
    [["text"], "configs.0: this must be a map, not text"],
    [[5], "configs.0: this must be a map, not a number"],
    [["${var.names}"], "configs.0: this must be a map, not a list"],
    [[run("${git.branch}", 1)], "configs.0.name: this must be text that is known early"],
    [[run("${5}", 1)], "configs.0.name: this must be text that is known early"],
    [[run("", 1)], "configs.0.name: this must be text, not empty text"],
    [[{ kind: "Run" }], "configs.0.name: this field is missing"],
    [[{ name: "a" }], "configs.0.kind: this field is missing"],
    [
      [{ kind: "${'Run'}", name: "a" }],
      "configs.0.kind: this is needed before templates are resolved; write plain text instead of a template",
    ],
    [
      [{ kind: "Module", name: "m" }],
      "configs.0.kind: this kind cannot be rendered; use Build, Deploy, Run, Test, or Workflow",
    ],
    [
      [{ kind: "Command", name: "m" }],
      "configs.0.kind: this kind cannot be rendered; use Build, Deploy, Run, Test, or Workflow",
    ],
    [[{ ...run("a", 1), path: "${git.branch}" }], "configs.0.path: this must be text that is known early"],
  ])("configs that are wrong: %j", (configs, message) => {
    const world = { git: { branch: NOT_KNOWN_YET } };
    expect(failure(() => rendered(configs, {}, [], { world }))).toBe(`app/garden.yml: ${message}`);
  });
});

describe("inputs that are known late", () => {
  const seed = { kind: "Run", name: "seed", variables: { level: "seed" } };
  const inputs = {
    variable: "${actions.run.seed.var.level}",
    late: "${actions.run.seed.outputs.log}",
    context: "${providers.k8s.context || providers.k8s.config.context}",
    names: "${var.names}",
  };
  const spec = { a: "${inputs.variable}", b: "${inputs.late}", c: "${inputs.context}", d: "${inputs.names[0]}" };

  test("are looked up where they are used", () => {
    const template = [{ ...run("${inputs.names[1]}", spec), variables: { names: ["own"], all: "${inputs.names}" } }];
    expect(rendered(template, { inputs }, [seed])["run.b"]).toMatchObject({
      spec: { a: "seed", b: "${actions.run.seed.outputs.log}", c: "local", d: "a" },
      variables: { names: ["own"], all: ["a", "b"] },
    });
  });

  test("and known once they are given", () => {
    const outputs = { actions: { run: { seed: { outputs: { log: "done" } } } } };
    expect(specs([run("r", "${inputs.late}")], { inputs }, [seed], { outputs })["run.r"]).toBe("done");
  });
});

test("a workflow", () => {
  const workflow = { kind: "Workflow", name: "${inputs.a}-ci", steps: [{ script: "${inputs.a} ${parent.name}" }] };
  expect(rendered([workflow], { inputs: { a: "x" } })).toEqual({
    "workflow.x-ci": { kind: "Workflow", name: "x-ci", steps: [{ script: "x web" }] },
  });
});

test("a folder of its own", () => {
  const template = [{ ...run("r", "${this.sourcePath}"), path: "./sub/${inputs.a}" }];
  const world = { local: { projectPath: "/src" } };
  expect(specs(template, { inputs: { a: "x" } }, [], { world })).toEqual({ "run.r": "/src/app/sub/x" });
});

describe("fields of a RenderTemplate", () => {
  test.each([
    [{ disabled: true }, []],
    [{ disabled: "${environment.name == 'dev'}", template: "none" }, []],
    [{ disabled: "${environment.name == 'prod'}" }, ["run.a"]],
    [{ disabled: "false" }, []],
    [{ disabled: null, inputs: null, matrix: null }, ["run.a"]],
  ])("%j", (fields, names) => {
    expect(Object.keys(rendered([run("a", 1)], fields))).toEqual(names);
  });

  test.each([
    [{ template: "servise" }, "template: no such ConfigTemplate: servise (did you mean service?)"],
    [{ template: undefined }, "template: this field is missing"],
    [{ template: "${'service'}" }, "template: this is needed before templates are resolved"],
    [{ name: "${'web'}" }, "name: this is needed before templates are resolved"],
    [{ matrix: ["a"] }, "matrix: this must be a map, not a list"],
    [{ matrix: { a: "x" } }, "matrix.a: this must be a list, not text"],
    [{ matrix: "${git.x}" }, "matrix: this must be a map, not a value that is not known yet"],
    [{ disabled: "${git.x}" }, "disabled: this must be true or false, known early"],
  ])("%j is refused", (fields, message) => {
    const options = { world: { git: NOT_KNOWN_YET } };
    expect(failure(() => rendered([run("a", 1)], fields, [], options))).toMatch(`app/garden.yml: ${message}`);
  });

  test("a matrix that a template returns, over inputs that one operator returns", () => {
    const matrix = "${jsonDecode('{\"a\": [1, 2]}')}";
    const inputs = { $if: true, $then: { a: 0, b: 1 } };
    const configs = [run("r${inputs.a}", "${inputs}")];
    expect(specs(configs, { matrix, inputs })).toEqual({ "run.r1": { a: 1, b: 1 }, "run.r2": { a: 2, b: 1 } });
    const five = { $if: true, $then: 5 };
    expect(specs([run("r", "${inputs}")], { matrix: { a: [1] }, inputs: five })).toEqual({ "run.r": 5 });
  });
});

test("modules of a template, in folders of their own", () => {
  const modules = {
    $forEach: ["a", "b"],
    $return: {
      type: "${'exec'}",
      name: "${item.value}-${inputs.n}",
      path: "../lib/./${item.value}",
      tasks: [
        { name: "${item.value}", command: ["${this.path}", "${parent.name}", "${template.name}", "${inputs.n}"] },
      ],
    },
  };
  const documents = [
    PROJECT,
    { kind: "ModuleTemplate", name: "service", modules },
    { kind: "Module", type: "templated", name: "web", template: "service", inputs: { n: "x" } },
  ].map((value, i) => ({ file: i === 0 ? "garden.yml" : "app/garden.yml", value }));
  const all = new Project(documents, { world: { local: { projectPath: "/src" } } }).resolve().slice(1);
  expect(all.map(({ name, value }) => [name, (value as { spec: { command: unknown } }).spec.command])).toEqual([
    ["build.a-x", []],
    ["run.a", ["/src/lib/a", "web", "service", "x"]],
    ["build.b-x", []],
    ["run.b", ["/src/lib/b", "web", "service", "x"]],
  ]);
});
