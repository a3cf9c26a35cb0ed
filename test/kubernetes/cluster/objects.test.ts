import { expect, test } from "vitest";
import { ClusterIndex, ManifestObjectError, readManifestObjects, resolvePod, validatePod } from "../../../src/index.ts";

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
  const read = readManifestObjects(item, "PodList");
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
