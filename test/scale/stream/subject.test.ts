import { expect, test } from "vitest";
import { covers, subjectProblem } from "../../../src/scale/stream/nats-job.ts";

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
  [">", "a.b", true],
  ["*", "a", true],
  ["*", "a.b", false],
  ["*.>", "a.b.c", true],
  ["*.>", "a", false],
  ["a.*.c", "a.b.c", true],
  ["a.*.c", "a.b.d", false],
  ["a.>.c", "a.b.c", false],
])("%s covers %s: %s", (pattern, subject, isCovered) => {
  expect(covers(pattern, subject)).toBe(isCovered);
});

test.each([
  ["a.b", false, undefined],
  ["a.*", true, undefined],
  ["a.>", true, undefined],
  ["a.*", false, "the subject of a message cannot contain * or >"],
  ["a.>", false, "the subject of a message cannot contain * or >"],
  [">", true, undefined],
  ["*.>", true, undefined],
  ["*.b.*", true, undefined],
  ["a.>.b", true, "> is only allowed at the end"],
  ["a.>.>", true, "> is only allowed at the end"],
  [">.*", true, "> is only allowed at the end"],
  [">.a", false, "the subject of a message cannot contain * or >"],
  ["a..b", true, "a subject consists of words separated by single dots"],
  ["", true, "a subject consists of words separated by single dots"],
  [".a", true, "a subject consists of words separated by single dots"],
  ["a.", false, "a subject consists of words separated by single dots"],
  ["a b", true, "a subject cannot contain white space"],
  ["a.b\t", false, "a subject cannot contain white space"],
  ["a*", false, undefined],
  ["a.>b", false, undefined],
])("%s (wildcards: %s): %s", (subject, mayHaveWildcards, problem) => {
  expect(subjectProblem(subject, mayHaveWildcards)).toBe(problem);
});
