import { describe, expect, test } from "vitest";
import { resolved } from "./documents.ts";

test("a Build, Deploys, Runs and Tests", () => {
  const module = {
    kind: "Module",
    type: "exec",
    name: "tool",
    env: { TAG: "${var.tag}", LEVEL: "module" },
    build: { command: ["make", "${this.name}"], timeout: 30 },
    services: [{ name: "api", deployCommand: ["up"], cleanupCommand: ["down"], env: { LEVEL: "service" }, timeout: 5 }],
    tasks: [{ name: "migrate", command: ["go"], description: "Once", dependencies: ["api"] }],
    tests: [{ name: "unit", command: ["check"], artifacts: [{ source: "*.log" }], dependencies: ["migrate", null] }],
  };
  expect(resolved([module])).toStrictEqual({
    "build.tool": {
      kind: "Build",
      type: "exec",
      name: "tool",
      timeout: 30,
      spec: { shell: true, command: ["make", "tool"], env: { TAG: "v1", LEVEL: "module" } },
    },
    "deploy.api": {
      kind: "Deploy",
      type: "exec",
      name: "api",
      build: "tool",
      timeout: 5,
      spec: {
        shell: true,
        persistent: false,
        cleanupCommand: ["down"],
        deployCommand: ["up"],
        statusTimeout: 10,
        env: { TAG: "v1", LEVEL: "service" },
      },
    },
    "run.migrate": {
      kind: "Run",
      type: "exec",
      name: "migrate",
      description: "Once",
      build: "tool",
      dependencies: ["deploy.api"],
      spec: { shell: true, command: ["go"], env: { TAG: "v1", LEVEL: "module" } },
    },
    "test.tool-unit": {
      kind: "Test",
      type: "exec",
      name: "tool-unit",
      build: "tool",
      dependencies: ["run.migrate"],
      spec: {
        shell: true,
        command: ["check"],
        artifacts: [{ source: "*.log" }],
        env: { TAG: "v1", LEVEL: "module" },
      },
    },
  });
});

test("a Build without a command, which has the dependencies on other builds", () => {
  const library = { in: "lib", kind: "Module", type: "exec", name: "library" };
  const tool = {
    kind: "Module",
    type: "exec",
    name: "tool",
    build: { dependencies: ["library", { name: "${null}" }] },
    tasks: [{ name: "seed", command: ["go"] }],
  };
  const build = { kind: "Build", type: "exec", spec: { shell: true, command: [], env: {} } };
  expect(resolved([tool, library])).toStrictEqual({
    "build.library": { ...build, name: "library" },
    "build.tool": { ...build, name: "tool", dependencies: ["build.library"] },
    "run.seed": {
      kind: "Run",
      type: "exec",
      name: "seed",
      build: "tool",
      spec: { shell: true, command: ["go"], env: {} },
    },
  });
});

test("a Build that copies files of another", () => {
  const library = { in: "lib", kind: "Module", type: "exec", name: "library" };
  const copy = [{ source: "out", target: "in" }, { source: "same" }];
  const build = { dependencies: [{ name: "library", copy }] };
  const tool = { kind: "Module", type: "exec", name: "tool", local: true, allowPublish: false, build, tasks: [] };
  expect(resolved([library, tool])["build.tool"]).toStrictEqual({
    kind: "Build",
    type: "exec",
    name: "tool",
    copyFrom: [
      { build: "library", sourcePath: "out", targetPath: "in" },
      { build: "library", sourcePath: "same", targetPath: "same" },
    ],
    allowPublish: false,
    buildAtSource: true,
    dependencies: ["build.library"],
    spec: { shell: true, command: [], env: {} },
  });
});

describe("commands of a service in sync mode", () => {
  const plain = { deployCommand: ["up"], statusCommand: ["status"] };
  // Actions are resolved in the mode `default`.
  const spec = { shell: true, persistent: false, ...plain, statusTimeout: 10, env: {} };

  test.each<[string, service: object, spec: object]>([
    [
      "others",
      { ...plain, syncMode: { command: ["watch"], statusCommand: ["ready"], timeout: 3 } },
      { statusTimeout: 3 },
    ],
    ["by their old name", { ...plain, devMode: { command: ["watch"], timeout: 3 } }, { statusTimeout: 3 }],
    ["the default timeout", { ...plain, syncMode: { command: ["watch"] } }, {}],
    [
      "a sync mode that is not a map",
      { ...plain, syncMode: "watch", cleanupCommand: ["down"] },
      { cleanupCommand: ["down"] },
    ],
    [
      "commands that exist only in sync mode",
      { syncMode: { command: ["watch"], statusCommand: ["ready"] }, cleanupCommand: ["down"] },
      { deployCommand: undefined, statusCommand: undefined, cleanupCommand: ["down"] },
    ],
  ])("%s", (_, service, expected) => {
    const module = {
      kind: "Module",
      type: "exec",
      name: "tool",
      env: "x",
      services: [{ name: "api", env: 5, ...service }],
    };
    expect(resolved([module])["deploy.api"]).toStrictEqual({
      kind: "Deploy",
      type: "exec",
      name: "api",
      build: "tool",
      spec: { ...spec, ...expected },
    });
  });
});

test("commands that report the status, and fields without values", () => {
  const actions = resolved([
    {
      kind: "Module",
      type: "exec",
      name: "tool",
      env: { A: 1, B: 2 },
      build: { command: null, statusCommand: ["built"] },
      tasks: [{ name: "go", statusCommand: ["done"], env: { B: 3 }, timeout: 4 }],
      tests: [{ name: "unit", description: "not part of a Test", statusCommand: ["done"] }],
    },
  ]);
  expect(actions).toStrictEqual({
    "build.tool": {
      kind: "Build",
      type: "exec",
      name: "tool",
      spec: { shell: true, command: [], statusCommand: ["built"], env: { A: 1, B: 2 } },
    },
    "run.go": {
      kind: "Run",
      type: "exec",
      name: "go",
      build: "tool",
      timeout: 4,
      spec: { shell: true, statusCommand: ["done"], env: { A: 1, B: 3 } },
    },
    "test.tool-unit": {
      kind: "Test",
      type: "exec",
      name: "tool-unit",
      build: "tool",
      spec: { shell: true, statusCommand: ["done"], env: { A: 1, B: 2 } },
    },
  });
});
