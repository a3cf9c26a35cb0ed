import { expect, test } from "vitest";
import { workloadName } from "../../../src/cli/manifests/workload-name.ts";

test.each([
  ["deployment/web", true],
  ["Deployments/web", true],
  ["deploy/web", true],
  ["deployments.apps/web", true],
  ["deployments.v1.apps/web", true],
  ["deploymentss/web", false],
  ["deploys/web", false],
  ["pod/web", false],
  ["deployment/other", false],
])("%s names Deployment/web: %s", (text, expected) => {
  expect(workloadName(text)({ kind: "Deployment", metadata: { name: "web" } })).toBe(expected);
});

test.each(["web", "a/b/c", "/web", "deploy/"])("%j is no name of a workload", (text) => {
  expect(() => workloadName(text)).toThrow(`${text}: no file, and no workload; write KIND/NAME`);
});

test("a group that is written must be the object's", () => {
  const rollout = { apiVersion: "argoproj.io/v1alpha1", kind: "Rollout", metadata: { name: "web" } };
  expect(workloadName("ro/web")(rollout)).toBe(true);
  expect(workloadName("rollouts.argoproj.io/web")(rollout)).toBe(true);
  expect(workloadName("rollouts.apps/web")(rollout)).toBe(false);
});
