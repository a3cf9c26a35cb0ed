import { expect, test } from "vitest";
import { containerFieldPath, containerReference, objectReference } from "../../src/kubernetes/index.ts";

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web-0", namespace: "prod", uid: "1f", resourceVersion: "7", labels: { a: "b" } },
  spec: {
    containers: [{ name: "app" }, { name: "" }, {}],
    initContainers: [{ name: "setup" }],
    ephemeralContainers: [{ name: "debug" }],
  },
};

test("a reference is built from an object's own fields", () => {
  expect(objectReference(pod)).toEqual({
    kind: "Pod",
    namespace: "prod",
    name: "web-0",
    uid: "1f",
    apiVersion: "v1",
    resourceVersion: "7",
  });
});

test("fields that an object does not have are left out", () => {
  expect(objectReference({ apiVersion: "v1", kind: "Node", metadata: { name: "n1" } })).toEqual({
    kind: "Node",
    name: "n1",
    apiVersion: "v1",
  });
});

test("empty fields are left out", () => {
  const metadata = { name: "", namespace: "", uid: "", resourceVersion: "" };
  expect(objectReference({ apiVersion: "", kind: "Pod", metadata })).toEqual({ kind: "Pod" });
  expect(objectReference({ kind: "", metadata: { name: "web-0" } })).toBeUndefined();
});

test("a reference is itself", () => {
  const reference = { kind: "Pod", name: "web-0", fieldPath: "spec.containers{app}" };
  expect(objectReference(reference)).toBe(reference);
});

test("an object without a kind has no reference", () => {
  expect(objectReference({ metadata: { name: "web-0" } })).toBeUndefined();
  expect(containerReference({ metadata: { name: "web-0" }, spec: pod.spec }, { name: "app" })).toBeUndefined();
});

test.each([
  [{ name: "app" }, "spec.containers{app}"],
  [{ name: "setup" }, "spec.initContainers{setup}"],
  [{ name: "debug" }, "spec.ephemeralContainers{debug}"],
  [{ name: "" }, "spec.containers[1]"],
  [{}, "spec.containers[1]"],
  [pod.spec.containers[2]!, "spec.containers[2]"],
  [{ name: "missing" }, undefined],
])("the path to container %j is %s", (container, fieldPath) => {
  expect(containerFieldPath(pod.spec, container)).toBe(fieldPath);
});

test("no name and an empty one are the same, and no other", () => {
  expect(containerFieldPath({ containers: [{ name: "a" }, {}] }, { name: "" })).toBe("spec.containers[1]");
  expect(containerFieldPath({ containers: [{ name: "a" }, { name: "" }] }, {})).toBe("spec.containers[1]");
  expect(containerFieldPath({ containers: [{ name: "a" }] }, {})).toBeUndefined();
  expect(containerFieldPath({ containers: [{}] }, { name: "a" })).toBeUndefined();
});

test("a container's reference is its pod's, with the path", () => {
  expect(containerReference(pod, { name: "setup" })).toEqual({
    ...objectReference(pod),
    fieldPath: "spec.initContainers{setup}",
  });
  expect(containerReference(pod, { name: "missing" })).toBeUndefined();
  expect(containerReference({ kind: "Pod", metadata: { name: "web-0" } }, { name: "app" })).toBeUndefined();
});
