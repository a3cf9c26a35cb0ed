import { expect, test } from "vitest";
import { PodClusters } from "../../../src/kubernetes/cluster/pod-cluster.ts";
import {
  resolveWorkload,
  WorkloadReader,
  type WorkloadReaderOptions,
} from "../../../src/kubernetes/cluster/workload-reader.ts";

const OPTIONS: WorkloadReaderOptions = { profile: "design", podIPs: [], volumeContents: {} };
const podOf = (value: string, spec: object = {}) => ({
  kind: "Pod",
  spec: { containers: [{ name: "app", env: [{ name: "A", value }] }], ...spec },
});
const SERVICE = { kind: "Service", metadata: { name: "db" }, spec: { clusterIP: "10.0.0.9" } };

const valuesOf = (reader: WorkloadReader, ...manifests: object[]) =>
  manifests.flatMap((manifest) => [...reader.read(manifest)]).map(({ pod }) => pod?.containers[0]?.env[0]?.value);

test("objects before the pods: one reading", () => {
  const reader = new WorkloadReader(OPTIONS);
  expect(valuesOf(reader, SERVICE, podOf("$(DB_SERVICE_HOST)"))).toEqual(["10.0.0.9"]);
  expect(reader.mustBeRepeated).toBe(false);
});

test("objects after a pod: the second pass uses them", () => {
  const stream = [podOf("$(DB_SERVICE_HOST)"), SERVICE, podOf("x")];
  const first = new WorkloadReader(OPTIONS);
  expect(valuesOf(first, ...stream)).toEqual(["$(DB_SERVICE_HOST)", undefined]);
  expect(first.mustBeRepeated).toBe(true);
  const second = first.again();
  expect(valuesOf(second, ...stream)).toEqual(["10.0.0.9", "x"]);
  expect(second.mustBeRepeated).toBe(false);
});

test("what is kept is a copy", () => {
  const service = structuredClone(SERVICE);
  const reader = new WorkloadReader(OPTIONS);
  reader.read(service);
  expect(reader.objects.services).toEqual([service]);
  service.spec.clusterIP = "changed";
  expect(valuesOf(reader, podOf("$(DB_SERVICE_HOST)"))).toEqual(["10.0.0.9"]);
});

test("after a pod that has problems, pods are only validated, and nothing is read again", () => {
  const reader = new WorkloadReader(OPTIONS);
  const results = [podOf("a"), podOf("b", { volumes: [{}] }), SERVICE, podOf("c"), podOf("d", { nodeName: 5 })].map(
    (manifest) => Array.from(reader.read(manifest), ({ pod, problems }) => [pod !== undefined, problems.length]),
  );
  expect(results).toEqual([[[true, 0]], [[false, 1]], [], [[false, 0]], [[false, 1]]]);
  expect(reader.mustBeRepeated).toBe(false);
});

test("a pod over the limit has no result, and the others have", () => {
  const reader = new WorkloadReader({ ...OPTIONS, expansionLimit: 3 });
  const [over] = reader.read(podOf("$(NONE)"));
  expect(over).toMatchObject({ problems: [], overLimit: { code: "expansion-limit", limit: 3 } });
  expect(over?.pod).toBeUndefined();
  expect(valuesOf(reader, podOf("x"))).toEqual(["x"]);
});

test("pods run on the node that is given, or on the one of the stream that they name", () => {
  const node = (name: string, address: string) => ({
    kind: "Node",
    metadata: { name },
    status: {
      addresses: [
        { type: "ExternalIP", address: "9.9.9.9" },
        { type: "InternalIP", address },
      ],
    },
  });
  const env = (fieldPath: string) => ({ name: fieldPath, valueFrom: { fieldRef: { fieldPath } } });
  const pod = (nodeName?: string) => ({
    kind: "Pod",
    spec: {
      containers: [{ name: "app", env: [env("spec.nodeName"), env("status.hostIP")] }],
      ...(nodeName !== undefined && { nodeName }),
    },
  });
  const valuesOn = (reader: WorkloadReader, nodeName?: string) =>
    [...reader.read(pod(nodeName))][0]?.pod?.containers[0]?.env.map(({ value }) => value);

  const given = new WorkloadReader({ ...OPTIONS, node: node("a", "1.1.1.1") });
  expect(valuesOn(given)).toEqual(["a", "1.1.1.1"]);
  expect(valuesOn(given, "")).toEqual(["a", "1.1.1.1"]);
  const streamed = new WorkloadReader(OPTIONS);
  streamed.read(node("b", "2.2.2.2"));
  expect(valuesOn(streamed, "b")).toEqual(["b", "2.2.2.2"]);
  expect(valuesOn(streamed, "c")).toEqual(["c"]);
  expect(valuesOn(streamed)).toEqual([]);
});

test("a node without a name is not used for any pod", () => {
  const reader = new WorkloadReader(OPTIONS);
  reader.read({ kind: "Node", status: { addresses: [{ type: "InternalIP", address: "10.0.0.1" }] } });
  const env = [{ name: "A", valueFrom: { fieldRef: { fieldPath: "status.hostIP" } } }];
  for (const nodeName of [undefined, null, ""]) {
    const [result] = reader.read({ kind: "Pod", spec: { nodeName, containers: [{ name: "app", env }] } });
    expect(result?.pod?.containers[0]).toMatchObject({ env: [], unknown: [{ name: "A" }] });
  }
});

test("a closed world: an object that cannot be read is unknown, every other one is missing", () => {
  const optional = (kind: string, name: string) => ({ [kind]: { name, optional: true } });
  const pod = {
    kind: "Pod",
    metadata: { name: "web", namespace: "shop" },
    spec: {
      containers: [
        {
          name: "app",
          envFrom: [optional("secretRef", "db"), optional("secretRef", "gone"), optional("configMapRef", "db")],
          env: [{ name: "URL", value: "$(USER) $(API_SERVICE_HOST) $(WEB_SERVICE_HOST)" }],
        },
      ],
    },
  };
  const read = (unreadable: readonly string[]) => {
    const has = (kind: string, name: string) => unreadable.includes(`${kind} ${name}`);
    const reader = new WorkloadReader({ ...OPTIONS, world: "closed", unreadable: { has } });
    const { skipped, unknown, unresolved } = [...reader.read(pod)][0]!.pod!.containers[0]!;
    return {
      skipped: skipped.map(({ source }) => source.kind),
      unknown: unknown.map(({ needs, needsKind, path }) => [path.slice(3).join("."), needs, needsKind]),
      unresolved: unresolved.map(({ name, verdict }) => `${name} ${verdict}`),
    };
  };
  expect(read([])).toEqual({
    skipped: ["secretRef", "secretRef", "configMapRef"],
    unknown: [],
    unresolved: ["USER undefined", "API_SERVICE_HOST undefined", "WEB_SERVICE_HOST undefined"],
  });
  expect(read(["Secret db"])).toEqual({
    skipped: ["secretRef", "configMapRef"],
    unknown: [["envFrom.0", "Secret shop/db", "object"]],
    unresolved: ["USER unknown", "API_SERVICE_HOST unknown", "WEB_SERVICE_HOST unknown"],
  });
  expect(read(["Service api"])).toEqual({
    skipped: ["secretRef", "secretRef", "configMapRef"],
    unknown: [["env.0.value", "Service shop/api", "service"]],
    unresolved: ["USER undefined", "API_SERVICE_HOST unknown", "WEB_SERVICE_HOST undefined"],
  });
});

test("pods that may be invalid do not end the resolution of others, in either reader", () => {
  const invalid = { ...podOf("b", { volumes: [{}] }), metadata: { name: "b" } };
  const stream = [podOf("$(DB_SERVICE_HOST)"), invalid, SERVICE, podOf("x")];
  const first = new WorkloadReader(OPTIONS);
  const read = (reader: WorkloadReader, mayBeInvalid: boolean) =>
    stream.flatMap((manifest) =>
      Array.from(reader.read(manifest, { mayBeInvalid }), ({ pod, problems }) => [
        pod?.containers[0]?.env[0]?.value,
        problems.length,
      ]),
    );
  expect(read(first, true)).toEqual([
    ["$(DB_SERVICE_HOST)", 0],
    [undefined, 1],
    [undefined, 0],
  ]);
  expect(first.mustBeRepeated).toBe(true);
  expect(read(first.again(), true)).toEqual([
    ["10.0.0.9", 0],
    [undefined, 1],
    ["x", 0],
  ]);
  expect(read(first.again(), false)).toEqual([
    ["10.0.0.9", 0],
    ["b", 0],
    ["x", 0],
  ]);
  expect(first.objects.services).toHaveLength(1);
});

test.each([
  ["Service", "services"],
  ["ConfigMap", "configMaps"],
  ["Secret", "secrets"],
  ["Node", "nodes"],
] as const)("a %s after a pod is kept, and the stream must be read again", (kind, list) => {
  const reader = new WorkloadReader(OPTIONS);
  reader.read({ kind: "Role" });
  reader.read({ kind, metadata: { name: "before" } });
  expect(valuesOf(reader, podOf("a"), { kind: "Role" })).toEqual(["a"]);
  expect(reader.mustBeRepeated).toBe(false);
  reader.read({ kind, metadata: { name: "after" } });
  expect(reader.mustBeRepeated).toBe(true);
  expect(reader.objects[list].map(({ metadata }) => metadata?.name)).toEqual(["before", "after"]);
});

test("a document's pods are chosen, and its other objects and its errors are reported", () => {
  const skipped: object[] = [];
  const errors: string[] = [];
  const named = (name: string) => ({ ...podOf(name), kind: undefined, metadata: { name } });
  const items = [named("a"), 5, { kind: "Role" }, named("b"), { kind: "Secret", data: [] }];
  const results = new WorkloadReader({ ...OPTIONS, namespace: "ns" }).read(
    { kind: "PodList", items },
    {
      isWanted: ({ owner }) => owner.metadata?.name === "b",
      onSkipped: (object) => skipped.push(object),
      onError: ({ path, message }) => errors.push(`${path.join(".")}: ${message}`),
    },
  );
  expect(Array.from(results, ({ pod }) => [pod?.name, pod?.namespace, pod?.containers[0]?.env[0]?.value])).toEqual([
    ["b", "ns", "b"],
  ]);
  expect(skipped).toEqual([{ kind: "Role", path: ["items", 2] }]);
  expect(errors).toEqual([
    "items.1: a Kubernetes object is a mapping, not a number",
    "items.4.data: data: expected a mapping, found a list",
  ]);
  expect(() => new WorkloadReader(OPTIONS).read({ kind: "PodList", items })).toThrow("not a number");
  expect([...new WorkloadReader(OPTIONS).read(named("c"), { listKind: "PodList" })]).toHaveLength(1);
});

test("only chosen workloads are traced, with the same result", () => {
  const isTraced = ({ owner }: { readonly owner: { readonly metadata?: { readonly name?: string } } }) =>
    owner.metadata?.name === "traced";
  const reader = new WorkloadReader({ ...OPTIONS, isTraced });
  const read = (name: string) => [...reader.read({ ...podOf("$(B)"), metadata: { name, namespace: "ns" } })][0]!;
  const [traced, other] = [read("traced"), read("other")];
  expect(other.trace).toBeUndefined();
  expect(traced.trace?.containers[0]?.uses.map(({ name }) => name)).toEqual(["B"]);
  expect(traced.pod).toEqual({ ...other.pod, name: "traced" });
});

test("given variables replace entries of env, and are the last source of the other variables", () => {
  const env = [
    { name: "A", valueFrom: { secretKeyRef: { name: "none", key: "k" } } },
    { name: "OWN", value: "own" },
  ];
  const envFrom = [{ configMapRef: { name: "c" } }];
  const args = ["$(A) $(OWN) $(FROM) $(B)"];
  const metadata = { name: "p", namespace: "ns" };
  const spec = {
    initContainers: [{ name: "i", args }],
    containers: [
      { name: "a", image: "i", env, envFrom, args },
      { name: "b", image: "i", args },
    ],
  };
  const reader = new WorkloadReader(OPTIONS);
  reader.read({ kind: "ConfigMap", metadata: { name: "c", namespace: "ns" }, data: { FROM: "c", B: "c" } });
  const given = new Map([
    ["A", "$(OWN)"],
    ["B", "$$b"],
  ]);
  const resolve = (manifest: object, options: object = {}) => {
    let workload: Parameters<typeof resolveWorkload>[0] | undefined;
    reader.read(manifest, {
      isWanted: (each) => {
        workload = each;
        return false;
      },
    });
    return resolveWorkload(workload!, new PodClusters(reader.objects, OPTIONS), { ...OPTIONS, ...options }, given);
  };
  const argsOf = (manifest: object) => resolve(manifest).pod?.containers.map((container) => container.args?.[0]);
  const expected = ["$(OWN) $(OWN) $(FROM) $$b", "$(OWN) own c $$b", "$(OWN) $(OWN) $(FROM) $$b"];
  expect(argsOf({ kind: "Pod", metadata, spec })).toEqual(expected);
  expect(argsOf({ kind: "Deployment", metadata, spec: { template: { spec } } })).toEqual(expected);
  expect(argsOf({ kind: "Pod", spec: { containers: [{ name: "a", args }] } })).toEqual(["$(OWN) $(OWN) $(FROM) $$b"]);
  const unnamed = resolve({ kind: "Pod", spec: { containers: [{ name: "a", env: [{ value: "x" }], args }] } });
  expect(unnamed.problems.map(({ path }) => path.join("."))).toEqual(["spec.containers.0.env.0.name"]);
  expect(unnamed.pod).toBeUndefined();
  const over = resolve({ kind: "Pod", metadata, spec }, { expansionLimit: 3 });
  expect([over.problems, over.overLimit?.limit, over.pod]).toEqual([[], 3, undefined]);
});
