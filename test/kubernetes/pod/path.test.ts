import { describe, expect, test } from "vitest";
import { formatPath, PathSet } from "../../../src/kubernetes/pod/path.ts";

test.each([
  [[], ""],
  [["spec"], "spec"],
  [["spec", "containers", 0, "env", 3, "name"], "spec.containers[0].env[3].name"],
  [[2, "a"], "[2].a"],
])("%j is written %j", (path, text) => {
  expect(formatPath(path)).toBe(text);
});

describe("a set of paths", () => {
  const set = new PathSet([
    ["spec", "volumes", 1],
    ["spec", "containers", 0, "env"],
    ["spec", "containers", 0, "env", 2, "name"],
  ]);

  test.each([
    [["spec", "volumes", 1], true],
    [["spec", "volumes", 1, "name"], true],
    [["spec", "containers", 0, "env"], true],
    [["spec", "containers", 0, "env", 7, "value"], true],
    [["spec", "containers", 0, "env", 2, "name"], true],
    [["spec", "volumes"], false],
    [["spec", "volumes", "1"], false],
    [["spec", "volumes", 2, "name"], false],
    [["spec", "containers", 1, "env"], false],
    [[], false],
  ])("covers %j: %j", (path, covered) => {
    expect(set.covers(path)).toBe(covered);
  });

  test("without a path covers nothing, with the empty one everything", () => {
    expect(new PathSet().covers([])).toBe(false);
    expect(new PathSet([[]]).covers([])).toBe(true);
    expect(new PathSet([[]]).covers(["spec", 1])).toBe(true);
  });
});
