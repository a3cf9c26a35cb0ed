import { describe, expect, test } from "vitest";
import { type ManifestPath, readManifestObjects, resolvePod } from "../../../src/index.ts";
import { extraKind, mayHavePods, valuesAt } from "../../../src/kubernetes/cluster/kinds.ts";
import { pathInOwner } from "../../../src/kubernetes/index.ts";

const CONTAINER = { name: "app", image: "app:1", env: [{ name: "A", value: "a" }], args: ["$(A)"] };
const TEMPLATE = { metadata: { labels: { app: "x" } }, spec: { containers: [CONTAINER] } };

/** The path, the name, and the first argument of each container of an object. */
function containersOf(manifest: object): [path: string, name: string, argument: string | undefined][] {
  return readManifestObjects({ metadata: { name: "x", namespace: "ns" }, ...manifest }).workloads.flatMap(
    (workload) => {
      const { containers, namespace } = resolvePod(workload.pod);
      expect(namespace).toBe("ns");
      return containers.map(({ name, path, args }): [string, string, string | undefined] => {
        const found = pathInOwner(workload, path);
        expect(valueAt(workload.owner, found)).toMatchObject({ args: ["$(A)"] });
        return [found.join("."), name, args?.[0]];
      });
    },
  );
}

function valueAt(value: unknown, path: ManifestPath): unknown {
  return path.reduce<never>((at, step) => at[step as never], value as never);
}

const app = (path: string): [string, string, string] => [`${path}.spec.containers.0`, "app", "a"];

describe("kinds of other APIs", () => {
  const nested = (path: string, template: object = TEMPLATE): object =>
    path.split(".").reduceRight<object>((inner, step) => ({ [step]: step.match(/s$/) ? [inner] : inner }), template);

  test.each([
    ["argoproj.io/v1alpha1", "Rollout"],
    ["apps.openshift.io/v1", "DeploymentConfig"],
    ["v1", "DeploymentConfig"],
    ["serving.knative.dev/v1", "Service"],
    ["serving.knative.dev/v1", "Configuration"],
  ])("%s %s has a template", (apiVersion, kind) => {
    expect(containersOf({ apiVersion, kind, spec: { template: TEMPLATE } })).toEqual([app("spec.template")]);
  });

  test("a Knative Revision is like a pod; its container needs no name", () => {
    const { name: _, ...container } = CONTAINER;
    const spec = { containerConcurrency: 1, containers: [container] };
    expect(containersOf({ apiVersion: "serving.knative.dev/v1", kind: "Revision", spec })).toEqual([
      ["spec.containers.0", "", "a"],
    ]);
  });

  test.each([
    ["RayCluster", "spec"],
    ["RayService", "spec.rayClusterConfig"],
    ["RayJob", "spec.rayClusterSpec"],
  ])("%s has a template for each group", (kind, at) => {
    const cluster = {
      headGroupSpec: { template: TEMPLATE },
      workerGroupSpecs: [{ groupName: "a", template: TEMPLATE }, { template: TEMPLATE }],
    };
    const spec = at === "spec" ? cluster : { [at.slice("spec.".length)]: cluster };
    expect(containersOf({ apiVersion: "ray.io/v1", kind, spec })).toEqual([
      app(`${at}.headGroupSpec.template`),
      app(`${at}.workerGroupSpecs.0.template`),
      app(`${at}.workerGroupSpecs.1.template`),
    ]);
  });

  test("a JobSet has a template for each of its jobs, a LeaderWorkerSet two", () => {
    const replicatedJobs = [{ template: { spec: { template: TEMPLATE } } }];
    expect(containersOf({ apiVersion: "jobset.x-k8s.io/v1alpha2", kind: "JobSet", spec: { replicatedJobs } })).toEqual([
      app("spec.replicatedJobs.0.template.spec.template"),
    ]);
    const leaderWorkerTemplate = { leaderTemplate: TEMPLATE, workerTemplate: TEMPLATE };
    const set = { apiVersion: "leaderworkerset.x-k8s.io/v1", kind: "LeaderWorkerSet", spec: { leaderWorkerTemplate } };
    expect(containersOf(set)).toEqual([
      app("spec.leaderWorkerTemplate.leaderTemplate"),
      app("spec.leaderWorkerTemplate.workerTemplate"),
    ]);
  });

  test("KServe's predictor is the spec of a pod, and so is that of a runtime", () => {
    const spec = { predictor: { containers: [CONTAINER] }, transformer: { minReplicas: 1, containers: [CONTAINER] } };
    expect(containersOf({ apiVersion: "serving.kserve.io/v1beta1", kind: "InferenceService", spec })).toEqual([
      ["spec.predictor.containers.0", "app", "a"],
      ["spec.transformer.containers.0", "app", "a"],
    ]);
    const runtime = { apiVersion: "serving.kserve.io/v1alpha1", kind: "ServingRuntime" };
    expect(containersOf({ ...runtime, spec: { containers: [CONTAINER] } })).toEqual([
      ["spec.containers.0", "app", "a"],
    ]);
    const config = { apiVersion: "serving.kserve.io/v1alpha2", kind: "LLMInferenceServiceConfig" };
    const pods = { template: { containers: [CONTAINER] }, prefill: { worker: { containers: [CONTAINER] } } };
    expect(containersOf({ ...config, spec: pods })).toEqual([
      ["spec.template.containers.0", "app", "a"],
      ["spec.prefill.worker.containers.0", "app", "a"],
    ]);
  });

  test("KServe's model is a container, if it says something of variables; the runtime may set others", () => {
    const { name: _, image: __, ...container } = CONTAINER;
    const service = (predictor: object) => ({
      apiVersion: "serving.kserve.io/v1beta1",
      kind: "InferenceService",
      spec: { predictor },
    });
    const model = { modelFormat: { name: "sklearn" }, storageUri: "s3://models/a" };
    expect(containersOf(service({ model }))).toEqual([]);
    expect(containersOf(service({ model: { ...model, ...container } }))).toEqual([
      ["spec.predictor.model", "model", "a"],
    ]);
    for (const texts of [
      { env: [{ name: "A", value: "a" }] },
      { envFrom: [{ configMapRef: { name: "c" } }] },
      { command: ["a"] },
      { args: ["a"] },
    ])
      expect(readManifestObjects(service({ model: { ...model, ...texts } })).workloads).toHaveLength(1);
    const [workload] = readManifestObjects(service({ triton: { args: ["$(A)"] } })).workloads;
    expect(workload).toMatchObject({ podPath: ["spec", "predictor", "triton"], isPartial: true });
  });

  test("Knative's first version has a single container", () => {
    const { name: _, ...container } = CONTAINER;
    const spec = { runLatest: { configuration: { revisionTemplate: { spec: { container } } } } };
    expect(containersOf({ apiVersion: "serving.knative.dev/v1alpha1", kind: "Service", spec })).toEqual([
      ["spec.runLatest.configuration.revisionTemplate.spec.container", "container", "a"],
    ]);
  });

  test.each([
    ["sparkoperator.k8s.io/v1beta2", "SparkApplication", "spec.driver.template"],
    ["sparkoperator.k8s.io/v1beta2", "ScheduledSparkApplication", "spec.template.executor.template"],
    ["pkg.crossplane.io/v1beta1", "DeploymentRuntimeConfig", "spec.deploymentTemplate.spec.template"],
    ["grafana.integreatly.org/v1beta1", "Grafana", "spec.deployment.spec.template"],
    ["postgresql.cnpg.io/v1", "Pooler", "spec.template"],
    ["machinelearning.seldon.io/v1", "SeldonDeployment", "spec.predictors.componentSpecs"],
    ["elasticsearch.k8s.elastic.co/v1", "Elasticsearch", "spec.nodeSets.podTemplate"],
    ["flink.apache.org/v1beta1", "FlinkDeployment", "spec.taskManager.podTemplate"],
  ])("%s %s has templates whose containers need no image", (apiVersion, kind, path) => {
    const { image: _, ...container } = CONTAINER;
    const manifest = { apiVersion, kind, ...nested(path, { spec: { containers: [container] } }) };
    expect(containersOf(manifest)).toEqual([app(path.replace(/(\w+s)(?=\.|$)/g, "$1.0"))]);
    expect(readManifestObjects(manifest).workloads[0]?.isPartial).toBe(true);
  });

  test("a podTemplate may have init containers alone: the operator adds the rest", () => {
    const initContainers = [CONTAINER];
    const manifest = {
      apiVersion: "flink.apache.org/v1beta1",
      kind: "FlinkDeployment",
      spec: { jobManager: { podTemplate: { spec: { initContainers } } }, template: { spec: { initContainers } } },
    };
    expect(containersOf(manifest)).toEqual([["spec.jobManager.podTemplate.spec.initContainers.0", "app", "a"]]);
  });

  test("a podSpec is the spec of a pod, if its containers have an image", () => {
    const components = [
      { name: "a", podSpec: { containers: [CONTAINER] } },
      { podSpec: { containers: [{ name: "b" }] } },
    ];
    const manifest = { apiVersion: "mlops.seldon.io/v1alpha1", kind: "SeldonConfig", spec: { components } };
    expect(containersOf(manifest)).toEqual([["spec.components.0.podSpec.containers.0", "app", "a"]]);
  });

  test("Strimzi's container templates are containers, and a StrimziPodSet has pods", () => {
    const { name: _, image: __, ...container } = CONTAINER;
    const kafka = { version: "3.9.0", template: { pod: { metadata: {} }, kafkaContainer: container } };
    const spec = { kafka, entityOperator: { template: { topicOperatorContainer: container } } };
    expect(containersOf({ apiVersion: "kafka.strimzi.io/v1beta2", kind: "Kafka", spec })).toEqual([
      ["spec.kafka.template.kafkaContainer", "kafka", "a"],
      ["spec.entityOperator.template.topicOperatorContainer", "topicOperator", "a"],
    ]);
    for (const component of ["zookeeper", "cruiseControl", "kafkaExporter"]) {
      const template = { [`${component}Container`]: container };
      expect(
        containersOf({ apiVersion: "kafka.strimzi.io/v1beta2", kind: "Kafka", spec: { [component]: { template } } }),
      ).toEqual([[`spec.${component}.template.${component}Container`, component, "a"]]);
    }
    for (const kind of ["KafkaNodePool", "KafkaConnect", "KafkaMirrorMaker2", "KafkaBridge"]) {
      const template = { aContainer: container };
      expect(containersOf({ apiVersion: "kafka.strimzi.io/v1beta2", kind, spec: { template } })).toEqual([
        ["spec.template.aContainer", "a", "a"],
      ]);
    }
    const other = { template: { kafkaContainers: container, containerOf: container } };
    expect(containersOf({ apiVersion: "kafka.strimzi.io/v1beta2", kind: "Kafka", spec: { kafka: other } })).toEqual([]);
    const pods = [{ apiVersion: "v1", kind: "Pod", ...TEMPLATE }];
    expect(containersOf({ apiVersion: "core.strimzi.io/v1beta2", kind: "StrimziPodSet", spec: { pods } })).toEqual([
      app("spec.pods.0"),
    ]);
  });

  test.each([
    ["kubeflow.org/v1", "PyTorchJob", "spec.pytorchReplicaSpec.Worker.template"],
    ["batch.volcano.sh/v1alpha1", "Job", "spec.tasks.template"],
    ["apps.kruise.io/v1alpha1", "StatefulSet", "spec.template"],
    ["agents.x-k8s.io/v1alpha1", "Sandbox", "spec.podTemplate"],
    ["keda.sh/v1alpha1", "ScaledJob", "spec.jobTargetRef.template"],
    ["agones.dev/v1", "Fleet", "spec.template.spec.template"],
    ["argoproj.io/v1alpha1", "AnalysisTemplate", "spec.metrics.provider.job.spec.template"],
  ])("%s %s is found by its shape", (apiVersion, kind, path) => {
    const at = path.replace(/(\w+s)\./g, "$1.0.");
    expect(containersOf({ apiVersion, kind, ...nested(path) })).toEqual([app(at)]);
  });

  test("the volumes of a mount may come from the controller", () => {
    const template = { spec: { containers: [{ ...CONTAINER, volumeMounts: [{ name: "log", mountPath: "/l" }] }] } };
    const [workload] = readManifestObjects({
      apiVersion: "argoproj.io/v1alpha1",
      kind: "Rollout",
      spec: { template },
    }).workloads;
    expect(resolvePod(workload!.pod).containers[0]?.error).toBeUndefined();
  });
});

describe("Argo's templates", () => {
  const { name: _, ...container } = CONTAINER;
  const templates = [
    { name: "steps", steps: [[{ name: "one", template: "main" }], [{ name: "two", inline: { container } }]] },
    {
      name: "dag",
      dag: {
        tasks: [
          { name: "a", template: "main" },
          { name: "b", inline: { script: container } },
        ],
      },
    },
    { name: "main", container, sidecars: [CONTAINER], initContainers: [CONTAINER] },
    { name: "script", script: { ...container, source: "echo $(A)" } },
    { name: "set", containerSet: { containers: [CONTAINER, { ...CONTAINER, name: "b" }] } },
    { name: "none", suspend: {} },
  ];
  const places = (at: string) => [
    [`${at}.0.steps.1.0.inline.container`, "main", "a"],
    [`${at}.1.dag.tasks.1.inline.script`, "main", "a"],
    [`${at}.2.initContainers.0`, "app", "a"],
    [`${at}.2.container`, "main", "a"],
    [`${at}.2.sidecars.0`, "app", "a"],
    [`${at}.3.script`, "main", "a"],
    [`${at}.4.containerSet.containers.0`, "app", "a"],
    [`${at}.4.containerSet.containers.1`, "b", "a"],
  ];

  test.each(["Workflow", "WorkflowTemplate", "ClusterWorkflowTemplate"])("of a %s", (kind) => {
    const manifest = { apiVersion: "argoproj.io/v1alpha1", kind, spec: { templates } };
    expect(containersOf(manifest)).toEqual(places("spec.templates"));
  });

  test("of a CronWorkflow, and of a Workflow in a Sensor", () => {
    const spec = { workflowSpec: { templates } };
    expect(containersOf({ apiVersion: "argoproj.io/v1alpha1", kind: "CronWorkflow", spec })).toEqual(
      places("spec.workflowSpec.templates"),
    );
    const resource = { apiVersion: "argoproj.io/v1alpha1", kind: "Workflow", spec: { templates } };
    const triggers = [{ template: { name: "t", k8s: { source: { resource } } } }];
    expect(containersOf({ apiVersion: "argoproj.io/v1alpha1", kind: "Sensor", spec: { triggers } })).toEqual(
      places("spec.triggers.0.template.k8s.source.resource.spec.templates"),
    );
  });
});

describe("what describes pods has none", () => {
  const pattern = { spec: { template: TEMPLATE } };

  test.each([
    ["kyverno.io/v1", "ClusterPolicy", { spec: { rules: [{ validate: { pattern } }] } }],
    [
      "kyverno.io/v1",
      "ClusterCleanup",
      { spec: { resource: { apiVersion: "apps/v1", kind: "Deployment", ...pattern } } },
    ],
    ["mutations.gatekeeper.sh/v1", "Assign", { spec: pattern }],
    ["constraints.gatekeeper.sh/v1beta1", "K8sRequired", { spec: pattern }],
    ["admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", { spec: pattern }],
    ["apiextensions.k8s.io/v1", "CustomResourceDefinition", { spec: pattern }],
    ["example.com/v1", "PodShapePolicy", { spec: pattern }],
    ["monitoring.coreos.com/v1", "PodMonitor", { spec: { podMetricsEndpoints: [] } }],
    ["monitoring.coreos.com/v1", "Prometheus", { spec: { containers: [CONTAINER] } }],
    ["kustomize.config.k8s.io/v1beta1", "Kustomization", { patches: [pattern] }],
    ["helm.toolkit.fluxcd.io/v2", "HelmRelease", { spec: { values: pattern } }],
    ["example.com/v1", "Chart", { spec: { values: pattern, patches: [pattern] }, status: pattern }],
    ["tekton.dev/v1", "Task", { spec: { steps: [CONTAINER], template: TEMPLATE } }],
    ["example.com/v1", "NoImage", { template: { spec: { containers: [CONTAINER, { name: "patched" }] } } }],
    ["example.com/v1", "WrongType", { template: { spec: { containers: [{ ...CONTAINER, args: "all" }] } } }],
    ["example.com/v1", "NoContainers", { template: { spec: { containers: [] } } }],
    ["argoproj.io/v1alpha1", "Rollout", { spec: { workloadRef: { kind: "Deployment", name: "web" } } }],
  ])("%s %s", (apiVersion, kind, members) => {
    const group = apiVersion.slice(0, apiVersion.indexOf("/"));
    const { workloads, skipped } = readManifestObjects({ apiVersion, kind, ...members });
    expect({ workloads, skipped }).toEqual({ workloads: [], skipped: [{ kind, group, path: [] }] });
  });
});

test("an OpenShift Template has the workloads of its objects, whatever their parameters", () => {
  const objects = [
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "$" + "{NAME}" },
      spec: { ports: [{ port: "$" + "{PORT}" }] },
    },
    { apiVersion: "v1", kind: "DeploymentConfig", metadata: { name: "web" }, spec: { template: TEMPLATE } },
    { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "api" }, spec: { template: TEMPLATE } },
    null,
  ];
  const read = readManifestObjects({ apiVersion: "template.openshift.io/v1", kind: "Template", objects });
  expect(read).toMatchObject({ services: [], skipped: [] });
  expect(read.workloads).toMatchObject([
    { owner: { kind: "DeploymentConfig" }, ownerPath: ["objects", 1], podPath: ["spec", "template"], isBuiltIn: false },
    { owner: { kind: "Deployment" }, ownerPath: ["objects", 2], podPath: ["spec", "template"], isBuiltIn: false },
  ]);
});

test.each([
  ["ServiceMonitor", "monitoring.coreos.com", true],
  ["ServiceMonitor", undefined, false],
  ["Deployment", "apps", false],
  ["Queue", "scheduling.k8s.io", false],
  // The group of a Kubernetes project, which is not built in.
  ["Machine", "cluster.x-k8s.io", true],
  ["Task", "tekton.dev", false],
  ["Task", "operator.tekton.dev", false],
  ["Task", "nottekton.dev", true],
  ["BackupPolicy", "example.com", false],
  ["PolicyReport", "example.com", true],
])("%s of the group %s may have pods: %s", (kind, group, expected) => {
  expect(mayHavePods(kind, group)).toBe(expected);
});

test("an object that contains itself ends", () => {
  const spec: Record<string, unknown> = {};
  spec.spec = spec;
  expect(readManifestObjects({ apiVersion: "example.com/v1", kind: "Loop", spec }).workloads).toEqual([]);
});

test("a kind of one's own: each of its places holds a pod template or the spec of a pod", () => {
  const extra = [
    { kind: "Worker", location: "spec.worker" },
    { kind: "Pool", location: "spec.a" },
    { kind: "Pool", location: "spec.b" },
  ] as unknown as Parameters<typeof extraKind>[1];
  const placesOf = (kind: string) => extraKind(kind, extra)?.podSpecs;
  expect([placesOf("Worker"), placesOf("Pool"), placesOf("Deployment")]).toEqual([
    ["spec.worker"],
    ["spec.a", "spec.b"],
    undefined,
  ]);
});

test.each<[object: unknown, found: [path: string, value: unknown][]]>([
  [
    { a: [{ b: 1 }, { b: [2] }] },
    [
      ["a.0.b", 1],
      ["a.1.b", [2]],
    ],
  ],
  [{ a: [{ b: null }, {}, null, { b: 0 }] }, [["a.3.b", 0]]],
  [{ a: { b: 1 } }, []],
  [{ a: null }, []],
  [{}, []],
  [null, []],
])("what %j has at a[].b", (object, found) => {
  expect(valuesAt(object, "a[].b").map(({ path, value }) => [path.join("."), value])).toEqual(found);
});
