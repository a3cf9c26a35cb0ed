import { describe, expect, test } from "vitest";
import { Project, VariablesError } from "../../../../src/index.ts";
import { memberOf } from "../../../../src/text/own-keys.ts";
import { failure, projectOf, resolved } from "./documents.ts";

const module = (fields: object) => ({ kind: "Module", type: "exec", name: "m", ...fields });
const library = { in: "lib", kind: "Module", type: "exec", name: "library" };

describe("dependencies on other builds", () => {
  test.each<[string, dependencies: unknown, copyFrom: unknown, builds: unknown]>([
    ["none", undefined, undefined, undefined],
    ["an empty list", [], undefined, undefined],
    ["a name", ["library"], undefined, ["build.library"]],
    ["a name in a map", [{ name: "library" }], undefined, ["build.library"]],
    ["entries without a name", [null, "", {}, { name: null, copy: [{ source: "a" }] }], undefined, undefined],
    ["one name twice", ["library", { name: "library", copy: null }], undefined, ["build.library"]],
    [
      "copied files, of which empty entries are left out",
      [{ name: "library", copy: [null, "", { source: "a", target: null }, { source: "b", target: "c" }] }],
      [
        { build: "library", sourcePath: "a", targetPath: "a" },
        { build: "library", sourcePath: "b", targetPath: "c" },
      ],
      ["build.library"],
    ],
  ])("%s", (_, dependencies, copyFrom, builds) => {
    expect(resolved([library, module({ build: { dependencies } })])["build.m"]).toEqual({
      kind: "Build",
      type: "exec",
      name: "m",
      copyFrom,
      dependencies: builds,
      spec: { shell: true, command: [], env: {} },
    });
  });
});

test.each<[fields: object, message: string]>([
  [{ build: "x" }, "build: this must be a map, not text"],
  [{ build: { dependencies: "library" } }, "build.dependencies: this must be a list, not text"],
  [{ build: { dependencies: [5] } }, "build.dependencies.0: this must be text, not a number"],
  [{ build: { dependencies: [{ name: 5 }] } }, "build.dependencies.0.name: this must be text, not a number"],
  [
    { build: { dependencies: [{ name: "library", copy: [{ target: "a" }] }] } },
    "build.dependencies.0.copy.0.source: this field is missing",
  ],
  [
    { build: { dependencies: ["${runtime.tasks.x.outputs.y}"] } },
    "build.dependencies.0: a name must be known before anything runs",
  ],
  [{ tasks: { a: 1 } }, "tasks: this must be a list, not a map"],
  [{ tasks: ["a"] }, "tasks.0: this must be a map, not text"],
  [{ tasks: [{ command: ["x"] }] }, "tasks.0.name: this field is missing"],
  [{ tests: [{ name: "" }] }, "tests.0.name: this must be text, not empty text"],
  [{ services: [{ name: ["a"] }] }, "services.0.name: this must be text, not a list"],
  [{ tasks: [{ name: "a", dependencies: "b" }] }, "tasks.0.dependencies: this must be a list, not text"],
  [{ tasks: [{ name: "a", dependencies: [5] }] }, "tasks.0.dependencies.0: this must be text, not a number"],
  [{ generateFiles: "x" }, "generateFiles: this must be a list, not text"],
])("a module with wrong fields: %j", (fields, message) => {
  expect(failure(() => resolved([library, module(fields)]))).toBe(`app/garden.yml: ${message}`);
});

test("names of services, tasks, and other actions in dependencies, in this order", () => {
  const both = { in: "b", kind: "Module", type: "exec", name: "b", services: [{ name: "x" }], tasks: [{ name: "x" }] };
  const chart = { in: "c", kind: "Module", type: "helm", name: "chart", chart: "y", skipDeploy: true };
  const db = { in: "d", kind: "Module", type: "kubernetes", name: "db" };
  const off = { in: "o", kind: "Module", type: "kubernetes", name: "off", disabled: true, tasks: [{ name: "seed" }] };
  const on = { in: "e", kind: "Module", type: "exec", name: "e", tasks: [{ name: "seed", command: ["x"] }] };
  const dependencies = ["x", null, "", "db", "seed", "off"];
  const project = projectOf([both, chart, db, off, on, module({ tasks: [{ name: "go", dependencies }] })]);
  expect(project.resolve(["run.go"]).at(-1)).toMatchObject({
    name: "run.go",
    value: { dependencies: ["deploy.x", "deploy.db", "run.seed"] },
  });
  expect(project.notes).toEqual([
    "app/garden.yml: tasks.0.dependencies.5: the dependency on off was left out, because it is disabled",
  ]);
  // A chart that is not installed does not become a Deploy.
  expect(failure(() => resolved([chart, module({ tasks: [{ name: "go", dependencies: ["chart"] }] })]))).toBe(
    "app/garden.yml: tasks.0.dependencies.0: no such service or task: chart",
  );
});

test.each([
  [undefined, undefined, undefined, undefined],
  [false, undefined, undefined, undefined],
  [false, true, true, undefined],
  [undefined, false, undefined, undefined],
  [true, undefined, true, true],
  [true, false, true, true],
])("a module with disabled: %s, and a task with %s: %s, and the Build: %s", (disabled, ofTask, run, build) => {
  const all = resolved([module({ disabled, tasks: [{ name: "go", command: ["x"], disabled: ofTask }] })]);
  expect([all["run.go"], all["build.m"]].map((action) => memberOf(action, "disabled"))).toEqual([run, build]);
});

test.each([
  ["of a part, which is in `spec`", { tasks: [{ name: "go", command: ["${secrets.x}"] }] }, "tasks.0.command.0"],
  ["of a part, in another field", { tasks: [{ name: "go", timeout: "${secrets.x}" }] }, "tasks.0"],
  ["of the Build, in `build`", { build: { command: ["${secrets.x}"] } }, "build.command.0"],
  ["of the Build", { env: { A: "${secrets.x}" } }, "env.A"],
])("an error in an action has the position in the module: %s", (_, fields, path) => {
  const documents = [
    { file: "garden.yml", value: { kind: "Project", name: "shop", environments: ["dev"] } },
    { file: "m.yml", value: module(fields), placeOf: (keys: readonly unknown[]) => ({ line: keys.length, column: 1 }) },
  ];
  let error: unknown;
  try {
    new Project(documents).resolve();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(VariablesError);
  expect(error).toMatchObject({ code: "missing-key", file: "m.yml", line: path.split(".").length });
});
