import { expect, test } from "vitest";
import { covers, subjectProblem } from "../../../src/scale/stream/subject.ts";

test.each([
  ["a.b", "a.b", true],
  ["a.b", "a.c", false],
  ["a.b", "a", false],
  ["a", "a.b", false],
  ["a.*", "a.b", true],
  ["a.*", "a.b.c", false],
  ["*.b", "a.b", true],
  ["a.>", "a.b.c", true],
  ["a.>", "a", false],
  [">", "a", true],
  ["a.>.c", "a.b.c", false],
])("%s covers %s: %s", (pattern, subject, isCovered) => {
  expect(covers(pattern, subject)).toBe(isCovered);
});

test.each([
  ["a.b", false, undefined],
  ["a.*", true, undefined],
  ["a.>", true, undefined],
  ["a.*", false, "a message needs a subject without * and >"],
  ["a.>", false, "a message needs a subject without * and >"],
  ["a.>.b", true, "> stands at the end only"],
  ["a..b", true, "a subject is words with one dot between two of them"],
  ["", true, "a subject is words with one dot between two of them"],
  ["a b", true, "a subject has no blanks"],
  ["a*", false, undefined],
])("%s (wildcards: %s): %s", (subject, mayHaveWildcards, problem) => {
  expect(subjectProblem(subject, mayHaveWildcards)).toBe(problem);
});
