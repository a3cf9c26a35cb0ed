/** The variables that the controllers of other APIs set in the containers of their pods. A kind is a row of the table. */

import type { KubernetesObject } from "../events/reference.ts";
import type { InjectedVariables } from "../pod/pod-scope.ts";

interface Row {
  readonly group: string;
  readonly kinds: readonly string[];
  /** Names; a `*` at the end stands for any rest. */
  readonly names: readonly string[];
}

/** Each row with the source that says so. */
const ROWS: readonly Row[] = [
  // kubernetes-sigs/lws, pkg/utils/pod and pkg/utils/accelerators
  { group: "leaderworkerset.x-k8s.io", kinds: ["LeaderWorkerSet"], names: ["LWS_*", "TPU_*"] },
  // kubernetes-sigs/jobset makes Indexed Jobs; kubernetes/kubernetes, pkg/controller/job
  { group: "jobset.x-k8s.io", kinds: ["JobSet"], names: ["JOB_COMPLETION_INDEX"] },
  // ray-project/kuberay, ray-operator/controllers/ray/common/pod.go
  {
    group: "ray.io",
    kinds: ["RayCluster", "RayJob", "RayService"],
    names: ["RAY_*", "FQ_RAY_IP", "KUBERAY_*", "REDIS_PASSWORD", "REDIS_USERNAME"],
  },
  // knative/specs, specs/serving/runtime-contract.md
  {
    group: "serving.knative.dev",
    kinds: ["Service", "Configuration", "Revision"],
    names: ["PORT", "K_SERVICE", "K_CONFIGURATION", "K_REVISION"],
  },
  // argoproj/argo-workflows, workflow/common
  {
    group: "argoproj.io",
    kinds: ["Workflow", "WorkflowTemplate", "ClusterWorkflowTemplate", "CronWorkflow"],
    names: ["ARGO_*"],
  },
  // kubeflow/trainer, pkg/controller.v1
  {
    group: "kubeflow.org",
    kinds: ["PyTorchJob"],
    names: ["MASTER_ADDR", "MASTER_PORT", "WORLD_SIZE", "RANK", "PET_*", "PYTHONUNBUFFERED"],
  },
  { group: "kubeflow.org", kinds: ["TFJob"], names: ["TF_CONFIG"] },
  // volcano-sh/volcano, pkg/controllers/job/plugins
  { group: "batch.volcano.sh", kinds: ["Job"], names: ["VC_*", "VK_TASK_INDEX"] },
];

/** What the controller of a workload sets; undefined if it sets nothing. */
export function injectedVariables({ apiVersion = "", kind = "" }: KubernetesObject): InjectedVariables | undefined {
  const row = ROWS.find(({ group, kinds }) => kinds.includes(kind) && apiVersion.startsWith(`${group}/`));
  if (row === undefined) return undefined;
  return {
    sets: (name) =>
      row.names.some((known) => (known.endsWith("*") ? name.startsWith(known.slice(0, -1)) : name === known)),
    needs: `what the controller of ${kind} sets`,
  };
}
