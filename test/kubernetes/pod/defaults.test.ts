/** What the API server fills in: the arguments. What it fills in is in the vectors. */
import { expect, test } from "vitest";
import { applyPodDefaults } from "../../../src/kubernetes/pod/defaults.ts";

test.each([undefined, null, 5, "pod"])("rejects %j as a pod", (value) => {
  expect(() => applyPodDefaults(value as never)).toThrow(/^pod must be an object, not /);
});
