/** The variables that controllers of other APIs set in the containers of their pods. */

import type { KubernetesObject } from "../../events/reference.ts";
import { isStrictVariableName } from "../pod/sources/names.ts";
import type { InjectedVariables } from "../pod/sources/pod-scope.ts";

interface Row {
  readonly group: string;
  readonly kinds: readonly string[];
  /** Names; a `*` at the end matches any text. */
  readonly names: readonly string[];
  /** Objects outside the input add variables of any name. */
  readonly addsOthers?: true;
}

/** Each row follows the source of its information, a repository and the paths in it. */
const ROWS: readonly Row[] = [
  // kubernetes-sigs/lws: pkg/utils/pod/pod_utils.go, pkg/utils/accelerators/tpu.go
  { group: "leaderworkerset.x-k8s.io", kinds: ["LeaderWorkerSet"], names: ["LWS_*", "TPU_*"] },
  // kubernetes-sigs/jobset: pkg/webhooks/jobset_webhook.go makes Jobs Indexed, which have the variable
  { group: "jobset.x-k8s.io", kinds: ["JobSet"], names: ["JOB_COMPLETION_INDEX"] },
  // ray-project/kuberay: ray-operator/controllers/ray/common/pod.go, ray-operator/controllers/ray/rayjob_controller.go
  {
    group: "ray.io",
    kinds: ["RayCluster", "RayJob", "RayService"],
    names: ["RAY_*", "FQ_RAY_IP", "KUBERAY_*", "REDIS_PASSWORD", "REDIS_USERNAME", "PYTHONUNBUFFERED"],
  },
  // knative/specs: specs/serving/runtime-contract.md
  {
    group: "serving.knative.dev",
    kinds: ["Service", "Configuration", "Revision"],
    names: ["PORT", "K_SERVICE", "K_CONFIGURATION", "K_REVISION"],
  },
  // kserve/kserve: pkg/controller/v1beta1/inferenceservice/components/{predictor,transformer}.go
  {
    group: "serving.kserve.io",
    kinds: ["InferenceService"],
    names: [
      "INFERENCE_SERVICE_NAME",
      "MODEL_NAME",
      "MODEL_DIR",
      "ISVC_NAME",
      "HEAD_SVC",
      "WORKER_SVC",
      "PIPELINE_PARALLEL_SIZE",
      "TENSOR_PARALLEL_SIZE",
      "RAY_NODE_COUNT",
      "REQUEST_GPU_COUNT",
    ],
  },
  // kserve/kserve: pkg/controller/v1beta1/inferenceservice/utils/utils.go merges the model's container into the runtime's,
  // pkg/controller/v1alpha2/llmisvc/config_merge.go the configs that a service names
  {
    group: "serving.kserve.io",
    kinds: ["ServingRuntime", "ClusterServingRuntime", "LLMInferenceService", "LLMInferenceServiceConfig"],
    names: [],
    addsOthers: true,
  },
  // argoproj/argo-workflows: workflow/common/common.go, workflow/controller/workflowpod.go, util/telemetry/carrier.go
  {
    group: "argoproj.io",
    kinds: ["Workflow", "WorkflowTemplate", "ClusterWorkflowTemplate", "CronWorkflow"],
    names: ["ARGO_*", "TRACEPARENT", "TRACESTATE"],
  },
  // kubeflow/training-operator, branch release-1.9: pkg/controller.v1/{pytorch,tensorflow,xgboost,paddlepaddle,jax}
  {
    group: "kubeflow.org",
    kinds: ["PyTorchJob"],
    names: ["MASTER_ADDR", "MASTER_PORT", "WORLD_SIZE", "RANK", "PET_*", "PYTHONUNBUFFERED"],
  },
  { group: "kubeflow.org", kinds: ["TFJob"], names: ["TF_CONFIG"] },
  {
    group: "kubeflow.org",
    kinds: ["XGBoostJob"],
    names: ["MASTER_ADDR", "MASTER_PORT", "WORLD_SIZE", "RANK", "WORKER_PORT", "WORKER_ADDRS", "PYTHONUNBUFFERED"],
  },
  { group: "kubeflow.org", kinds: ["PaddleJob"], names: ["PADDLE_*", "POD_IP_DUMMY", "PYTHONUNBUFFERED"] },
  {
    group: "kubeflow.org",
    kinds: ["JAXJob"],
    names: ["COORDINATOR_ADDRESS", "COORDINATOR_PORT", "NUM_PROCESSES", "PROCESS_ID", "PYTHONUNBUFFERED"],
  },
  // kubeflow/mpi-operator: pkg/controller/mpi_job_controller.go
  {
    group: "kubeflow.org",
    kinds: ["MPIJob"],
    names: ["K_MPI_JOB_ROLE", "OMPI_*", "I_MPI_*", "HYDRA_*", "NVIDIA_VISIBLE_DEVICES", "NVIDIA_DRIVER_CAPABILITIES"],
  },
  // kubeflow/trainer: pkg/runtime/framework/plugins, where a TrainJob adds variables of its own
  {
    group: "trainer.kubeflow.org",
    kinds: ["TrainingRuntime", "ClusterTrainingRuntime", "TrainJob"],
    names: [],
    addsOthers: true,
  },
  // volcano-sh/volcano: pkg/controllers/job/plugins/{env,svc}, and distributed-framework/{pytorch,tensorflow,mpi,hcclrank}
  {
    group: "batch.volcano.sh",
    kinds: ["Job"],
    names: ["VC_*", "VK_TASK_INDEX", "MASTER_ADDR", "MASTER_PORT", "WORLD_SIZE", "RANK", "TF_CONFIG", "MPI_HOST"],
  },
  // strimzi/strimzi-kafka-operator: cluster-operator/src/main/java/io/strimzi/operator/cluster/model/ContainerUtils.java
  // puts the operator's variables, dozens by kind and container, before those of the template
  {
    group: "kafka.strimzi.io",
    kinds: [
      "Kafka",
      "KafkaNodePool",
      "KafkaConnect",
      "KafkaConnectS2I",
      "KafkaMirrorMaker",
      "KafkaMirrorMaker2",
      "KafkaBridge",
    ],
    names: [],
    addsOthers: true,
  },
];

/**
 * The variables that the controller of a workload sets; undefined if it sets none.
 *
 * @param isPartial whether the controller completes the pod's containers and can add variables of any name
 */
export function injectedVariables(
  { apiVersion = "", kind = "" }: KubernetesObject,
  isPartial = false,
): InjectedVariables | undefined {
  const row = ROWS.find(({ group, kinds }) => kinds.includes(kind) && apiVersion.startsWith(`${group}/`));
  const addsOthers = isPartial || row?.addsOthers === true;
  if (row === undefined && !addsOthers) return undefined;
  const { names = [] } = row ?? {};
  return {
    sets: (name) => names.some((known) => isNamed(known, name)),
    maySet: (name) => addsOthers && isStrictVariableName(name),
    needs: `what the controller of ${kind} sets`,
  };
}

function isNamed(known: string, name: string): boolean {
  return known.endsWith("*") ? name.startsWith(known.slice(0, -1)) : name === known;
}
