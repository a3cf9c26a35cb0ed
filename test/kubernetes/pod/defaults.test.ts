/** What the API server fills in. More of it is in the vectors. */
import { expect, test } from "vitest";
import { applyPodDefaults, requestOf } from "../../../src/kubernetes/pod/defaults.ts";

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

test.each<[pod: object, metadata: object]>([
  [{}, { namespace: "default" }],
  [{ metadata: {} }, { namespace: "default" }],
  [{ metadata: { name: "p", namespace: "" } }, { name: "p", namespace: "default" }],
  [{ metadata: { name: "p", namespace: "ns" } }, { name: "p", namespace: "ns" }],
])("the namespace of %j", (pod, metadata) => {
  const before = structuredClone(pod);
  expect(applyPodDefaults(pod)).toEqual({
    metadata,
    spec: { enableServiceLinks: true, serviceAccountName: "default" },
  });
  expect(pod).toEqual(before);
});

test.each<[spec: object, expected: object]>([
  [{ enableServiceLinks: false }, { enableServiceLinks: false, serviceAccountName: "default" }],
  [
    { enableServiceLinks: true, serviceAccountName: "a" },
    { enableServiceLinks: true, serviceAccountName: "a" },
  ],
  [{ serviceAccount: "b" }, { enableServiceLinks: true, serviceAccount: "b", serviceAccountName: "b" }],
  [
    { serviceAccountName: "a", serviceAccount: "b" },
    { enableServiceLinks: true, serviceAccount: "b", serviceAccountName: "a" },
  ],
  [
    { serviceAccountName: "", serviceAccount: "" },
    { enableServiceLinks: true, serviceAccount: "", serviceAccountName: "default" },
  ],
])("the links and the account of %j", (spec, expected) => {
  expect(applyPodDefaults({ spec }).spec).toEqual(expected);
});

test.each<[resources: object, expected: object]>([
  [{}, {}],
  [{ requests: { cpu: 1 } }, { requests: { cpu: 1 } }],
  [{ limits: {} }, { limits: {} }],
  [{ limits: { cpu: 1 } }, { limits: { cpu: 1 }, requests: { cpu: 1 } }],
  [
    { limits: { cpu: 2, memory: "1Gi" }, requests: { cpu: 1 } },
    { limits: { cpu: 2, memory: "1Gi" }, requests: { cpu: 1, memory: "1Gi" } },
  ],
  [
    { limits: { cpu: 2 }, requests: { cpu: 1, memory: "1Gi" } },
    { limits: { cpu: 2 }, requests: { cpu: 1, memory: "1Gi" } },
  ],
])("the requests of %j", (resources, expected) => {
  const container = { name: "app", resources };
  const spec = {
    initContainers: [container],
    containers: [{ name: "other" }, container],
    ephemeralContainers: [container],
  };
  const defaulted = applyPodDefaults({ spec }).spec;
  const resourcesOf = (list: "initContainers" | "containers" | "ephemeralContainers") =>
    defaulted?.[list]?.map((each) => each.resources);
  expect(resourcesOf("initContainers")).toEqual([expected]);
  expect(resourcesOf("containers")).toEqual([undefined, expected]);
  expect(resourcesOf("ephemeralContainers")).toEqual([expected]);
  expect(defaulted?.containers?.[0]).toBe(spec.containers[0]);
  if (expected === resources) expect(defaulted?.containers?.[1]).toBe(container);
});

test("a container's request, or else its limit", () => {
  const resources = { limits: { cpu: 2, memory: "2Gi" }, requests: { cpu: 1, "hugepages-2Mi": 0 } };
  const names = ["cpu", "memory", "hugepages-2Mi", "ephemeral-storage", "constructor"];
  expect(names.map((name) => requestOf(resources, name))).toEqual([1, "2Gi", 0, undefined, undefined]);
  expect(requestOf({}, "cpu")).toBeUndefined();
});
