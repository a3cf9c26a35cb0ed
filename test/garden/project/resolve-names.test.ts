import { describe, expect, test } from "vitest";
import { Project, type ProjectOptions, VariablesError } from "../../../src/index.ts";
import { errorOf } from "../../error-of.ts";

const PROJECT = { kind: "Project", name: "shop", environments: [{ name: "dev" }], outputs: "${broken}" };

const DOCUMENTS = [
  PROJECT,
  { kind: "Build", name: "image" },
  { kind: "Deploy", name: "db", spec: { port: 1 } },
  { kind: "Deploy", name: "api", dependencies: ["deploy.db"], spec: { image: "${actions.build.image.outputs.id}" } },
  { kind: "Test", name: "api", dependencies: ["deploy.api"], varfiles: ["none.env"] },
  { kind: "Command", name: "seed", exec: { command: ["${actions.deploy.db.name}", "${args.x}"] } },
  { kind: "Workflow", name: "ci", steps: [{ script: "${broken}" }] },
  { kind: "Module", type: "terraform", name: "infra", root: "${project.name}" },
];

function resolve(names: readonly string[], options: ProjectOptions = {}): (string | undefined)[] {
  const documents = DOCUMENTS.map((value) => ({ file: "garden.yml", value }));
  return new Project(documents, options).resolve(names).map(({ name }) => name);
}

function failure(names: readonly string[]): string {
  return errorOf(() => resolve(names), VariablesError).message;
}

describe("only some documents", () => {
  test.each([
    [["deploy.api"], ["build.image", "deploy.db", "deploy.api"]],
    [["deploy.db"], ["deploy.db"]],
    [
      ["deploy.db", "build.image", "deploy.db"],
      ["build.image", "deploy.db"],
    ],
    [["command.seed"], ["deploy.db", "command.seed"]],
    [["module.infra"], ["module.infra"]],
    [[], []],
  ])("%j", (names, expected) => {
    expect(resolve(names)).toEqual(expected);
  });

  test.each([
    ["deploy.none", "(known: deploy.db, deploy.api, build.image, test.api, module.infra and 2 more)"],
    ["deploy.apo", "(did you mean deploy.api?)"],
    ["api", "(did you mean deploy.api or test.api?)"],
  ])("there is no %s", (name, hint) => {
    const message = `no such action or other document: ${name} ${hint}`;
    expect(() => resolve(["deploy.db", name])).toThrow(expect.objectContaining({ code: "unknown-action", message }));
  });

  test("errors in them and in what they need are reported, and no others", () => {
    expect(failure(["test.api"])).toContain("no such varfile: none.env");
    expect(failure(["workflow.ci"])).toContain('no such key: "broken"');
  });

  test("what is needed is known once it has run", () => {
    const outputs = { actions: { build: { image: { outputs: { id: "i" } } } } };
    expect(resolve(["deploy.api"], { outputs })).toEqual(["build.image", "deploy.db", "deploy.api"]);
  });
});
