import { describe, expect, test } from "vitest";
import { readManifestObjects } from "../../../src/index.ts";

const SPEC = { containers: [{ name: "app", command: ["run"] }] };

test.each([
  ["v1", "Pod", { spec: SPEC }, []],
  ["v1", "PodTemplate", { template: { spec: SPEC } }, ["template"]],
  ["v1", "ReplicationController", { spec: { template: { spec: SPEC } } }, ["spec", "template"]],
  ["apps/v1", "StatefulSet", { spec: { template: { spec: SPEC } } }, ["spec", "template"]],
  ["extensions/v1beta1", "DaemonSet", { spec: { template: { spec: SPEC } } }, ["spec", "template"]],
  [undefined, "Job", { spec: { template: { spec: SPEC } } }, ["spec", "template"]],
  ["", "Job", { spec: { template: { spec: SPEC } } }, ["spec", "template"]],
  [
    "batch/v1",
    "CronJob",
    { spec: { jobTemplate: { spec: { template: { spec: SPEC } } } } },
    ["spec", "jobTemplate", "spec", "template"],
  ],
])("%s %s has a pod", (apiVersion, kind, members, podPath) => {
  const metadata = { name: "x", namespace: "ns" };
  const { workloads } = readManifestObjects({ apiVersion, kind, metadata, ...members });
  expect(workloads).toMatchObject([{ owner: { kind, metadata }, ownerPath: [], podPath }]);
  expect(workloads[0]?.pod).toMatchObject({ metadata: { namespace: "ns" }, spec: SPEC });
});

test("the pods of a template have names and UIDs of their own, and the namespace of their owner", () => {
  const own = { labels: { app: "x" }, annotations: { a: "b" } };
  const template = { metadata: { name: "t", namespace: "other", uid: "1", ...own }, spec: SPEC };
  const podOf = (metadata: object, spec: object) =>
    readManifestObjects({ kind: "Deployment", metadata, spec }).workloads[0]?.pod.metadata;
  expect(podOf({ name: "x", namespace: "ns", uid: "2" }, { template })).toEqual({ ...own, namespace: "ns" });
  expect(podOf({ name: "x" }, { template })).toEqual(own);
  const pod = { kind: "Pod", ...template };
  expect(readManifestObjects(pod).workloads[0]?.pod.metadata).toEqual(template.metadata);
});

test("kinds of other groups, kinds without pods and empty documents have nothing", () => {
  const nothing = { workloads: [], services: [], configMaps: [], secrets: [], nodes: [] };
  const container = { name: "app", image: "app" };
  for (const [manifest, ...skipped] of [
    [
      { apiVersion: "metrics.k8s.io/v1", kind: "Pod" },
      { kind: "Pod", group: "metrics.k8s.io", path: [] },
    ],
    [
      { apiVersion: "v1", kind: "Deployment" },
      { kind: "Deployment", group: "", path: [] },
    ],
    [{ kind: "constructor" }, { kind: "constructor", path: [] }],
    [
      {
        apiVersion: "apps/v1",
        kind: "ControllerRevision",
        data: { spec: { template: { spec: { containers: [container] } } } },
      },
      { kind: "ControllerRevision", group: "apps", path: [] },
    ],
    [{ kind: "List", items: [] }],
    [null],
  ]) {
    expect(readManifestObjects(manifest)).toEqual({ ...nothing, skipped });
  }
});

test.each<[string, object, (string | number)[]]>([
  ["Deployment", {}, ["spec"]],
  ["Deployment", { spec: null }, ["spec"]],
  ["Deployment", { spec: { replicas: 2 } }, ["spec", "template"]],
  ["Deployment", { spec: { template: { spec: { nodeName: "a" } } } }, ["spec", "template", "spec", "containers"]],
  ["CronJob", { spec: { jobTemplate: { spec: {} } } }, ["spec", "jobTemplate", "spec", "template"]],
  ["Pod", { metadata: { name: "x" } }, ["spec"]],
])("a %s that is a patch %j does not have a pod, and is reported with its missing fields", (kind, members, missing) => {
  const list = { kind: "List", items: [{ kind, ...members }] };
  expect(readManifestObjects(list)).toMatchObject({
    workloads: [],
    skipped: [{ kind, path: ["items", 0], missing }],
  });
});

describe("a StatefulSet's claims are volumes of its pods", () => {
  const volumesOf = (claims: unknown, volumes?: unknown) => {
    const template = { spec: { containers: [{ name: "db" }], volumes } };
    const manifest = { kind: "StatefulSet", spec: { template, volumeClaimTemplates: claims } };
    return readManifestObjects(manifest).workloads[0]?.pod.spec?.volumes;
  };
  const claim = { name: "data", persistentVolumeClaim: {} };

  test("beside the template's own, and in place of one of the same name", () => {
    const claims = [{ metadata: { name: "data" } }];
    const other = { name: "other", emptyDir: {} };
    expect(volumesOf(claims)).toEqual([claim]);
    expect(volumesOf(claims, [other])).toEqual([other, claim]);
    expect(volumesOf(claims, [{ name: "data", emptyDir: {} }, other])).toEqual([other, claim]);
    expect(volumesOf([{ metadata: { name: null } }])).toEqual([{ persistentVolumeClaim: {} }]);
  });

  test("no claim, no volume", () => {
    for (const claims of [undefined, null, []]) expect(volumesOf(claims, [claim])).toEqual([claim]);
  });

  test("volumes of a wrong type stay, for validation to find them", () => {
    expect(volumesOf([{}], "data")).toBe("data");
  });

  test("claims of a wrong type are refused", () => {
    const manifest = { kind: "StatefulSet", spec: { template: { spec: SPEC }, volumeClaimTemplates: "data" } };
    expect(() => readManifestObjects(manifest)).toThrow(
      expect.objectContaining({
        code: "wrong-type",
        path: ["spec", "volumeClaimTemplates"],
        message: "spec.volumeClaimTemplates: expected a list, found a string",
      }),
    );
  });
});
