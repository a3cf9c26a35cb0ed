import { describe, expect, test } from "vitest";
import { joinPath } from "../../../../src/garden/project/documents/config.ts";
import { Project, VariablesError } from "../../../../src/index.ts";
import { errorOf } from "../../../error-of.ts";

const PROJECT = { kind: "Project", name: "shop", environments: ["dev"] };

function failure(documents: readonly { readonly file: string; readonly value: unknown }[]): string {
  return errorOf(() => new Project(documents), VariablesError).message;
}

test.each([
  ["", "a", "a"],
  ["", ".", ""],
  ["", "./a//b/", "a/b"],
  ["a", ".", "a"],
  ["a", "b/../c", "a/c"],
  ["a/b", "../../c", "c"],
  ["a", "../../../b", "b"],
  ["a", "/b", "a/b"],
])("from %j, the path %j leads to %j", (folder, path, joined) => {
  expect(joinPath(folder, path)).toBe(joined);
});

describe("a document with a wrong field", () => {
  test.each<[value: unknown, message: string]>([
    [5, "this must be a map, not a number"],
    [true, "this must be a map, not a boolean"],
    ["", "this must be a map, not empty text"],
    [{ kind: "" }, "kind: this must be text, not empty text"],
    [{ kind: null }, "kind: this must be text, not null"],
    [{ kind: "Run", name: { a: 1 } }, "name: this must be text, not a map"],
    [{ kind: "Run", name: "r", varfiles: [5] }, "varfiles.0: this must be a map, not a number"],
    [{ kind: "Run", name: "r", varfiles: [{ optional: true }] }, "varfiles.0.path: this field is missing"],
    [{ kind: "Run", name: "r", varfile: { path: "" } }, "varfile.path: this must be text, not empty text"],
    [{ kind: "Module", name: "m" }, "type: this field is missing"],
    [{ kind: "Module", type: "exec" }, "name: this field is missing"],
    [{ kind: "Module", type: "exec", name: "m", path: 5 }, "path: this must be text, not a number"],
    [{ kind: "ConfigTemplate" }, "name: this field is missing"],
    [{ kind: "ModuleTemplate" }, "name: this field is missing"],
    [{ kind: "Workflow" }, "name: this field is missing"],
    [
      { kind: "Command", name: "${x}" },
      "name: this is needed before templates are resolved; write plain text instead of a template",
    ],
  ])("%j", (value, message) => {
    const documents = [
      { file: "garden.yml", value: PROJECT },
      { file: "a/garden.yml", value },
    ];
    expect(failure(documents)).toBe(`a/garden.yml: ${message}`);
  });

  test.each<[fields: object, message: string]>([
    [{ name: undefined }, "name: this field is missing"],
    [{ environments: "dev" }, "environments: this must be a list, not text"],
    [{ environments: null }, "the project has no environments"],
    [{ environments: [5] }, "environments.0.name: this field is missing"],
    [
      { environments: ["${x}"] },
      "environments.0: this is needed before templates are resolved; write plain text instead of a template",
    ],
    [{ environments: ["dev", { name: "" }] }, "environments.1.name: this must be text, not empty text"],
    [{ environments: [{ name: "dev", varfile: 5 }] }, "environments.0.varfile: this must be a map, not a number"],
    [{ providers: {} }, "providers: this must be a list, not a map"],
    [{ varfile: [] }, "varfile: this must be a map, not a list"],
  ])("a project with %j", (fields, message) => {
    expect(failure([{ file: "garden.yml", value: { ...PROJECT, ...fields } }])).toBe(`garden.yml: ${message}`);
  });
});

test("the project is the one in the project's folder", () => {
  const at = (...files: string[]) => files.map((file) => ({ file, value: PROJECT }));
  expect(failure([])).toBe("found no document of kind Project");
  expect(failure(at("a/b/garden.yml", "c/garden.yml"))).toBe(
    "found no document of kind Project in this folder; there is one in a/b",
  );
  expect(failure(at("garden.yml", "a/garden.yml", "project.yml"))).toBe(
    "project.yml: kind: there is another project in garden.yml; a folder can have only one",
  );
  const project = new Project(at("a/garden.yml", "garden.yml"));
  expect(project.resolve().map(({ name, file }) => [name, file])).toEqual([["project", "garden.yml"]]);
});
