import { expect, test } from "vitest";
import { entryPath, formatPath, stepInto } from "../../../src/kubernetes/pod/path.ts";

test.each([
  [[], ""],
  [["spec"], "spec"],
  [["spec", "containers", 0, "env", 3, "name"], "spec.containers[0].env[3].name"],
  [[2, "a"], "[2].a"],
])("%j is written %j", (path, text) => {
  expect(formatPath(path)).toBe(text);
});

test("a step into a path is added to a copy", () => {
  const path = ["spec", "containers", 0];
  expect([stepInto([], "a"), stepInto(path, "env"), stepInto(path, 1)]).toEqual([
    ["a"],
    ["spec", "containers", 0, "env"],
    ["spec", "containers", 0, 1],
  ]);
  expect(entryPath(path, "env", 2)).toEqual(["spec", "containers", 0, "env", 2]);
  expect(path).toEqual(["spec", "containers", 0]);
});
