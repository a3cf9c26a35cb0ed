/** How people write the kind of an object. */
import { expect, test } from "vitest";
import { isKind } from "../../src/cluster/kind-names.ts";

test.each<[written: string, kind: string, group: string | undefined, expected: boolean]>([
  ["deploy", "Deployment", "apps", true],
  ["Deployments", "Deployment", "apps", true],
  ["deployment.apps", "Deployment", "apps", true],
  ["deployment.v1.apps", "Deployment", "apps", true],
  ["deployment.apps", "Deployment", undefined, true],
  ["deployment.example.com", "Deployment", "apps", false],
  ["po", "Pod", "", true],
  ["pod", "PodTemplate", "", false],
  ["ingresses", "Ingress", "networking.k8s.io", true],
  ["policies", "Policy", "example.com", true],
  ["policys", "Policy", "example.com", false],
  ["polices", "Policy", "example.com", false],
  ["constructor", "Pod", "", false],
])("%s is %s of %s: %s", (written, kind, group, expected) => {
  expect(isKind(written, kind, group)).toBe(expected);
});
