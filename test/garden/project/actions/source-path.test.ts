import { describe, expect, test } from "vitest";
import { Project, type ProjectOptions } from "../../../../src/index.ts";

const PROJECT = { kind: "Project", name: "shop", environments: ["dev"], variables: { sub: "from-var" } };

/** `this.sourcePath` of an action in `api/garden.yml`, as the action and another one see it. */
function sourcePath(fields: object, options: ProjectOptions = { world: { local: { projectPath: "/src/shop" } } }) {
  const documents = [
    { file: "garden.yml", value: PROJECT },
    { file: "api/garden.yml", value: { kind: "Build", name: "api", ...fields, spec: "${this.sourcePath}" } },
    { file: "garden.yml", value: { kind: "Run", name: "r", spec: "${actions.build.api.sourcePath}" } },
  ];
  const resolved = new Project(documents, options).resolve();
  return resolved.filter(({ name }) => name !== "project").map(({ value }) => (value as { spec: unknown }).spec);
}

describe("the folder of an action's files", () => {
  test.each([
    [{}, "/src/shop/api"],
    [{ source: null }, "/src/shop/api"],
    [{ source: { path: "src" } }, "/src/shop/api/src"],
    [{ source: { path: "./a/./b/" } }, "/src/shop/api/a/b"],
    [{ source: { path: "../web" } }, "/src/shop/web"],
    [{ source: { path: "../.." } }, "/src"],
    [{ source: { path: "${var.sub}/${environment.name}" } }, "/src/shop/api/from-var/dev"],
    [{ source: { path: "${var.nope}?" } }, "/src/shop/api"],
    [{ source: { path: "${var.own}" }, variables: { own: "mine" } }, "/src/shop/api/mine"],
  ])("%j: %s", (fields, expected) => {
    expect(sourcePath(fields)).toEqual([expected, expected]);
  });

  test("is not known for another repository, nor if the project's folder is not", () => {
    const left = ["${this.sourcePath}", "${actions.build.api.sourcePath}"];
    expect(sourcePath({ source: { repository: { url: "https://example.com/x.git#main" }, path: "a" } })).toEqual(left);
    expect(sourcePath({ source: { path: "a" } }, {})).toEqual(left);
  });

  test("may be given", () => {
    const options = { outputs: { actions: { build: { api: { sourcePath: "/elsewhere" } } } } };
    expect(sourcePath({ source: { path: "a" } }, options)).toEqual(["/elsewhere", "/elsewhere"]);
  });
});
