import { expect, test } from "vitest";
import type { Pod } from "../../../src/index.ts";
import { inspect, inspectPod, POD } from "../../../src/kubernetes/pod/pod-schema.ts";
import { fuzzCases, Random } from "../../reference/random.ts";

test("a pod that is right is not copied, whatever its other members are", () => {
  const pod = { kind: "Pod", more: null, spec: { containers: [{ name: "app", ports: "x" }], tolerations: null } };
  const { value, wrong } = inspectPod(pod as Pod);
  expect(value).toBe(pod);
  expect(wrong).toEqual([]);
});

test("a quantity that is not a number does not cause a copy", () => {
  const pod = { spec: { containers: [{ name: "app", resources: { limits: { cpu: Number.NaN } } }] } };
  expect(inspect(pod, POD).value).toBe(pod);
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

test.each([null, [], "pod", 5])("treats %j as an empty pod and reports it", (pod) => {
  expect(inspectPod(pod as never)).toMatchObject({ value: {}, wrong: [{ path: [] }] });
});

test("the quick look at a pod that is right finds what the walk finds", () => {
  const random = new Random(1);
  const any = (): unknown =>
    random.pick([
      null,
      undefined,
      5,
      5n,
      true,
      "x",
      Number.NaN,
      [],
      {},
      [null],
      { name: 5 },
      ["a", 1],
      [{ name: null }],
    ]);
  const selector = () => ({ name: "a", key: "b", optional: true });
  const container = () => ({
    name: "app",
    command: ["a", "b"],
    env: [
      { name: "A", value: "b" },
      { name: "B", valueFrom: { configMapKeyRef: selector(), fieldRef: { apiVersion: "v1", fieldPath: "x" } } },
      { name: "C", valueFrom: { resourceFieldRef: { resource: "limits.cpu", divisor: 1 }, fileKeyRef: { path: "p" } } },
    ],
    envFrom: [{ prefix: "P", secretRef: { name: "a" } }],
    resources: { limits: { cpu: 1, memory: "1Gi" } },
    volumeMounts: [{ name: "v", mountPath: "/v", readOnly: true }],
    livenessProbe: { exec: { command: ["a"] }, periodSeconds: 1 },
    lifecycle: { preStop: { exec: { command: [] } } },
  });
  const pod = () => ({
    kind: "Pod",
    metadata: { name: "a", labels: { a: "b" }, annotations: {}, generation: 1 },
    spec: { containers: [container()], initContainers: [container()], volumes: [{ name: "v" }], hostNetwork: true },
    status: { podIP: "10.0.0.1", podIPs: [{ ip: "10.0.0.1" }] },
  });
  /** Replaces a value somewhere in the pod by any other. */
  const change = (value: object): void => {
    const key = random.pick(Object.keys(value)) as never;
    const member: unknown = value[key];
    const isIn = typeof member === "object" && member !== null && Object.keys(member).length > 0 && random.below(6) > 0;
    if (isIn) change(member);
    else value[key] = any() as never;
  };
  let right = 0;
  for (let i = 0; i < fuzzCases(20_000); i++) {
    const changed = pod();
    for (let changes = random.below(3); changes > 0; changes--) change(changed);
    const found = inspectPod(changed as never);
    const expected = inspect(changed, POD);
    expect(found).toEqual(expected);
    expect(found.value === (changed as never)).toBe(expected.value === changed);
    if (found.wrong.length === 0) right++;
  }
  expect(right).toBeGreaterThan(1000);
});

test.each(["__proto__", "__defineGetter__", "constructor", "toString"])(
  "a member called %s is only another member",
  (name) => {
    const pod = JSON.parse(
      `{"metadata": {"labels": {"${name}": "x"}, "${name}": 1}, "${name}": null, "spec": {"${name}": []}}`,
    );
    expect(inspectPod(pod)).toEqual({ value: pod, wrong: [] });
  },
);
