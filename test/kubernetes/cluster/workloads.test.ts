import { describe, expect, test } from "vitest";
import { readManifestObjects } from "../../../src/index.ts";
import { workloadReference } from "../../../src/kubernetes/cluster/workloads.ts";

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

test.each([
  ["Pod", { spec: { containers: null } }],
  ["Job", { spec: { template: { spec: { containers: null } } } }],
])("a %s whose list of containers is null has a pod, which is not a patch", (kind, members) => {
  expect(readManifestObjects({ kind, metadata: { name: "x" }, ...members })).toMatchObject({
    workloads: [{ owner: { kind }, pod: { spec: { containers: null } } }],
    skipped: [],
  });
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

test.each([
  ...["Pod", "PodTemplate", "ReplicationController", "Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job"],
  "CronJob",
])("a %s is built in, also without an API version", (kind) => {
  const template = { spec: SPEC };
  const jobTemplate = { spec: { template } };
  const { workloads } = readManifestObjects({ kind, template, spec: { ...SPEC, template, jobTemplate } });
  expect(workloads.map(({ isBuiltIn, isOneOfSeveral, isPartial }) => [isBuiltIn, isOneOfSeveral, isPartial])).toEqual([
    [true, false, undefined],
  ]);
});

describe("the reference of events", () => {
  const metadata = { name: "web", namespace: "shop", uid: "1" };
  const object = { kind: "Deployment", namespace: "shop", name: "web", uid: "1", apiVersion: "apps/v1" };
  const app = { path: ["spec", "containers", 0], fieldPath: "spec.containers{app}" };

  const referenceOf = (manifest: object, container?: Parameters<typeof workloadReference>[1]) =>
    workloadReference(readManifestObjects({ metadata, ...manifest }).workloads[0]!, container);

  test("is the object, and the path of the container in it", () => {
    const deployment = { apiVersion: "apps/v1", kind: "Deployment", spec: { template: { spec: SPEC } } };
    expect(referenceOf(deployment)).toEqual(object);
    const fieldPath = "spec.template.spec.containers{app}";
    expect(referenceOf(deployment, app)).toEqual({ ...object, fieldPath });
    const pod = { apiVersion: "v1", kind: "Pod", spec: SPEC };
    expect(referenceOf(pod, app)).toMatchObject({ kind: "Pod", fieldPath: "spec.containers{app}" });
    const unnamed = { path: ["spec", "initContainers", 1], fieldPath: "spec.initContainers[1]" };
    expect(referenceOf(deployment, unnamed)).toMatchObject({ fieldPath: "spec.template.spec.initContainers[1]" });
  });

  test("is the path of a container that is not in a list", () => {
    const templates = [{ container: { name: "app" } }, { containerSet: { containers: [{ name: "app" }] } }];
    const { workloads } = readManifestObjects({
      apiVersion: "argoproj.io/v1alpha1",
      kind: "Workflow",
      metadata,
      spec: { templates },
    });
    expect(workloads.map((workload) => workloadReference(workload, app).fieldPath)).toEqual([
      "spec.templates[0].container",
      "spec.templates[1].containerSet.containers[0]",
    ]);
    const other = { path: ["spec", "containers", 1], fieldPath: "spec.containers{b}" };
    expect(workloadReference(workloads[0]!, other).fieldPath).toBe("spec.templates[0].spec.containers{b}");
  });
});

test("the volumes of a workload of another API: its own, and one for each other mount", () => {
  const volumesOf = (spec: object) => {
    const template = { spec: { containers: [{ name: "app", image: "i" }], ...spec } };
    const manifest = { apiVersion: "argoproj.io/v1alpha1", kind: "Rollout", spec: { template } };
    return readManifestObjects(manifest).workloads[0]?.pod.spec?.volumes;
  };
  const mounting = (...names: unknown[]) => ({ name: "c", image: "i", volumeMounts: names.map((name) => ({ name })) });
  const added = (name: string) => ({ name, persistentVolumeClaim: {} });
  const own = { name: "own", emptyDir: {} };
  expect(volumesOf({})).toBeUndefined();
  expect(volumesOf({ containers: [mounting("a", "own", "a", 1, null)], volumes: [own] })).toEqual([own, added("a")]);
  expect(volumesOf({ initContainers: [mounting("b")] })).toEqual([added("b")]);
  expect(volumesOf({ containers: [mounting("own")], volumes: [own] })).toEqual([own]);
  expect(volumesOf({ containers: [mounting("a")], volumes: "wrong" })).toBe("wrong");
});

test.each([
  [[{ name: "a", image: "i" }], undefined],
  [[{ name: "a", image: "i" }, { name: "b" }], true],
  [[{ name: "a", image: "" }], true],
])("the controller completes the containers %j: %s", (containers, isPartial) => {
  const manifest = {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Rollout",
    spec: { template: { spec: { containers } } },
  };
  expect(readManifestObjects(manifest).workloads.map((workload) => workload.isPartial)).toEqual([isPartial]);
});
