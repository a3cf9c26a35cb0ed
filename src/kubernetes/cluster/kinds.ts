/** The kinds of objects that contain pods, and the locations of the pods. A new kind is a row of the table. */

import { getOwn, memberOf } from "../../text/own-keys.ts";
import type { ManifestPath } from "../pod/types.ts";

/**
 * A location in an object: `spec.workerGroupSpecs[].template` is the `template` of each entry of a list, and "" is the
 * object itself.
 */
export type Location = string;

export interface WorkloadKind {
  /** The API groups that have the kind; "" is the core group. */
  readonly groups: readonly string[];
  /** The kind is built into Kubernetes, so the API server validates its pod when the object is applied. */
  readonly isBuiltIn?: true;
  /** Pods, or templates of pods: they have `metadata` and `spec`. */
  readonly pods?: readonly Location[];
  /** Specs of pods. */
  readonly podSpecs?: readonly Location[];
  /** Argo's workflow specs, with a list of `templates`. */
  readonly workflowSpecs?: readonly Location[];
  /** Single containers, each the main container of a pod. */
  readonly containers?: readonly Location[];
  /** Mappings with unnamed containers as members, such as `kafkaContainer`. */
  readonly containersByMember?: readonly Location[];
  /** The volume claims; each pod gets a volume for each of them. */
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

/** KServe's model specs, which have the members of a container. */
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

const LLM_SERVICE: WorkloadKind = {
  groups: KSERVE,
  podSpecs: [
    "spec.template",
    "spec.worker",
    "spec.prefill.template",
    "spec.prefill.worker",
    "spec.router.scheduler.template",
    "spec.router.scheduler.tokenizer.template",
  ],
};

const KINDS: Readonly<Record<string, WorkloadKind>> = {
  Pod: { groups: [""], isBuiltIn: true, pods: [""] },
  PodTemplate: { groups: [""], isBuiltIn: true, pods: ["template"] },
  ReplicationController: { groups: [""], isBuiltIn: true, pods: TEMPLATE },
  Deployment: { groups: APPS, isBuiltIn: true, pods: TEMPLATE },
  ReplicaSet: { groups: APPS, isBuiltIn: true, pods: TEMPLATE },
  StatefulSet: { groups: ["apps"], isBuiltIn: true, pods: TEMPLATE, claims: "spec.volumeClaimTemplates" },
  DaemonSet: { groups: APPS, isBuiltIn: true, pods: TEMPLATE },
  Job: { groups: ["batch"], isBuiltIn: true, pods: TEMPLATE },
  CronJob: { groups: ["batch"], isBuiltIn: true, pods: ["spec.jobTemplate.spec.template"] },

  Rollout: { groups: ARGO, pods: TEMPLATE },
  Workflow: { groups: ARGO, workflowSpecs: ["spec"] },
  WorkflowTemplate: { groups: ARGO, workflowSpecs: ["spec"] },
  ClusterWorkflowTemplate: { groups: ARGO, workflowSpecs: ["spec"] },
  CronWorkflow: { groups: ARGO, workflowSpecs: ["spec.workflowSpec"] },

  DeploymentConfig: { groups: ["apps.openshift.io", ""], pods: TEMPLATE },

  JobSet: { groups: ["jobset.x-k8s.io"], pods: ["spec.replicatedJobs[].template.spec.template"] },
  LeaderWorkerSet: {
    groups: ["leaderworkerset.x-k8s.io"],
    pods: ["spec.leaderWorkerTemplate.leaderTemplate", "spec.leaderWorkerTemplate.workerTemplate"],
  },

  // Version v1alpha1 has a single container.
  Service: {
    groups: KNATIVE,
    pods: TEMPLATE,
    containers: ["runLatest", "pinned", "release"].map(
      (mode) => `spec.${mode}.configuration.revisionTemplate.spec.container`,
    ),
  },
  Configuration: { groups: KNATIVE, pods: TEMPLATE, containers: ["spec.revisionTemplate.spec.container"] },
  Revision: { groups: KNATIVE, pods: [""] },

  InferenceService: {
    groups: KSERVE,
    podSpecs: ["spec.predictor", "spec.predictor.workerSpec", "spec.transformer", "spec.explainer"],
    containers: MODELS.map((model) => `spec.predictor.${model}`),
  },
  LLMInferenceService: LLM_SERVICE,
  LLMInferenceServiceConfig: LLM_SERVICE,
  ServingRuntime: { groups: KSERVE, podSpecs: ["spec", "spec.workerSpec"] },
  ClusterServingRuntime: { groups: KSERVE, podSpecs: ["spec", "spec.workerSpec"] },

  RayCluster: { groups: RAY, pods: ["spec.headGroupSpec.template", "spec.workerGroupSpecs[].template"] },
  RayService: {
    groups: RAY,
    pods: ["spec.rayClusterConfig.headGroupSpec.template", "spec.rayClusterConfig.workerGroupSpecs[].template"],
  },
  RayJob: {
    groups: RAY,
    pods: [
      "spec.rayClusterSpec.headGroupSpec.template",
      "spec.rayClusterSpec.workerGroupSpecs[].template",
      "spec.submitterPodTemplate",
    ],
  },

  SparkApplication: { groups: SPARK, pods: ["spec.driver.template", "spec.executor.template"] },
  ScheduledSparkApplication: {
    groups: SPARK,
    pods: ["spec.template.driver.template", "spec.template.executor.template"],
  },
  SparkConnect: { groups: SPARK, pods: ["spec.server.template", "spec.executor.template"] },

  // The operator completes the containers of these templates, so the image can be missing.
  DeploymentRuntimeConfig: { groups: ["pkg.crossplane.io"], pods: ["spec.deploymentTemplate.spec.template"] },
  Grafana: { groups: ["grafana.integreatly.org"], pods: ["spec.deployment.spec.template"] },
  Pooler: { groups: ["postgresql.cnpg.io"], pods: TEMPLATE },
  SeldonDeployment: { groups: ["machinelearning.seldon.io"], pods: ["spec.predictors[].componentSpecs[]"] },

  Kafka: {
    groups: STRIMZI,
    containersByMember: [
      "spec.kafka.template",
      "spec.zookeeper.template",
      "spec.entityOperator.template",
      "spec.cruiseControl.template",
      "spec.kafkaExporter.template",
    ],
  },
  KafkaNodePool: { groups: STRIMZI, containersByMember: TEMPLATE },
  KafkaConnect: { groups: STRIMZI, containersByMember: TEMPLATE },
  KafkaConnectS2I: { groups: STRIMZI, containersByMember: TEMPLATE },
  KafkaMirrorMaker: { groups: STRIMZI, containersByMember: TEMPLATE },
  KafkaMirrorMaker2: { groups: STRIMZI, containersByMember: TEMPLATE },
  KafkaBridge: { groups: STRIMZI, containersByMember: TEMPLATE },
  StrimziPodSet: { groups: ["core.strimzi.io"], pods: ["spec.pods[]"] },
};

/**
 * Finds the row of a kind.
 *
 * @param group the object's API group; if it is undefined, only built-in kinds match
 * @returns undefined if the kind is not in the table, or belongs to another group
 */
export function workloadKind(kind: string, group: string | undefined): WorkloadKind | undefined {
  const row = getOwn(KINDS, kind) as WorkloadKind | undefined;
  return (group === undefined ? row?.isBuiltIn : row?.groups.includes(group)) ? row : undefined;
}

/** A kind added by the user, in any API group. */
export interface CustomKind {
  readonly kind: string;
  /** The location of its pod template or pod spec. */
  readonly location: Location;
}

/** The row of a kind that the user added. */
export function extraKind(kind: string, extra: readonly CustomKind[]): WorkloadKind | undefined {
  const locations = extra.filter((each) => each.kind === kind).map(({ location }) => location);
  return locations.length === 0 ? undefined : { groups: [], pods: locations, podSpecs: locations };
}

/** Built-in groups, whose kinds have pods only if they are in the table. */
const OWN_GROUPS = ["", "apps", "batch", "extensions", "autoscaling", "policy"];

/** Whether a built-in kind is in the wrong built-in group, as in `apiVersion: apps/v1, kind: Pod`. */
export function isInWrongGroup(kind: string, group: string): boolean {
  const isOwn = workloadKind(kind, undefined) !== undefined;
  return isOwn && OWN_GROUPS.includes(group) && workloadKind(kind, group) === undefined;
}

/**
 * Groups whose objects describe the pods of other objects (policies, tests), change them (values and patches of Helm and
 * Kustomize), or use `$(NAME)` for their own references (Tekton).
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

/** Whether an object of a kind outside the table may contain pods, which are found by their shape. */
export function mayHavePods(kind: string, group = ""): boolean {
  if (OWN_GROUPS.includes(group)) return false;
  if (group.endsWith(".k8s.io") && !group.endsWith(".x-k8s.io")) return false;
  if (DESCRIBING_GROUPS.some((name) => group === name || group.endsWith(`.${name}`))) return false;
  return !kind.endsWith("Policy");
}

/** The API group of an `apiVersion`: "" for the core group, undefined if `apiVersion` is missing. */
export function groupOf(apiVersion: unknown): string | undefined {
  if (typeof apiVersion !== "string" || apiVersion === "") return undefined;
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}

/** A value and its path. */
export interface Located {
  readonly path: ManifestPath;
  readonly value: unknown;
}

/** The values at a location: none, one, or, if the location contains a list, one for each of its entries. */
export function valuesAt(object: unknown, location: Location): Located[] {
  let found: Located[] = [{ path: [], value: object }];
  for (const step of pathOf(location)) {
    found = found.flatMap(({ path, value }) => {
      const member = memberOf(value, step.name);
      if (member === undefined || member === null) return [];
      const at = [...path, step.name];
      if (!step.isList) return [{ path: at, value: member }];
      return Array.isArray(member) ? member.map((item, i) => ({ path: [...at, i], value: item })) : [];
    });
  }
  return found;
}

/** The path of a location without lists. */
export function pathTo(location: Location): ManifestPath {
  return pathOf(location).map(({ name }) => name);
}

function pathOf(location: Location): { name: string; isList: boolean }[] {
  if (location === "") return [];
  return location.split(".").map((step) => {
    const isList = step.endsWith("[]");
    return { name: isList ? step.slice(0, -"[]".length) : step, isList };
  });
}
