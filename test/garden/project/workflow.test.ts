import { describe, expect, test } from "vitest";
import { Project, type ProjectOptions, VariablesError } from "../../../src/index.ts";
import { errorOf } from "../../error-of.ts";

const PROJECT = { kind: "Project", name: "shop", environments: [{ name: "dev" }], variables: { user: "ann" } };

function resolve(document: object, options: ProjectOptions = {}, others: readonly object[] = []) {
  const documents = [PROJECT, document, ...others].map((value) => ({ file: "garden.yml", value }));
  const { value, isComplete, unknown, dependencies } = new Project(documents, options).resolve().at(-1)!;
  return { value, isComplete, unknown, dependencies };
}

function failure(action: () => unknown): string {
  return errorOf(action, VariablesError).message;
}

describe("a workflow", () => {
  test("sees the environment, its variables and secrets", () => {
    const workflow = {
      kind: "Workflow",
      name: "ci",
      envVars: { USER: "${var.user}", TOKEN: "${secrets.token}" },
      files: [{ path: "a", data: "${environment.name}" }],
      steps: [{ script: "echo ${project.name}" }, { command: ["deploy"], skip: "${environment.name != 'prod'}" }],
      triggers: [{ environment: "${not.resolved}" }],
    };
    expect(resolve(workflow, { world: { secrets: { token: "t" } } })).toEqual({
      value: {
        kind: "Workflow",
        name: "ci",
        envVars: { USER: "ann", TOKEN: "t" },
        files: [{ path: "a", data: "dev" }],
        steps: [{ script: "echo shop" }, { command: ["deploy"], skip: true }],
        triggers: [{ environment: "${not.resolved}" }],
      },
      isComplete: true,
      unknown: [],
      dependencies: [],
    });
  });

  test("is never disabled, and its `variables` are a field like any other", () => {
    const workflow = { kind: "Workflow", name: "ci", variables: "${var.user}", disabled: true, steps: [] };
    const documents = [PROJECT, workflow].map((value) => ({ file: "garden.yml", value }));
    expect(new Project(documents).resolve(["workflow.ci"])).toEqual([
      {
        name: "workflow.ci",
        file: "garden.yml",
        value: { ...workflow, variables: "ann" },
        isComplete: true,
        unknown: [],
        dependencies: [],
        isDisabled: false,
      },
    ]);
  });

  test("what the steps before give waits for them", () => {
    const steps = [
      { name: "first", script: "x" },
      { script: "echo ${var.user} ${steps.first.log} ${steps['first'].outputs.stdout}" },
      { command: ["run", "${steps.step-2.outputs.name}", "${var.user}"] },
    ];
    expect(resolve({ kind: "Workflow", name: "ci", steps })).toEqual({
      value: {
        kind: "Workflow",
        name: "ci",
        steps: [
          { name: "first", script: "x" },
          { script: "echo ann ${steps.first.log} ${steps['first'].outputs.stdout}" },
          { command: ["run", "${steps.step-2.outputs.name}", "ann"] },
        ],
      },
      isComplete: false,
      unknown: [],
      dependencies: [],
    });
  });

  test.each([
    [
      [{ script: "${steps.step-1.log}" }],
      "steps.0.script: step-1 is not an earlier step; a step can refer only to the steps before it",
    ],
    [[{ script: "${steps.b.log}" }, { name: "b" }], "steps.0.script: b is not an earlier step; a step can refer only"],
    [[{ script: "x" }, { script: "${steps.c.log}" }], 'steps.1.script: no such key: "c" under steps'],
    [[{ script: "x" }, { description: "${steps.step-1.log}" }], 'steps.1.description: no such key: "steps"'],
    ["x", "steps: this must be a list, not text"],
    [[["x"]], "steps.0: this must be a map, not a list"],
  ])("steps that are wrong (%#)", (steps, message) => {
    const documents = [PROJECT, { kind: "Workflow", name: "ci", steps }].map((value) => ({
      file: "garden.yml",
      value,
    }));
    expect(failure(() => new Project(documents).resolve(["workflow.ci"]))).toContain(message);
  });

  test("all errors in it are reported", () => {
    const steps = [{ script: "${var.a}", envVars: { X: "${var.b}" } }, { script: "${var.c}" }];
    const project = new Project(
      [PROJECT, { kind: "Workflow", name: "ci", steps, envVars: { A: "${var.d}" } }].map((value) => ({
        file: "garden.yml",
        value,
      })),
    );
    const { error } = project.resolve().at(-1)!;
    expect([error, ...error!.others].map((each) => each!.message.split(":")[1])).toEqual([
      " steps.0.script",
      " steps.0.envVars.X",
      " steps.1.script",
      " envVars.A",
    ]);
  });

  test("an error in it does not affect others: it is returned unresolved, with the error", () => {
    const workflow = { kind: "Workflow", name: "ci", steps: [{ script: "x" }], envVars: { A: "${var.nope}" } };
    const command = { kind: "Command", name: "go", exec: { command: ["${secrets.nope}"] } };
    const run = { kind: "Run", name: "r", spec: "${var.user}" };
    const documents = [PROJECT, workflow, command, run].map((value) => ({ file: "garden.yml", value }));
    const all = new Project(documents, { world: { secrets: { token: "t" } } }).resolve();
    const whole = { file: "garden.yml", isComplete: true, unknown: [], dependencies: [], isDisabled: false };
    expect(all.map(({ error, ...document }) => ({ ...document, error: error?.message }))).toEqual([
      { ...whole, name: "project", value: PROJECT, error: undefined },
      { ...whole, name: "run.r", value: { ...run, spec: "ann" }, error: undefined },
      {
        ...whole,
        name: "workflow.ci",
        value: workflow,
        isComplete: false,
        error: 'garden.yml: envVars.A: no such key: "nope" under var (known: user)',
      },
      {
        ...whole,
        name: "command.go",
        value: command,
        isComplete: false,
        error: 'garden.yml: no such key: "nope" under secrets',
      },
    ]);
  });
});

describe("a command", () => {
  test("what it is called with waits for the call", () => {
    const command = {
      kind: "Command",
      name: "hello",
      description: { short: "Not a template: ${var.user}" },
      args: [{ name: "who", description: "${x}" }],
      variables: { user: "bob", greeting: "Hi, ${var.user}" },
      exec: { command: ["echo", "${var.greeting}", "${args.who || 'you'}", "${opts.loud}", "$${HOME}"] },
      gardenCommand: ["run", { $concat: "${args.$all}" }],
    };
    expect(resolve(command)).toEqual({
      value: {
        kind: "Command",
        name: "hello",
        description: { short: "Not a template: ${var.user}" },
        args: [{ name: "who", description: "${x}" }],
        variables: { user: "bob", greeting: "Hi, ann" },
        exec: { command: ["echo", "Hi, ann", "${args.who || 'you'}", "${opts.loud}", "${'$'}{HOME}"] },
        gardenCommand: ["run", { $concat: "${args.$all}" }],
      },
      isComplete: false,
      unknown: [],
      dependencies: [],
    });
  });

  test("overrides change its variables", () => {
    const command = { kind: "Command", name: "hello", variables: { a: 1, b: 2 }, exec: { command: ["${var.a}"] } };
    expect(resolve(command, { overrides: { a: "cli", user: "eve" } }).value).toEqual({
      ...command,
      variables: { a: "cli", b: 2 },
      exec: { command: ["cli"] },
    });
  });

  test("it may refer to actions, and to steps before", () => {
    const command = {
      kind: "Command",
      name: "hello",
      steps: [
        { name: "a", exec: { command: ["${actions.run.seed.sourcePath}"] } },
        { script: "${steps.a.outputs.stdout} ${actions.run.seed.outputs.log}", envVars: { USER: "${var.user}" } },
      ],
    };
    const seed = { kind: "Run", name: "seed" };
    const { value, unknown, dependencies } = resolve(command, { world: { local: { projectPath: "/src" } } }, [seed]);
    expect(value).toMatchObject({
      steps: [
        { name: "a", exec: { command: ["/src"] } },
        { script: "${steps.a.outputs.stdout} ${actions.run.seed.outputs.log}", envVars: { USER: "ann" } },
      ],
    });
    expect(unknown).toEqual(["actions.run.seed.outputs.log"]);
    expect(dependencies).toEqual(["run.seed"]);
  });
});
