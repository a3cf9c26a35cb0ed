import { expect, test } from "vitest";
import { formatPath } from "../../../src/kubernetes/pod/path.ts";

test.each([
  [[], ""],
  [["spec"], "spec"],
  [["spec", "containers", 0, "env", 3, "name"], "spec.containers[0].env[3].name"],
  [[2, "a"], "[2].a"],
])("%j is written %j", (path, text) => {
  expect(formatPath(path)).toBe(text);
});
