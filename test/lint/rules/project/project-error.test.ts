/** The place and the message of an error in a Garden project. */
import { expect, test } from "vitest";
import { placeAt, VariablesError } from "../../../../src/garden/variables/error.ts";
import { errorProblem } from "../../../../src/lint/rules/project/project-document.ts";
import { SourceText } from "../../../../src/lint/source-text.ts";

test.each<[text: string, offset: number, shown: string]>([
  ["a: b c \t\nd", 3, "b c"],
  ["a:  b\r\nd", 2, "  b"],
  ["a: b", 3, "b"],
  ["a: \nd", 2, ""],
  ["a: b", 4, ""],
])("in %j, an error at %d covers %j", (text, offset, shown) => {
  const error = new VariablesError("syntax", "no", placeAt(text, offset, "garden.yml"));
  const range = { start: offset, end: offset + shown.length };
  expect(errorProblem(error, new SourceText(text))).toEqual({ ...range, message: "no" });
  expect(text.slice(range.start, range.end)).toBe(shown);
});

test("an error after the end of the text is at the end", () => {
  const error = new VariablesError("syntax", "no", { file: "garden.yml", offset: 9 });
  expect(errorProblem(error, new SourceText("a: b"))).toEqual({ start: 4, end: 4, message: "no" });
});

test("the message does not repeat the place", () => {
  const place = { file: "a", line: 2, column: 3 };
  const errors = [
    new VariablesError("syntax", "no", place),
    new VariablesError("syntax", "no", { file: "a" }),
    // Only the place of the error itself is removed.
    new VariablesError("syntax", "a:2:3: no", place),
    new VariablesError("syntax", "b: no", { file: "a" }),
    new VariablesError("syntax", "b: no"),
  ];
  expect(errors.map(({ reason }) => reason)).toEqual(["no", "no", "a:2:3: no", "b: no", "b: no"]);
});
