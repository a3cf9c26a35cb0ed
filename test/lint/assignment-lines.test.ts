/** Which line of an env file sets a name, for any reader, and how a value follows from the line. */
import { expect, test } from "vitest";
import { AssignmentLines } from "../../src/lint/assignment-lines.ts";

test.each([
  ["A=1\nB=2\nA=3", "A", 8],
  ["A=1", "B", undefined],
  ["  A =1", "A", 0],
  ["  A =1", "A ", 0],
  ["export A=1", "A", 0],
  ["export A=1", "export A", 0],
  ["A+=1", "A", 0],
  ["A+=1", "A+", 0],
  ["A: 1", "A", 0],
  ["x\n\ufeffA=1", "A", 2],
  ["\ufeffA=1", "A", 0],
  ["\ufeffA=1", "\ufeffA", 0],
  ["B=1\n\ufeffA=1", "\ufeffA", undefined],
])("%j: %j is set in the line that begins at %d", (text, name, start) => {
  expect(new AssignmentLines(text).lastOf(name)?.start).toBe(start);
});

test.each([
  [[1, 2, 3, 4, 5], "A=1\n\nB=2\n", [0, 4, 5, 9, 9]],
  [[1, 2], "A=1\r\nB=2", [0, 5]],
  [[1, 2], "", [0, 0]],
])("lines %j of %j begin at %j", (lines, text, starts) => {
  const assignments = new AssignmentLines(text);
  expect(lines.map((line) => assignments.startOf(line))).toEqual(starts);
});

test.each<[line: string, value: string | undefined, reading: string]>([
  ["A=x", undefined, "not set"],
  ["A=x", "", "empty"],
  ["A=", "", "empty"],
  ["A=x", "x", "the literal text"],
  ["A=x\r", "x", "the literal text"],
  ["A= 'x' ", " 'x' ", "the literal text"],
  ["A=x\ry\r", "x\ry", "the literal text"],
  ["A=x=y", "x=y", "the literal text"],
  ["A: x", " x", "the literal text"],
  ["A: x", "x", "the text without surrounding white space"],
  ["A=\t'x' \r", "'x'", "the text without surrounding white space"],
  ["A='x'", "x", "the text between the quotes"],
  ['A= "x y" # z', "x y", "the text between the quotes"],
  ["A=`x`y`z", "x`y", "the text between the quotes"],
  ["A='x'y", "x", "the text between the quotes"],
  ["A=x # y", "x", "the text before the #"],
  ["A= x#y#z", "x", "the text before the #"],
  ["A='x'y'", "xy", "the text without its quotes"],
  ["A='x'\"y\"", 'x"y"', "the text without its quotes"],
  // Other results, with their length in characters.
  ["A=x#y#z", "x#y", "a different text (3 characters)"],
  ["A=\"x'", "x", "a different text (1 character)"],
  ["A=x'y'", "xy", "a different text (2 characters)"],
  ["A=x", "😀", "a different text (1 character)"],
  ["A=x'y'", "y", "a different text (1 character)"],
  ["A='x", "x\ny", "a multi-line text (3 characters)"],
  ["A='x", "\n", "a multi-line text (1 character)"],
])("%j with the value %j: %s", (line, value, reading) => {
  const lines = new AssignmentLines(`B=1\n${line}\nC=x`);
  expect(lines.describe(4, "A\t", value)).toBe(`A\\t is ${reading}`);
});

test("the name in a reading is truncated", () => {
  const lines = new AssignmentLines("A=x");
  expect(lines.describe(0, "A".repeat(201), "")).toBe(`${"A".repeat(200)}... is empty`);
});
