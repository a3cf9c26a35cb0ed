import { expect, test } from "vitest";
import { ClusterIndex, ManifestObjectError, readManifestObjects, resolvePod, validatePod } from "../../../src/index.ts";
import { isAlwaysSkipped, mayBeObject, SkippedObjects } from "../../../src/kubernetes/cluster/objects.ts";

const SPEC = { containers: [{ name: "app", env: [{ name: "URL", value: "$(DB_SERVICE_HOST)" }] }] };

function errorOf(manifest: unknown): Pick<ManifestObjectError, "code" | "path" | "message"> {
  try {
    readManifestObjects(manifest);
  } catch (error) {
    if (!(error instanceof ManifestObjectError)) throw error;
    expect(error.name).toBe("ManifestObjectError");
    return { code: error.code, path: error.path, message: error.message };
  }
  throw new Error("read");
}

test("a List gives its workloads, and the objects that their pods refer to", () => {
  const list = {
    apiVersion: "v1",
    kind: "List",
    items: [
      { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" }, spec: { template: { spec: SPEC } } },
      { kind: "ServiceList", items: [{ metadata: { name: "db" }, spec: { clusterIP: "10.0.0.9" } }] },
      { kind: "ConfigMap", metadata: { name: "c" } },
      { kind: "Secret", metadata: { name: "s" } },
      { kind: "Node", metadata: { name: "n" } },
      { kind: "Role", metadata: 5 },
    ],
  };
  const objects = readManifestObjects(list);
  expect(objects).toMatchObject({ configMaps: [{}], secrets: [{}], nodes: [{ metadata: { name: "n" } }] });
  const [workload, ...others] = objects.workloads;
  expect(others).toEqual([]);
  expect(workload).toMatchObject({ owner: list.items[0], ownerPath: ["items", 0], podPath: ["spec", "template"] });
  const [container] = resolvePod(workload!.pod, new ClusterIndex(objects)).containers;
  expect(container?.env[0]).toMatchObject({ name: "URL", value: "10.0.0.9" });
});

test("items of a List have its kind, also when they are read one by one", () => {
  const item = { metadata: { name: "x" }, spec: SPEC };
  const read = readManifestObjects(item, { listKind: "PodList" });
  expect(read.workloads).toEqual([
    {
      owner: { ...item, kind: "Pod" },
      ownerPath: [],
      podPath: [],
      pod: item,
      isBuiltIn: true,
      isOneOfSeveral: false,
    },
  ]);
  expect(readManifestObjects({ kind: "PodList", items: [item] }).workloads).toMatchObject([{ pod: item }]);
  expect(errorOf({ kind: "List", items: [{}] })).toEqual({
    code: "no-kind",
    path: ["items", 0],
    message: "the object has no kind",
  });
});

test("members that are null are not there", () => {
  const service = { kind: "Service", metadata: null, spec: { clusterIP: null, ports: [{ port: 80, name: null }] } };
  expect(readManifestObjects(service).services).toEqual([{ kind: "Service", spec: { ports: [{ port: 80 }] } }]);
  expect(service.metadata).toBeNull();
});

test.each<[unknown, string, (string | number)[], string]>([
  [[], "not-an-object", [], "a Kubernetes object is a mapping, not a list"],
  [{ kind: "List", items: ["x"] }, "not-an-object", ["items", 0], "a Kubernetes object is a mapping, not a string"],
  [{ kind: "Job", spec: 5 }, "wrong-type", ["spec"], "spec: expected a mapping, found a number"],
  [
    { kind: "List", items: [{ kind: "Service", spec: { ports: [{ port: "80" }] } }] },
    "wrong-type",
    ["items", 0, "spec", "ports", 0, "port"],
    "spec.ports[0].port: expected a number, found a string",
  ],
  [{ kind: "Secret", stringData: [] }, "wrong-type", ["stringData"], "stringData: expected a mapping, found a list"],
  [
    { kind: "Node", status: { addresses: [null] } },
    "wrong-type",
    ["status", "addresses", 0],
    "status.addresses[0]: expected a mapping, found nothing",
  ],
])("%j", (manifest, code, path, message) => {
  expect(errorOf(manifest)).toEqual({ code, path, message });
});

test("wrong types in a pod are left to validation", () => {
  const manifest = { kind: "Job", metadata: { namespace: "ns" }, spec: { template: { metadata: 5, spec: SPEC } } };
  const [workload] = readManifestObjects(manifest).workloads;
  expect(validatePod(workload!.pod)).toMatchObject([{ code: "wrong-type", path: ["metadata"] }]);
});

test.each<[kind: string | undefined, apiVersion: unknown, isSkipped: boolean]>([
  [undefined, "v1", true],
  ["", "v1", false],
  ["Template", "rbac.authorization.k8s.io/v1", false],
  ["List", "v1", false],
  ["RoleList", "rbac.authorization.k8s.io/v1", false],
  ["Lists", "v1", true],
  ...["Service", "ConfigMap", "Secret", "Node"].map((kind): [string, string, boolean] => [kind, "other/v1", false]),
  ["Pod", "v1", false],
  ["Deployment", "apps/v1", false],
  ["Deployment", "v1", true],
  ["Role", "rbac.authorization.k8s.io/v1", true],
  ["Namespace", "v1", true],
  ["Namespace", undefined, true],
  ["Example", "example.com/v1", false],
  ["ExamplePolicy", "example.com/v1", true],
  ["Site", "v1", false],
  ["constructor", "v1", true],
])("%s of %s is always skipped: %s", (kind, apiVersion, isSkipped) => {
  expect(isAlwaysSkipped(kind, apiVersion, [{ kind: "Site", location: "spec.podTemplate" }])).toBe(isSkipped);
});

test.each([
  [null, true],
  [{ kind: "Pod" }, true],
  [{ kind: "" }, false],
  [{ kind: 1 }, false],
  [{}, false],
  ["Pod", false],
  [[{ kind: "Pod" }], false],
])("%j can be an object: %s", (value, isObject) => {
  expect(mayBeObject(value)).toBe(isObject);
});

function skipped(...objects: readonly [kind: string, group?: string][]): SkippedObjects {
  const all = new SkippedObjects();
  for (const [kind, group] of objects) all.add({ kind, ...(group !== undefined && { group }), path: [] });
  return all;
}

test.each<[objects: [kind: string, group?: string][], lines: string[]]>([
  [[], []],
  [[["Role"]], ["skipped 1 object without a pod: 1 Role"]],
  [[["Role"], ["Secret", "x"], ["Secret", "y"]], ["skipped 3 objects without a pod: 2 Secret, 1 Role"]],
  [[["Pod", "apps"]], ["skipped 1 object without a pod: 1 Pod (not a kind of the apps group)"]],
  [[["Deployment", ""]], ["skipped 1 object without a pod: 1 Deployment (not a kind of the core group)"]],
  [[["Pod", "example.com"], ["Pod"]], ["skipped 2 objects without a pod: 2 Pod"]],
  ...["batch", "extensions", "autoscaling", "policy"].map((group): [[kind: string, group: string][], string[]] => [
    [["Pod", group]],
    [`skipped 1 object without a pod: 1 Pod (not a kind of the ${group} group)`],
  ]),
  [
    [
      ["DaemonSet", "extensions"],
      ["Role", "apps"],
    ],
    ["skipped 2 objects without a pod: 1 DaemonSet, 1 Role"],
  ],
  [[["a\u001bb"]], ["skipped 1 object without a pod: 1 a\\u001bb"]],
  [
    Array.from({ length: 12 }, (_, i) => [`Kind${i}`]),
    [
      `skipped 12 objects without a pod: ${Array.from({ length: 10 }, (_, i) => `1 Kind${i}`).join(", ")}, 2 of other kinds`,
    ],
  ],
  [
    Array.from({ length: 10 }, (_, i) => [`Kind${i}`]),
    [`skipped 10 objects without a pod: ${Array.from({ length: 10 }, (_, i) => `1 Kind${i}`).join(", ")}`],
  ],
])("the skipped objects %j are reported on a line", (objects, lines) => {
  expect(skipped(...objects).lines()).toEqual(lines);
});

test("a thousand kinds of skipped objects are counted separately, and counts can be added", () => {
  const all = skipped(...Array.from({ length: 1002 }, (_, i): [string] => [`Kind${i}`]));
  all.add({ kind: "Kind999", path: [] });
  all.add({ kind: "Kind1000", path: [] });
  all.addAll(skipped(["Kind999"], ["New"], ["Kind3"]));
  const others = [0, 1, 2, 4, 5, 6, 7, 8].map((i) => `1 Kind${i}`).join(", ");
  expect(all.lines()).toEqual([
    `skipped 1007 objects without a pod: 3 Kind999, 2 Kind3, ${others}, 994 of other kinds`,
  ]);
});

test("a long name of a kind is cut", () => {
  const [line] = skipped(["K".repeat(200)]).lines();
  expect(line).toBe(`skipped 1 object without a pod: 1 ${"K".repeat(100)}...`);
});

const DEPLOYMENT = { kind: "Deployment", apiVersion: "apps/v1", spec: { template: { spec: SPEC } } };

test.each<[apiVersion: string | undefined, isTemplate: boolean]>([
  ["template.openshift.io/v1", true],
  ["v1", true],
  ["apps/v1", false],
  [undefined, false],
])("a Template of %s contains objects: %s", (apiVersion, isTemplate) => {
  const objects = [{ kind: 5 }, { spec: {} }, [DEPLOYMENT], { kind: "Role" }, { kind: "Job", spec: {} }, DEPLOYMENT];
  const { workloads, skipped } = readManifestObjects({ apiVersion, kind: "Template", objects });
  expect(workloads.map(({ ownerPath, isBuiltIn }) => [ownerPath, isBuiltIn])).toEqual(
    isTemplate ? [[["objects", 5], false]] : [],
  );
  expect(skipped.map(({ kind }) => kind)).toEqual(isTemplate ? [] : ["Template"]);
  expect(readManifestObjects({ apiVersion, kind: "Template", objects: { a: DEPLOYMENT } }).workloads).toEqual([]);
});

test.each<[metadata: unknown, expected: unknown]>([
  [undefined, { namespace: "ns" }],
  [null, { namespace: "ns" }],
  [{}, { namespace: "ns" }],
  [
    { name: "c", namespace: "own" },
    { name: "c", namespace: "own" },
  ],
  [
    { name: "c", namespace: "" },
    { name: "c", namespace: "ns" },
  ],
  [
    { name: "c", namespace: null },
    { name: "c", namespace: "ns" },
  ],
])("an object with the metadata %j is in the given namespace, unless it has one", (metadata, expected) => {
  const objects = readManifestObjects({ kind: "ConfigMap", metadata }, { namespace: "ns" });
  expect(objects.configMaps).toEqual([{ kind: "ConfigMap", metadata: expected }]);
  const [workload] = readManifestObjects({ ...DEPLOYMENT, metadata }, { namespace: "ns" }).workloads;
  expect([workload?.owner.metadata, workload?.pod.metadata]).toEqual([
    expected,
    { namespace: (expected as { namespace: string }).namespace },
  ]);
});

test("metadata of a wrong type is reported, with a namespace or without one", () => {
  for (const namespace of [undefined, "ns"]) {
    const errors: string[] = [];
    const list = { kind: "ConfigMapList", items: [{ metadata: 5 }, { metadata: [] }, { metadata: { name: 5 } }, {}] };
    const onError = ({ path, message }: ManifestObjectError) => errors.push(`${path.join(".")} ${message}`);
    const { configMaps } = readManifestObjects(list, { namespace, onError });
    expect(errors).toEqual([
      "items.0.metadata metadata: expected a mapping, found a number",
      "items.1.metadata metadata: expected a mapping, found a list",
      "items.2.metadata.name metadata.name: expected a string, found a number",
    ]);
    expect(configMaps).toHaveLength(1);
  }
});

test.each<[apiVersion: string | undefined, isCore: boolean]>([
  [undefined, true],
  ["", true],
  ["v1", true],
  ["v2", true],
  ["apps/v1", false],
  ["example.com/v1", false],
])("core objects of the version %j are kept: %s", (apiVersion, isCore) => {
  const items = ["Service", "ConfigMap", "Secret", "Node"].map((kind) => ({ apiVersion, kind }));
  const { skipped, services, configMaps, secrets, nodes } = readManifestObjects({ kind: "List", items });
  expect([services, configMaps, secrets, nodes].map((list) => list.length)).toEqual(Array(4).fill(isCore ? 1 : 0));
  expect(skipped).toHaveLength(isCore ? 0 : 4);
});

test("a List in a List, a List whose items are not a list, and kinds of items", () => {
  const inner = { kind: "PodList", items: [{ spec: SPEC }, { kind: "Secret" }] };
  const { workloads, secrets } = readManifestObjects({ kind: "List", items: [{ kind: "List", items: [inner] }] });
  expect(workloads.map(({ owner, ownerPath }) => [owner.kind, ownerPath])).toEqual([
    ["Pod", ["items", 0, "items", 0, "items", 0]],
  ]);
  expect(secrets).toEqual([{ kind: "Secret" }]);
  for (const items of [undefined, null, {}, "x"]) {
    expect(readManifestObjects({ kind: "PodList", items }).skipped).toEqual([{ kind: "PodList", path: [] }]);
  }
  expect(readManifestObjects({ kind: "Lists", items: [{ kind: "Secret" }] }).secrets).toEqual([]);
});

test("Lists that contain each other without end are an error", () => {
  const list = { kind: "List", items: [] as unknown[] };
  list.items.push(list);
  expect(errorOf(list)).toMatchObject({ code: "too-deep", message: "Lists are nested more than 100 levels deep" });
  const nested = (count: number): object =>
    count === 0 ? { kind: "Pod", spec: SPEC } : { kind: "List", items: [nested(count - 1)] };
  expect(readManifestObjects(nested(100)).workloads).toHaveLength(1);
  expect(errorOf(nested(101)).path).toHaveLength(200);
});

test("parts of an object that contain each other are searched once", () => {
  const part: Record<string, unknown> = {};
  Object.assign(part, { a: part, b: [part, { part }] });
  let doubled: unknown = { podTemplate: { spec: { containers: [{ name: "a", image: "a" }] } } };
  for (let i = 0; i < 3; i++) doubled = [doubled, doubled];
  let empty: unknown = "";
  for (let i = 0; i < 60; i++) empty = { left: empty, right: empty };
  const { workloads } = readManifestObjects({
    kind: "Site",
    apiVersion: "example.com/v1",
    spec: { part, doubled, empty },
  });
  expect(workloads).toHaveLength(8);
});
