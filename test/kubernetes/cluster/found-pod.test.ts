/** What makes something the spec of a pod. */
import { expect, test } from "vitest";
import { below, isPodSpec, pathInObject, podOfSpec } from "../../../src/kubernetes/cluster/found-pod.ts";

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

test("a path in a pod is converted to the path in its object, with the parts that are elsewhere", () => {
  const moved = [
    { inPod: ["spec", "containers", 0], inObject: ["spec", "main"] },
    { inPod: ["spec", "containers", 1], inObject: ["spec", "sidecars", 0] },
  ];
  const place = { podPath: ["spec", "template"], moved };
  const pathOf = (...path: (string | number)[]) => pathInObject(place, path).join(".");
  expect(pathOf("spec", "containers", 0)).toBe("spec.main");
  expect(pathOf("spec", "containers", 0, "env", 2)).toBe("spec.main.env.2");
  expect(pathOf("spec", "containers", 1, "name")).toBe("spec.sidecars.0.name");
  expect(pathOf("spec", "containers", 2)).toBe("spec.template.spec.containers.2");
  expect(pathOf("spec", "initContainers", 0)).toBe("spec.template.spec.initContainers.0");
  expect(pathOf("metadata", "containers", 0)).toBe("spec.template.metadata.containers.0");
  expect(pathOf("spec")).toBe("spec.template.spec");
  expect(pathOf()).toBe("spec.template");
  expect(pathInObject({ podPath: ["a"] }, ["spec"])).toEqual(["a", "spec"]);
});

test("a pod whose object is in another object keeps its parts below the path of that object", () => {
  const pod = { spec: {} };
  expect(below(["items", 1], { podPath: ["template"], pod })).toEqual({ podPath: ["items", 1, "template"], pod });
  expect(below(["a"], podOfSpec(pod.spec, ["spec"]))).toEqual({
    podPath: ["a", "spec"],
    pod,
    moved: [{ inPod: ["spec"], inObject: ["a", "spec"] }],
  });
});
