/** Which line of an env file sets a name, for any reader. */
import { expect, test } from "vitest";
import { AssignmentLines } from "../../src/lint/assignment-lines.ts";

test.each([
  ["A=1\nB=2\nA=3", "A", 8],
  ["A=1", "B", undefined],
  ["  A =1", "A", 0],
  ["export A=1", "A", 0],
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
