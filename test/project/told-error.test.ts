import { expect, test } from "vitest";
import { Sources } from "../../src/project/sources.ts";
import { toldError, withoutSecrets } from "../../src/project/told-error.ts";
import { VariablesError } from "../../src/variables/error.ts";

const told = (code: VariablesError["code"], reason: string, file = "a.yml") => {
  const error = withoutSecrets(new VariablesError(code, reason, { file, line: 2, column: 3, offset: 9 }), ["a.yml"]);
  return { message: error.message, file: error.file, line: error.line, offset: error.offset };
};

test("of a missing key, only which root of a template it is under", () => {
  expect(told("missing-key", 'spec: there is no key "hunter2" under var.a (there is hunter3)')).toEqual({
    message: 'a.yml:2:3: there is no key "***" under var, whose name depends on a secret',
    file: "a.yml",
    line: 2,
    offset: undefined,
  });
});

test("the root behind a key that looks like the rest of the message", () => {
  expect(told("missing-key", 'there is no key "a\\" under -" under var (there is b)').message).toBe(
    'a.yml:2:3: there is no key "***" under var, whose name depends on a secret',
  );
});

test("no root that templates do not have: it may be a part of a secret", () => {
  expect(told("missing-key", 'there is no key "x" under hunter2').message).toBe(
    'a.yml:2:3: there is no key "***", whose name depends on a secret',
  );
});

test("of anything else, only what kind it is", () => {
  expect(told("type", "hunter2 is a string").message).toBe("a.yml:2:3: what is wrong here (type) depends on a secret");
});

test("no file that is none of the documents: its name may be made of a secret", () => {
  expect(told("syntax", "this is not valid YAML", "hunter2.yml")).toEqual({
    message: "what is wrong here (syntax) depends on a secret",
    file: undefined,
    line: undefined,
    offset: undefined,
  });
});

test("what is no error of a project is told as it is", () => {
  const error = new TypeError("a mistake of ours");
  const project = { sources: new Sources(), hasRemoteSources: () => false, files: () => [], withoutSecrets: () => {} };
  expect(toldError(error, project)).toBe(error);
});
