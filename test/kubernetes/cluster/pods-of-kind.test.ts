/** Pods in objects of other APIs that are found by their kind or by their shape. */
import { expect, test } from "vitest";
import { pathInOwner, readManifestObjects } from "../../../src/index.ts";

const CONTAINER = { name: "app", image: "app:1", env: [{ name: "A", value: "a" }] };
const TEMPLATE = { spec: { containers: [CONTAINER] } };

/** The paths of the first containers of an object's pods. */
function pathsIn(apiVersion: string, kind: string, spec: object): string[] {
  const { workloads } = readManifestObjects({ apiVersion, kind, spec });
  return workloads.map((workload) => pathInOwner(workload, ["spec", "containers", 0]).join("."));
}

test("an object in a member is searched by its kind, or by its shape if its kind is unknown", () => {
  const resource = { apiVersion: "example.com/v1", kind: "Worker", spec: { jobTemplate: TEMPLATE, pods: [TEMPLATE] } };
  const found = (inner: object) => pathsIn("example.com/v1", "Schedule", { resource: inner });
  expect(found(resource)).toEqual(["spec.resource.spec.jobTemplate.spec.containers.0"]);
  const deployment = { apiVersion: "apps/v1", kind: "Deployment", spec: { template: TEMPLATE, podTemplate: TEMPLATE } };
  expect(found(deployment)).toEqual(["spec.resource.spec.template.spec.containers.0"]);
  // This is not an object, because its version is not a string.
  const other = { apiVersion: 1, kind: "Deployment", spec: { podTemplate: TEMPLATE } };
  expect(found(other)).toEqual(["spec.resource.spec.podTemplate.spec.containers.0"]);
});

test.each([
  ["node.k8s.io", "Example", 0],
  ["k8s.io", "Example", 1],
  ["jobset.x-k8s.io", "Example", 1],
  ["x-k8s.io", "Example", 1],
  ["kyverno.io", "Example", 0],
  ["reports.kyverno.io", "Example", 0],
  ["notkyverno.io", "Example", 1],
  ["example.com", "ExamplePolicy", 0],
  ["example.com", "PolicyExample", 1],
])("of %s, an %s with a template has %i pods", (group, kind, count) => {
  expect(pathsIn(`${group}/v1`, kind, { template: TEMPLATE })).toHaveLength(count);
});

test("lists and templates of wrong types are skipped", () => {
  const kinds: [apiVersion: string, kind: string, spec: object][] = [
    ["ray.io/v1", "RayCluster", { workerGroupSpecs: { containers: [CONTAINER] } }],
    ["argoproj.io/v1alpha1", "Workflow", { templates: { container: CONTAINER } }],
    ["argoproj.io/v1alpha1", "Workflow", { templates: [{ steps: [{ inline: { container: CONTAINER } }] }] }],
    ["argoproj.io/v1alpha1", "Workflow", { templates: [{ container: "app" }, null, "a"] }],
    ["kafka.strimzi.io/v1beta2", "Kafka", { kafka: { template: [{ kafkaContainer: CONTAINER }] } }],
    ["kafka.strimzi.io/v1beta2", "Kafka", { kafka: { template: { kafkaContainer: { env: {} } } } }],
  ];
  for (const [apiVersion, kind, spec] of kinds) expect(pathsIn(apiVersion, kind, spec)).toEqual([]);
});

test("a template of Argo has the metadata and the volumes of its pod", () => {
  const metadata = { labels: { app: "x" } };
  const templates = [
    { name: "a", container: CONTAINER, metadata, volumes: [{ name: "own", emptyDir: {} }] },
    { name: "b", container: CONTAINER, metadata: "wrong" },
  ];
  const spec = {
    templates,
    volumes: [{ name: "common", emptyDir: {} }],
    volumeClaimTemplates: [{ metadata: { name: "claimed" } }],
  };
  const { workloads } = readManifestObjects({ apiVersion: "argoproj.io/v1alpha1", kind: "Workflow", spec });
  const common = [
    { name: "common", emptyDir: {} },
    { name: "claimed", persistentVolumeClaim: {} },
  ];
  expect(workloads.map(({ pod }) => [pod.metadata, pod.spec?.volumes])).toEqual([
    [metadata, [...common, { name: "own", emptyDir: {} }]],
    [{}, common],
  ]);
});
