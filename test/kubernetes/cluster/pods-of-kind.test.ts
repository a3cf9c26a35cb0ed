/** Pods in objects of other APIs that are found by their kind or by their shape. */
import { expect, test } from "vitest";
import { readManifestObjects } from "../../../src/index.ts";
import { pathInOwner } from "../../../src/kubernetes/index.ts";

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

test.each<[group: string, kind: string, count: number]>([
  ["node.k8s.io", "Example", 0],
  ["k8s.io", "Example", 1],
  ["jobset.x-k8s.io", "Example", 1],
  ["x-k8s.io", "Example", 1],
  ["kyverno.io", "Example", 0],
  ["reports.kyverno.io", "Example", 0],
  ["notkyverno.io", "Example", 1],
  ...["apps", "batch", "extensions", "autoscaling", "policy"].map((group): [string, string, number] => [
    group,
    "Example",
    0,
  ]),
  ...[
    ...["gatekeeper.sh", "kubewarden.io", "jspolicy.com", "kuttl.dev", "toolkit.fluxcd.io", "tekton.dev"],
    ...["mutations.gatekeeper.sh", "policies.kubewarden.io", "helm.toolkit.fluxcd.io", "triggers.tekton.dev"],
  ].map((group): [string, string, number] => [group, "Example", 0]),
  ["apps.example.com", "Example", 1],
  ["fluxcd.io", "Example", 1],
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

const KSERVE = "serving.kserve.io/v1beta1";
const RAY = "ray.io/v1";
const SPARK = "sparkoperator.k8s.io/v1beta2";
const STRIMZI = "kafka.strimzi.io/v1beta2";
const { image: _, ...WITHOUT_IMAGE } = CONTAINER;

/** The value in a mapping of a mapping: a step that ends with `[]` is a list with one entry. */
const nestedIn = (location: string, value: unknown): Record<string, never> =>
  location.split(".").reduceRight((inner, step) => {
    return step.endsWith("[]") ? { [step.slice(0, -2)]: [inner] } : { [step]: inner };
  }, value) as Record<string, never>;

const containers = [WITHOUT_IMAGE];
const MODELS = "model sklearn xgboost tensorflow pytorch triton onnx huggingface pmml lightgbm paddle".split(" ");

// The containers have no image, so they are not found by their shape.
test.each<[apiVersion: string, kind: string, location: string, value: object, container: string]>([
  ...["Deployment", "ReplicaSet", "DaemonSet"].flatMap((kind) =>
    ["apps/v1", "extensions/v1beta1"].map((apiVersion): [string, string, string, object, string] => {
      return [apiVersion, kind, "template", { spec: { containers } }, ".spec.containers.0"];
    }),
  ),
  ...["runLatest", "pinned", "release"].map((mode): [string, string, string, object, string] => {
    const location = `${mode}.configuration.revisionTemplate.spec.container`;
    return ["serving.knative.dev/v1alpha1", "Service", location, WITHOUT_IMAGE, ""];
  }),
  ["serving.knative.dev/v1alpha1", "Configuration", "revisionTemplate.spec.container", WITHOUT_IMAGE, ""],
  ...[
    ["argoproj.io/v1alpha1", "Rollout", "template"],
    ["apps.openshift.io/v1", "DeploymentConfig", "template"],
    ["v1", "DeploymentConfig", "template"],
    ["jobset.x-k8s.io/v1alpha2", "JobSet", "replicatedJobs[].template.spec.template"],
    ["leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", "leaderWorkerTemplate.leaderTemplate"],
    ["leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", "leaderWorkerTemplate.workerTemplate"],
    ["serving.knative.dev/v1", "Service", "template"],
    ["serving.knative.dev/v1", "Configuration", "template"],
  ].map(([apiVersion, kind, location]): [string, string, string, object, string] => {
    return [apiVersion!, kind!, location!, { spec: { containers } }, ".spec.containers.0"];
  }),
  ...["predictor", "predictor.workerSpec", "transformer", "explainer"].map(
    (location): [string, string, string, object, string] => {
      return [KSERVE, "InferenceService", location, { containers }, ".containers.0"];
    },
  ),
  ["serving.kubeflow.org/v1beta1", "InferenceService", "predictor", { containers }, ".containers.0"],
  ...MODELS.map((model): [string, string, string, object, string] => {
    return [KSERVE, "InferenceService", `predictor.${model}`, WITHOUT_IMAGE, ""];
  }),
  ...["LLMInferenceService", "LLMInferenceServiceConfig"].flatMap((kind) =>
    [
      ...["template", "worker", "prefill.template", "prefill.worker"],
      ...["router.scheduler.template", "router.scheduler.tokenizer.template"],
    ].map((location): [string, string, string, object, string] => {
      return ["serving.kserve.io/v1alpha2", kind, location, { containers }, ".containers.0"];
    }),
  ),
  ...["ServingRuntime", "ClusterServingRuntime"].map((kind): [string, string, string, object, string] => {
    return ["serving.kserve.io/v1alpha1", kind, "workerSpec", { containers }, ".containers.0"];
  }),
  ...["headGroupSpec.template", "workerGroupSpecs[].template"].flatMap(
    (location): [string, string, string, object, string][] => [
      [RAY, "RayCluster", location, { spec: { containers } }, ".spec.containers.0"],
      [RAY, "RayService", `rayClusterConfig.${location}`, { spec: { containers } }, ".spec.containers.0"],
      [RAY, "RayJob", `rayClusterSpec.${location}`, { spec: { containers } }, ".spec.containers.0"],
    ],
  ),
  [RAY, "RayJob", "submitterPodTemplate", { spec: { containers } }, ".spec.containers.0"],
  ...["driver", "executor"].flatMap((role): [string, string, string, object, string][] => [
    [SPARK, "SparkApplication", `${role}.template`, { spec: { containers } }, ".spec.containers.0"],
    [SPARK, "ScheduledSparkApplication", `template.${role}.template`, { spec: { containers } }, ".spec.containers.0"],
  ]),
  ...["server", "executor"].map((role): [string, string, string, object, string] => {
    return [SPARK, "SparkConnect", `${role}.template`, { spec: { containers } }, ".spec.containers.0"];
  }),
  ...[
    ...["KafkaNodePool", "KafkaConnect", "KafkaConnectS2I", "KafkaMirrorMaker", "KafkaMirrorMaker2", "KafkaBridge"],
  ].map((kind): [string, string, string, object, string] => {
    return [STRIMZI, kind, "template", { aContainer: WITHOUT_IMAGE }, ".aContainer"];
  }),
  ...["kafka", "zookeeper", "entityOperator", "cruiseControl", "kafkaExporter"].map(
    (part): [string, string, string, object, string] => {
      return [STRIMZI, "Kafka", `${part}.template`, { aContainer: WITHOUT_IMAGE }, ".aContainer"];
    },
  ),
  ["core.strimzi.io/v1beta2", "StrimziPodSet", "pods[]", { spec: { containers } }, ".spec.containers.0"],
])("%s %s has a pod at spec.%s", (apiVersion, kind, location, value, container) => {
  const path = `spec.${location.replaceAll("[]", ".0")}${container}`;
  expect(pathsIn(apiVersion, kind, nestedIn(location, value))).toEqual([path]);
});

test("a workload of another API has a pod in each of its members", () => {
  const pod = { spec: { containers } };
  const spec = { driver: { template: pod }, executor: { template: pod } };
  const { workloads } = readManifestObjects({ apiVersion: SPARK, kind: "SparkApplication", spec });
  expect(workloads.map(({ isOneOfSeveral, podPath }) => [podPath.join("."), isOneOfSeveral])).toEqual([
    ["spec.driver.template", true],
    ["spec.executor.template", true],
  ]);
});

test.each([
  ...["template", "jobTemplate", "TEMPLATE", "podTemplate", "PodTemplate"].map((name) => [name, TEMPLATE, true]),
  ...["podSpec", "PODSPEC", "workerPodSpec"].map((name) => [name, TEMPLATE.spec, true]),
  ...["templates", "templateOf", "podTemplates"].map((name) => [name, TEMPLATE, false]),
  ...["podSpecs", "spec", "podspecs"].map((name) => [name, TEMPLATE.spec, false]),
  ["template", { spec: { containers: [{ image: "app:1" }] } }, false],
  ["template", { spec: { containers: [{ name: "", image: "app:1" }] } }, false],
  ["template", { spec: { containers: [{ name: "app", image: "" }] } }, false],
  ["template", { spec: { containers: [{ name: 1, image: "app:1" }] } }, false],
  ["podTemplate", { spec: { containers: [{ name: "app" }] } }, true],
  ["podTemplate", { spec: { containers: [{ image: "app:1" }] } }, false],
  ["podTemplate", { spec: { containers: [CONTAINER], initContainers: [{ image: "app:1" }] } }, false],
  ["template", { spec: { containers: [CONTAINER], initContainers: [{ image: "app:1" }] } }, true],
] as [string, object, boolean][])("a member %s with %j is a pod: %s", (name, value, isPod) => {
  const { workloads } = readManifestObjects({ apiVersion: "example.com/v1", kind: "Example", spec: { [name]: value } });
  expect(workloads).toHaveLength(isPod ? 1 : 0);
});

test.each([
  ...["metadata", "status", "values", "valuesObject", "patch", "patches", "patchesStrategicMerge"],
  ...["schema", "openAPIV3Schema"],
])("the pods in a member %s belong to other objects", (member) => {
  expect(pathsIn("example.com/v1", "Example", { [member]: { template: TEMPLATE } })).toEqual([]);
  expect(pathsIn("example.com/v1", "Example", { [`${member}Of`]: { template: TEMPLATE } })).toHaveLength(1);
});

test("pods are found at a depth of up to 100 members", () => {
  const at = (depth: number) => nestedIn(Array(depth).fill("a").join("."), { template: TEMPLATE });
  expect(pathsIn("example.com/v1", "Example", at(99))).toHaveLength(1);
  expect(pathsIn("example.com/v1", "Example", at(100))).toEqual([]);
});

test("a member of a mapping of containers has the name of its container, unless that has one", () => {
  const env = [{ name: "A", value: "a" }];
  const template = {
    pod: { volumes: [{ name: "v", emptyDir: {} }] },
    container: { env },
    tlsContainer: { env, name: "t" },
  };
  const spec = { kafka: { template } };
  const { workloads } = readManifestObjects({ apiVersion: STRIMZI, kind: "Kafka", spec });
  expect(workloads.map(({ pod }) => pod.spec)).toEqual([
    {
      containers: [
        { env, name: "container" },
        { env, name: "t" },
      ],
      initContainers: [],
      volumes: [{ name: "v", emptyDir: {} }],
    },
  ]);
});

test("a template of Argo without containers does not have a pod, whatever its metadata and volumes are", () => {
  const metadata = { labels: { app: "x" } };
  const template = { name: "wait", suspend: {}, metadata, volumes: [{ name: "v", emptyDir: {} }] };
  const initContainers = [CONTAINER];
  const templates = [template, { ...template, initContainers }, { ...template, sidecars: [CONTAINER] }];
  const { workloads } = readManifestObjects({
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Workflow",
    spec: { templates },
  });
  expect(workloads.map(({ podPath, pod }) => [podPath, pod.metadata])).toEqual([[["spec", "templates", 2], metadata]]);
});

test("a directive in any of the pods makes the object a patch", () => {
  const patch = { spec: { containers: [{ ...CONTAINER, $patch: "delete" }] } };
  const manifest = {
    apiVersion: SPARK,
    kind: "SparkApplication",
    spec: { driver: { template: TEMPLATE }, executor: { template: patch } },
  };
  expect(readManifestObjects(manifest)).toMatchObject({
    workloads: [],
    skipped: [{ directive: ["spec", "executor", "template", "spec", "containers", 0, "$patch"] }],
  });
});
