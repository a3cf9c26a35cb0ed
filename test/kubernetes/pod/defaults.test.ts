/** What the API server fills in. More of it is in the vectors. */
import { expect, test } from "vitest";
import { applyPodDefaults } from "../../../src/kubernetes/pod/defaults.ts";

test.each([undefined, null, 5, "pod"])("rejects %j as a pod", (value) => {
  expect(() => applyPodDefaults(value as never)).toThrow(/^pod must be an object, not /);
});

test("a field reference without a version gets one, whatever the others have", () => {
  const fieldRef = { fieldPath: "metadata.name" };
  const field = (name: string, version: object) => ({ name, valueFrom: { fieldRef: { ...version, ...fieldRef } } });
  const env = [
    field("A", { apiVersion: "v1" }),
    { name: "B", value: "b" },
    field("C", {}),
    field("D", { apiVersion: "" }),
  ];
  const pod = applyPodDefaults({ spec: { containers: [{ name: "app", env }] } });
  expect(pod.spec?.containers?.[0]?.env).toEqual([
    env[0],
    env[1],
    field("C", { apiVersion: "v1" }),
    field("D", { apiVersion: "v1" }),
  ]);
});
