import { describe, expect, test } from "vitest";
import { NOT_KNOWN_YET } from "../../../../src/garden/index.ts";
import { Project, VariablesError } from "../../../../src/index.ts";
import { errorOf } from "../../../error-of.ts";

/** The variables of an action in the folder `a` with these fields; its varfiles are in that folder. */
function variablesOf(fields: object, files: Readonly<Record<string, string>> = {}): unknown {
  const documents = [
    { file: "garden.yml", value: { kind: "Project", name: "shop", environments: ["dev"], variables: { name: "x" } } },
    { file: "a/garden.yml", value: { kind: "Run", name: "r", ...fields } },
  ];
  const readVarfile = (folder: string, path: string) => {
    const text = folder === "a" ? files[path] : undefined;
    return text === undefined ? undefined : { text };
  };
  const { name: _, ...variables } = new Project(documents, {
    readVarfile,
    world: { git: { branch: NOT_KNOWN_YET } },
  }).variablesOf("run.r");
  return variables;
}

function failure(...args: Parameters<typeof variablesOf>): VariablesError {
  return errorOf(() => variablesOf(...args), VariablesError);
}

test("the format follows from the name, and later files are above earlier ones", () => {
  const files = { "x.env": "E=1\nboth=env\n", "x.yaml": "y: 1\nboth: yaml\n", "x.json": '{ "j": 1, "both": "json" }' };
  expect(variablesOf({ varfile: "x.env" }, files)).toEqual({ E: "1", both: "env" });
  expect(variablesOf({ varfiles: ["x.env", "${var.name}.yaml", null] }, files)).toEqual({ E: "1", y: 1, both: "yaml" });
  const varfiles = [{ path: "x.json" }, { path: "none.env", optional: true }, "x.yaml"];
  expect(variablesOf({ varfile: "x.env", varfiles, variables: { both: "own", own: 1 } }, files)).toEqual({
    E: "1",
    j: 1,
    y: 1,
    both: "yaml",
    own: 1,
  });
});

test("a file sees the action's own variables and those of all earlier files", () => {
  const files = { "x.yaml": "b: 2", "y.yaml": "c: ${var.own}${var.b}${var.name}", "z.yaml": "d: ${var.own}${var.c}" };
  expect(variablesOf({ variables: { own: 1 }, varfiles: Object.keys(files) }, files)).toEqual({
    own: 1,
    b: 2,
    c: "12x",
    d: "112x",
  });
});

describe("a path", () => {
  const early = "a/garden.yml: varfile: the path of a varfile must be text that is known early";
  const optional = "; if it is optional, write { path, optional: true }";

  test.each<[varfile: unknown, code: string, message: string]>([
    ["", "document", early],
    ["${''}", "document", early],
    ["${git.branch}", "document", early],
    ["none.env", "varfile-missing", `a/garden.yml: varfile: no such varfile: a/none.env${optional}`],
    ["./b//none.env", "varfile-missing", `a/garden.yml: varfile: no such varfile: a/b/none.env${optional}`],
    [
      { path: "${var.name}.env", optional: false },
      "varfile-missing",
      `a/garden.yml: varfile.path: no such varfile: a/x.env${optional}`,
    ],
    ...["/x.env", "../x.env", "b/../../x.env", ".", "./", "b/.."].map((path): [unknown, string, string] => [
      path,
      "varfile-outside",
      `${path}: the path leads out of a; this varfile must be in that folder`,
    ]),
  ])("%j is refused", (varfile, code, message) => {
    expect(failure({ varfile })).toMatchObject({ code, message });
  });
});

test.each([
  ["x.yaml", "", {}],
  ["x.yaml", "# a comment", {}],
  ["x.json", '{ "a": 1, "a": 2 }', { a: 2 }],
])("%s: %j has the variables %j", (varfile, text, variables) => {
  expect(variablesOf({ varfile }, { [varfile]: text })).toEqual(variables);
});

test.each([
  ["x.yaml", "a: 1\na: 2", "syntax", "2:1: invalid YAML: duplicate key"],
  ["x.yaml", "secret: 1\nsecret: 2", "syntax", "2:1: invalid YAML: duplicate key"],
  ["x.yaml", "a: [", "syntax", "1:5: invalid YAML: the text ends before a [ or { is closed"],
  ["x.yaml", "a: &a [*a]", "limit", "1:8: invalid YAML: the alias is inside the value of its anchor"],
  ["x.yaml", "- a", "varfile-not-a-map", "1:1: a varfile must be a map of names to values, not a list"],
  ["x.yaml", "text", "varfile-not-a-map", "1:1: a varfile must be a map of names to values, not text"],
  [
    "x.yaml",
    "a: 1\n---\nb: 2",
    "varfile-documents",
    "3:1: a varfile must be one YAML document, but this file has 2; the second one starts here",
  ],
  ["x.json", "", "syntax", "1:1: the JSON varfile is empty; write {} for no variables"],
  ["x.json", "[]", "varfile-not-a-map", "1:1: a varfile must be a map of names to values, not a list"],
  ["x.json", "null", "varfile-not-a-map", "1:1: a varfile must be a map of names to values, not null"],
])("%s: %j is an error with its position", (varfile, text, code, message) => {
  expect(failure({ varfile }, { [varfile]: text })).toMatchObject({ code, message: `a/${varfile}:${message}` });
});

test("an error in a varfile's template has its position", () => {
  const error = failure({ varfile: "x.env" }, { "x.env": "A=1\nB=a ${var.none}\n" });
  expect(error).toMatchObject({ code: "missing-key", file: "a/x.env", line: 2, column: 11 });
});
