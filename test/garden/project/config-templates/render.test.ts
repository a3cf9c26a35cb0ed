import { describe, expect, test } from "vitest";
import { Project, type ProjectOptions, VariablesError } from "../../../../src/index.ts";

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
  try {
    action();
  } catch (error) {
    if (error instanceof VariablesError) return error.message;
    throw error;
  }
  throw new Error("nothing was wrong");
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

  test.each([
    ["text", "configs: this must be a list that is known early"],
    [{ a: 1 }, "configs: this must be a list that is known early"],
    [[{ $concat: { $forEach: 1, $return: {} } }], "$forEach: this must be a list or a map that is known early"],
    [[{ $if: "yes", $then: {} }], "$if: this must be true or false, known early"],
    [[{ $if: "${providers.k8s.outputs.x}", $then: {} }], "$if: this must be true or false, known early"],
    [["text"], "configs.0: this must be a map, not text"],
    [["${var.names}"], "configs.0: this must be a map, not a list"],
    [[run("${providers.k8s.outputs.x}", 1)], "name: this must be text that is known early"],
    [[{ kind: "Module", name: "m" }], "kind: this kind cannot be rendered; use Build, Deploy, Run, Test, or Workflow"],
  ])("configs that are wrong (%#)", (configs, message) => {
    expect(failure(() => rendered(configs))).toContain(message);
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
