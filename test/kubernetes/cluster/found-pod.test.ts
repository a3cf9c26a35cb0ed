/** What makes something the spec of a pod. */
import { expect, test } from "vitest";
import { isPodSpec } from "../../../src/kubernetes/cluster/found-pod.ts";

test.each<[value: unknown, expected: boolean]>([
  [{ containers: [{}] }, true],
  [{ containers: [] }, false],
  [{ containers: {} }, false],
  [{}, false],
  [[{ containers: [{}] }], false],
  [null, false],
])("%j: %s", (value, expected) => {
  expect(isPodSpec(value)).toBe(expected);
});
