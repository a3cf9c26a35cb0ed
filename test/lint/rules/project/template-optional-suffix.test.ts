/** Strings that are one expression with a `?` after it. */
import { expect, test } from "vitest";
import type { SeenProject } from "../../../../src/lint/rules/project/project-document.ts";
import { templateOptionalSuffix } from "../../../../src/lint/rules/project/template-optional-suffix.ts";
import { SourceText } from "../../../../src/lint/source-text.ts";
import { GARDEN } from "../../../../src/yaml/dialect.ts";
import { parseYaml } from "../../../../src/yaml/parse.ts";

test.each<[value: string, found: string[]]>([
  ["${var.a}?", ["${var.a}?"]],
  ["'${var.a}?' # why", ["${var.a}?"]],
  ["[x, '${var.a}?', {b: '${var.b || 1}?'}]", ["${var.a}?", "${var.b || 1}?"]],
  ['"\\u0024{var.a}?"', ["\\u0024{var.a}?"]],
  ["${var.a}", []],
  ["x${var.a}?", []],
  ["${var.a}?x", []],
  ["${var.a}-${var.b}?", []],
  ["${var.a}${var.b}?", []],
  ["$${var.a}?", []],
  ["${if var.a}?", []],
  ["${if var.a}x${endif}?", []],
  ["${var.}?", []],
  ["'{}?'", []],
  ["{'${var.a}?': x}", []],
])("%s: %j", (value, found) => {
  // Also as the first and the only value.
  for (const before of ["kind: Run\nspec:\n  ", ""]) check(`${before}a: ${value}\n`, found);
});

function check(text: string, found: readonly string[]): void {
  const [root] = parseYaml(text, GARDEN);
  const document = { file: "a", root: root!, source: new SourceText(text), value: root!.value } as never;
  const project = { value: { apiVersion: "garden.io/v2" } };
  const message = "the ? after the expression is text in projects of apiVersion garden.io/v2; write a default with ||";
  expect(templateOptionalSuffix.check({ documents: [document], root: project } as unknown as SeenProject)).toEqual(
    found.map((each) => {
      const start = text.indexOf(each);
      return { file: "a", start, end: start + each.length, message };
    }),
  );
}
