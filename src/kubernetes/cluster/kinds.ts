/** The kinds of objects that have pods in them, and where. A new kind is a row of the table. */

/**
 * A location in an object: `spec.workerGroupSpecs[].template` is the `template` of each entry of a list, and
 * "" the object itself.
 */
export type Location = string;

export interface WorkloadKind {
  /** The API groups that have the kind; "" is the core group. */
  readonly groups: readonly string[];
  /** The kind is Kubernetes' own: the API server checks its pod when the object is applied. */
  readonly isBuiltIn?: true;
  /** Pods, or templates of pods: they have `metadata` and `spec`. */
  readonly pods?: readonly Location[];
  /** Specs of pods. */
  readonly podSpecs?: readonly Location[];
  /** Argo's workflow specs, with a list of `templates`. */
  readonly workflowSpecs?: readonly Location[];
  /** Single containers, each the main one of a pod. */
  readonly containers?: readonly Location[];
  /** Mappings that have containers without a name as members: `kafkaContainer`. */
  readonly containersByMember?: readonly Location[];
  /** The volume claims that each pod gets a volume for. */
  readonly claims?: Location;
}

const TEMPLATE = ["spec.template"];
const APPS = ["apps", "extensions"];
const ARGO = ["argoproj.io"];
const KNATIVE = ["serving.knative.dev"];
const KSERVE = ["serving.kserve.io", "serving.kubeflow.org"];
const RAY = ["ray.io"];
const SPARK = ["sparkoperator.k8s.io"];
const STRIMZI = ["kafka.strimzi.io"];

/** KServe's specs of models, each of which has the members of a container. */
const MODELS = [
  "model",
  "sklearn",
  "xgboost",
  "tensorflow",
  "pytorch",
  "triton",
  "onnx",
  "huggingface",
  "pmml",
  "lightgbm",
  "paddle",
];

const LLM_SERVICE: readonly WorkloadKind[] = [
  {
    groups: KSERVE,
    podSpecs: [
      "spec.template",
      "spec.worker",
      "spec.prefill.template",
      "spec.prefill.worker",
      "spec.router.scheduler.template",
      "spec.router.scheduler.tokenizer.template",
    ],
  },
];

const KINDS: Readonly<Record<string, readonly WorkloadKind[]>> = {
  Pod: [{ groups: [""], isBuiltIn: true, pods: [""] }],
  PodTemplate: [{ groups: [""], isBuiltIn: true, pods: ["template"] }],
  ReplicationController: [{ groups: [""], isBuiltIn: true, pods: TEMPLATE }],
  Deployment: [{ groups: APPS, isBuiltIn: true, pods: TEMPLATE }],
  ReplicaSet: [{ groups: APPS, isBuiltIn: true, pods: TEMPLATE }],
  StatefulSet: [{ groups: ["apps"], isBuiltIn: true, pods: TEMPLATE, claims: "spec.volumeClaimTemplates" }],
  DaemonSet: [{ groups: APPS, isBuiltIn: true, pods: TEMPLATE }],
  Job: [{ groups: ["batch"], isBuiltIn: true, pods: TEMPLATE }],
  CronJob: [{ groups: ["batch"], isBuiltIn: true, pods: ["spec.jobTemplate.spec.template"] }],

  Rollout: [{ groups: ARGO, pods: TEMPLATE }],
  Workflow: [{ groups: ARGO, workflowSpecs: ["spec"] }],
  WorkflowTemplate: [{ groups: ARGO, workflowSpecs: ["spec"] }],
  ClusterWorkflowTemplate: [{ groups: ARGO, workflowSpecs: ["spec"] }],
  CronWorkflow: [{ groups: ARGO, workflowSpecs: ["spec.workflowSpec"] }],

  DeploymentConfig: [{ groups: ["apps.openshift.io", ""], pods: TEMPLATE }],

  JobSet: [{ groups: ["jobset.x-k8s.io"], pods: ["spec.replicatedJobs[].template.spec.template"] }],
  LeaderWorkerSet: [
    {
      groups: ["leaderworkerset.x-k8s.io"],
      pods: ["spec.leaderWorkerTemplate.leaderTemplate", "spec.leaderWorkerTemplate.workerTemplate"],
    },
  ],

  // Its version v1alpha1 has a single container.
  Service: [
    {
      groups: KNATIVE,
      pods: TEMPLATE,
      containers: ["runLatest", "pinned", "release"].map(
        (mode) => `spec.${mode}.configuration.revisionTemplate.spec.container`,
      ),
    },
  ],
  Configuration: [{ groups: KNATIVE, pods: TEMPLATE, containers: ["spec.revisionTemplate.spec.container"] }],
  Revision: [{ groups: KNATIVE, pods: [""] }],

  InferenceService: [
    {
      groups: KSERVE,
      podSpecs: ["spec.predictor", "spec.predictor.workerSpec", "spec.transformer", "spec.explainer"],
      containers: MODELS.map((model) => `spec.predictor.${model}`),
    },
  ],
  LLMInferenceService: LLM_SERVICE,
  LLMInferenceServiceConfig: LLM_SERVICE,
  ServingRuntime: [{ groups: KSERVE, podSpecs: ["spec", "spec.workerSpec"] }],
  ClusterServingRuntime: [{ groups: KSERVE, podSpecs: ["spec", "spec.workerSpec"] }],

  RayCluster: [{ groups: RAY, pods: ["spec.headGroupSpec.template", "spec.workerGroupSpecs[].template"] }],
  RayService: [
    {
      groups: RAY,
      pods: ["spec.rayClusterConfig.headGroupSpec.template", "spec.rayClusterConfig.workerGroupSpecs[].template"],
    },
  ],
  RayJob: [
    {
      groups: RAY,
      pods: [
        "spec.rayClusterSpec.headGroupSpec.template",
        "spec.rayClusterSpec.workerGroupSpecs[].template",
        "spec.submitterPodTemplate",
      ],
    },
  ],

  SparkApplication: [{ groups: SPARK, pods: ["spec.driver.template", "spec.executor.template"] }],
  ScheduledSparkApplication: [
    { groups: SPARK, pods: ["spec.template.driver.template", "spec.template.executor.template"] },
  ],
  SparkConnect: [{ groups: SPARK, pods: ["spec.server.template", "spec.executor.template"] }],

  // Templates whose containers the operator completes: they may have no image.
  DeploymentRuntimeConfig: [{ groups: ["pkg.crossplane.io"], pods: ["spec.deploymentTemplate.spec.template"] }],
  Grafana: [{ groups: ["grafana.integreatly.org"], pods: ["spec.deployment.spec.template"] }],
  Pooler: [{ groups: ["postgresql.cnpg.io"], pods: TEMPLATE }],
  SeldonDeployment: [{ groups: ["machinelearning.seldon.io"], pods: ["spec.predictors[].componentSpecs[]"] }],

  Kafka: [
    {
      groups: STRIMZI,
      containersByMember: [
        "spec.kafka.template",
        "spec.zookeeper.template",
        "spec.entityOperator.template",
        "spec.cruiseControl.template",
        "spec.kafkaExporter.template",
      ],
    },
  ],
  KafkaNodePool: [{ groups: STRIMZI, containersByMember: TEMPLATE }],
  KafkaConnect: [{ groups: STRIMZI, containersByMember: TEMPLATE }],
  KafkaConnectS2I: [{ groups: STRIMZI, containersByMember: TEMPLATE }],
  KafkaMirrorMaker: [{ groups: STRIMZI, containersByMember: TEMPLATE }],
  KafkaMirrorMaker2: [{ groups: STRIMZI, containersByMember: TEMPLATE }],
  KafkaBridge: [{ groups: STRIMZI, containersByMember: TEMPLATE }],
  StrimziPodSet: [{ groups: ["core.strimzi.io"], pods: ["spec.pods[]"] }],
};

/**
 * The row of a kind.
 *
 * @param group the API group that the object says; undefined if it says none: then only Kubernetes' own kinds count
 * @returns undefined if the kind is not known to have pods, or is another group's kind of the same name
 */
export function workloadKind(kind: string, group: string | undefined): WorkloadKind | undefined {
  const rows = Object.hasOwn(KINDS, kind) ? KINDS[kind]! : [];
  return rows.find(({ groups, isBuiltIn }) => (group === undefined ? isBuiltIn : groups.includes(group)));
}

/** A kind that the user adds, in any API group. */
export interface ExtraKind {
  readonly kind: string;
  /** Where it has a pod template, or the spec of a pod. */
  readonly location: Location;
}

/** The row of a kind that the table does not have; undefined if it is none of the extra ones. */
export function extraKind(kind: string, extra: readonly ExtraKind[]): WorkloadKind | undefined {
  const locations = extra.filter((each) => each.kind === kind).map(({ location }) => location);
  return locations.length === 0 ? undefined : { groups: [], pods: locations, podSpecs: locations };
}

/** Groups of Kubernetes itself, whose kinds have pods only if the table says so. */
const OWN_GROUPS = ["", "apps", "batch", "extensions", "autoscaling", "policy"];

/** Whether a kind of Kubernetes is said to be of another group of its than it is, as in `apiVersion: apps/v1, kind: Pod`. */
export function isInWrongGroup(kind: string, group: string): boolean {
  const isOwn = workloadKind(kind, undefined) !== undefined;
  return isOwn && OWN_GROUPS.includes(group) && workloadKind(kind, group) === undefined;
}

/**
 * Groups whose objects describe pods of others (policies, tests), change them (values and patches of Helm and
 * Kustomize), or have references of their own in the form `$(NAME)` (Tekton).
 */
const DESCRIBING_GROUPS = [
  "kyverno.io",
  "gatekeeper.sh",
  "kubewarden.io",
  "jspolicy.com",
  "kuttl.dev",
  "toolkit.fluxcd.io",
  "tekton.dev",
];

/** Whether an object of a kind that the table does not have may have pods, to be found by their shape. */
export function mayHavePods(kind: string, group = ""): boolean {
  if (OWN_GROUPS.includes(group)) return false;
  if (group.endsWith(".k8s.io") && !group.endsWith(".x-k8s.io")) return false;
  if (DESCRIBING_GROUPS.some((name) => group === name || group.endsWith(`.${name}`))) return false;
  return !kind.endsWith("Policy");
}

/** The API group of an `apiVersion`: "" is the core group, and undefined means that `apiVersion` is missing. */
export function groupOf(apiVersion: unknown): string | undefined {
  if (typeof apiVersion !== "string" || apiVersion === "") return undefined;
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}
