import { expect, test } from "vitest";
import type { Pod } from "../../src/index.ts";
import { inspectPod } from "../../src/pod/pod-schema.ts";

test("a pod that is right is not copied, whatever its other members are", () => {
  const pod = { kind: "Pod", more: null, spec: { containers: [{ name: "app", ports: "x" }], tolerations: null } };
  const { value, wrong } = inspectPod(pod as Pod);
  expect(value).toBe(pod);
  expect(wrong).toEqual([]);
});

test("members that are null or have a wrong type are left out of a copy; in lists and maps of strings, null is empty", () => {
  const pod = {
    metadata: { labels: { a: 1, b: "x", ["__proto__"]: null }, name: null },
    spec: {
      containers: [{ name: "app", args: ["a", 5, null], env: [5, { name: "A", value: null }], image: null }],
      initContainers: [{ name: "init" }],
      nodeName: {},
    },
  };
  const before = structuredClone(pod);
  const { value, wrong } = inspectPod(pod as never);
  expect(value).toEqual({
    metadata: { labels: { b: "x", ["__proto__"]: "" } },
    spec: {
      containers: [{ name: "app", args: ["a", "", ""], env: [{}, { name: "A" }], image: null }],
      initContainers: [{ name: "init" }],
    },
  });
  expect(wrong.map(({ path }) => path.join("."))).toEqual([
    "metadata.labels.a",
    "spec.containers.0.args.1",
    "spec.containers.0.env.0",
    "spec.nodeName",
  ]);
  expect(pod).toEqual(before);
  expect(value.spec?.initContainers).toBe(pod.spec.initContainers);
});

test.each([null, [], "pod", 5])("%j is no pod: an empty one stands for it", (pod) => {
  expect(inspectPod(pod as never)).toMatchObject({ value: {}, wrong: [{ path: [] }] });
});
