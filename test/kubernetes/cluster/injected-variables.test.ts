import { expect, test } from "vitest";
import { injectedVariables } from "../../../src/kubernetes/cluster/injected-variables.ts";
import { resolveInspected } from "../../../src/kubernetes/pod/resolve/resolve.ts";

test.each([
  ["leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", "LWS_LEADER_ADDRESS", true],
  ["leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", "LWS", false],
  ["jobset.x-k8s.io/v1alpha2", "JobSet", "JOB_COMPLETION_INDEX", true],
  ["jobset.x-k8s.io/v1alpha2", "JobSet", "JOB_COMPLETION_INDEXES", false],
  ["ray.io/v1", "RayService", "RAY_ADDRESS", true],
  ["ray.io/v1", "RayService", "FQ_RAY_IP", true],
  ["serving.knative.dev/v1", "Service", "K_REVISION", true],
  ["v1", "Service", "K_REVISION", false],
  ["kubeflow.org/v1", "PyTorchJob", "MASTER_PORT", true],
  ["leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", "TPU_WORKER_ID", true],
  ["ray.io/v1", "RayCluster", "KUBERAY_GEN_RAY_START_CMD", true],
  ["ray.io/v1", "RayJob", "PYTHONUNBUFFERED", true],
  ["ray.io/v1", "RayJob", "REDIS_PASSWORD", true],
  ["ray.io/v1", "RayJob", "REDIS_USERNAME", true],
  ["ray.io/v1", "RayJob", "REDIS_ADDRESS", false],
  ["serving.knative.dev/v1", "Configuration", "PORT", true],
  ["serving.knative.dev/v1", "Revision", "K_SERVICE", true],
  ["serving.knative.dev/v1", "Revision", "K_CONFIGURATION", true],
  ["argoproj.io/v1alpha1", "Workflow", "ARGO_TEMPLATE", true],
  ["argoproj.io/v1alpha1", "WorkflowTemplate", "TRACEPARENT", true],
  ["argoproj.io/v1alpha1", "ClusterWorkflowTemplate", "TRACESTATE", true],
  ["argoproj.io/v1alpha1", "CronWorkflow", "ARGO_NODE_ID", true],
  ["argoproj.io/v1alpha1", "Rollout", "ARGO_NODE_ID", false],
  ["kubeflow.org/v1", "PyTorchJob", "PET_NNODES", true],
  ["kubeflow.org/v1", "PyTorchJob", "WORKER_PORT", false],
  ["kubeflow.org/v1", "TFJob", "TF_CONFIG", true],
  ["kubeflow.org/v1", "XGBoostJob", "WORKER_ADDRS", true],
  ["kubeflow.org/v1", "XGBoostJob", "WORKER_PORT", true],
  ["kubeflow.org/v1", "PaddleJob", "PADDLE_NNODES", true],
  ["kubeflow.org/v1", "PaddleJob", "POD_IP_DUMMY", true],
  ["kubeflow.org/v1", "JAXJob", "COORDINATOR_ADDRESS", true],
  ["kubeflow.org/v1", "JAXJob", "COORDINATOR_PORT", true],
  ["kubeflow.org/v1", "JAXJob", "NUM_PROCESSES", true],
  ["kubeflow.org/v2beta1", "MPIJob", "K_MPI_JOB_ROLE", true],
  ["kubeflow.org/v2beta1", "MPIJob", "I_MPI_HYDRA_HOST_FILE", true],
  ["kubeflow.org/v2beta1", "MPIJob", "HYDRA_HOST_FILE", true],
  ["kubeflow.org/v2beta1", "MPIJob", "NVIDIA_VISIBLE_DEVICES", true],
  ["kubeflow.org/v2beta1", "MPIJob", "NVIDIA_DRIVER_CAPABILITIES", true],
  ["serving.kserve.io/v1beta1", "InferenceService", "MODEL_NAME", true],
  ["serving.kserve.io/v1beta1", "InferenceService", "TENSOR_PARALLEL_SIZE", true],
  ["serving.kserve.io/v1alpha1", "ClusterServingRuntime", "OTHER", true],
  ["serving.kserve.io/v1alpha1", "LLMInferenceService", "OTHER", true],
  ["serving.kserve.io/v1alpha1", "LLMInferenceServiceConfig", "OTHER", true],
  ["trainer.kubeflow.org/v1alpha1", "TrainJob", "OTHER", true],
  ["trainer.kubeflow.org/v1alpha1", "TrainingRuntime", "OTHER", true],
  ["trainer.kubeflow.org/v1alpha1", "ClusterTrainingRuntime", "OTHER", true],
  ["batch.volcano.sh/v1alpha1", "Job", "VC_TASK_INDEX", true],
  ["batch.volcano.sh/v1alpha1", "Job", "VK_TASK_INDEX", true],
  ["batch.volcano.sh/v1alpha1", "Job", "MPI_HOST", true],
  ["batch.volcano.sh/v1alpha1", "Job", "RANK", true],
  ["batch.volcano.sh/v1alpha1", "Job", "MASTER_ADDR", true],
  ["batch.volcano.sh/v1alpha1", "Job", "MASTER_PORT", true],
  ["batch.volcano.sh/v1alpha1", "Job", "WORLD_SIZE", true],
  ["batch.volcano.sh/v1alpha1", "Job", "TF_CONFIG", true],
  ["kafka.strimzi.io/v1", "KafkaNodePool", "OTHER", true],
  ["kafka.strimzi.io/v1", "KafkaConnect", "OTHER", true],
  ["kafka.strimzi.io/v1", "KafkaConnectS2I", "OTHER", true],
  ["kafka.strimzi.io/v1", "KafkaMirrorMaker", "OTHER", true],
  ["kafka.strimzi.io/v1", "KafkaMirrorMaker2", "OTHER", true],
  ["kafka.strimzi.io/v1", "KafkaBridge", "OTHER", true],
  ["batch/v1", "Job", "VC_TASK_INDEX", false],
  ["serving.kserve.io/v1beta1", "InferenceService", "INFERENCE_SERVICE_NAME", true],
  ["serving.kserve.io/v1beta1", "InferenceService", "OTHER", false],
  ["serving.kserve.io/v1alpha1", "ServingRuntime", "OTHER", true],
  ["serving.kserve.io/v1alpha1", "ServingRuntime", "seq 1 3", false],
  ["kafka.strimzi.io/v1", "Kafka", "STRIMZI_KAFKA_GC_LOG_ENABLED", true],
  ["kubeflow.org/v2beta1", "MPIJob", "OMPI_MCA_orte_default_hostfile", true],
  ["kubeflow.org/v1", "JAXJob", "PROCESS_ID", true],
  [undefined, "JobSet", "JOB_COMPLETION_INDEX", false],
])("%s %s sets %s: %s", (apiVersion, kind, name, sets) => {
  const injected = injectedVariables({ ...(apiVersion && { apiVersion }), kind });
  expect(injected?.sets(name) || injected?.maySet(name) || false).toBe(sets);
});

test.each([
  ["apps/v1", "Deployment"],
  ["example.com/v1", "JobSet"],
  ["jobset.x-k8s.io/v1alpha2", "Other"],
])("the controller of %s %s is not known to set anything", (apiVersion, kind) => {
  expect(injectedVariables({ apiVersion, kind })).toBeUndefined();
});

test("a controller that completes containers may set any name that nothing here sets", () => {
  const injected = injectedVariables({ apiVersion: "example.com/v1", kind: "Database" }, true)!;
  expect(["HOST", "pod.name", "seq 1 3", ""].map((name) => injected.maySet(name))).toEqual([true, true, false, false]);
  const services = [{ metadata: { name: "db" }, spec: { clusterIP: "10.0.0.1", ports: [{ port: 1 }] } }];
  const configMaps = [{ metadata: { name: "c" }, data: { FROM: "f" } }];
  const container = {
    envFrom: [{ configMapRef: { name: "c" } }],
    env: [{ name: "A", value: "$(B)" }],
    args: ["$(A) $(FROM) $(DB_SERVICE_HOST) $(B) $(C D)"],
  };
  const pod = { value: { spec: { containers: [container] } }, wrong: [] };
  const [resolved] = resolveInspected(pod, { services, configMaps }, { world: "closed", injected }).containers;
  expect(resolved?.args).toEqual(["$(B) f 10.0.0.1 $(B) $(C D)"]);
  expect(resolved?.unresolved.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["B", "unknown"],
    ["B", "unknown"],
    ["C D", "undefined"],
  ]);
});

test("such a name is unknown, whatever envFrom and services say; env's own entry counts", () => {
  const injected = injectedVariables({ apiVersion: "kubeflow.org/v1", kind: "PyTorchJob" })!;
  const services = [{ metadata: { name: "master" }, spec: { clusterIP: "10.0.0.1", ports: [{ port: 1 }] } }];
  const configMaps = [{ metadata: { name: "c" }, data: { RANK: "5", OTHER: "o" } }];
  const container = {
    envFrom: [{ configMapRef: { name: "c" } }],
    env: [{ name: "WORLD_SIZE", value: "2" }],
    args: ["$(MASTER_PORT) $(RANK) $(WORLD_SIZE) $(OTHER) $(MASTER_SERVICE_HOST)"],
  };
  for (const world of ["open", "closed"] as const) {
    const pod = { value: { spec: { containers: [container] } }, wrong: [] };
    const [resolved] = resolveInspected(pod, { services, configMaps }, { world, injected }).containers;
    expect(resolved?.args).toEqual(["$(MASTER_PORT) $(RANK) 2 o 10.0.0.1"]);
    expect(resolved?.unresolved.map(({ need }) => need?.needs)).toEqual(
      Array(2).fill("what the controller of PyTorchJob sets"),
    );
  }
});

test.each<[apiVersion: string, kinds: string[], names: string]>([
  ["ray.io/v1", ["RayCluster", "RayJob", "RayService"], "FQ_RAY_IP REDIS_PASSWORD REDIS_USERNAME PYTHONUNBUFFERED"],
  ["serving.knative.dev/v1", ["Service", "Configuration", "Revision"], "PORT K_SERVICE K_CONFIGURATION K_REVISION"],
  [
    "serving.kserve.io/v1beta1",
    ["InferenceService"],
    "INFERENCE_SERVICE_NAME MODEL_NAME MODEL_DIR ISVC_NAME HEAD_SVC WORKER_SVC PIPELINE_PARALLEL_SIZE " +
      "TENSOR_PARALLEL_SIZE RAY_NODE_COUNT REQUEST_GPU_COUNT",
  ],
  [
    "argoproj.io/v1alpha1",
    ["Workflow", "WorkflowTemplate", "ClusterWorkflowTemplate", "CronWorkflow"],
    "ARGO_X TRACEPARENT TRACESTATE",
  ],
  ["kubeflow.org/v1", ["PyTorchJob"], "MASTER_ADDR MASTER_PORT WORLD_SIZE RANK PET_X PYTHONUNBUFFERED"],
  [
    "kubeflow.org/v1",
    ["XGBoostJob"],
    "MASTER_ADDR MASTER_PORT WORLD_SIZE RANK WORKER_PORT WORKER_ADDRS PYTHONUNBUFFERED",
  ],
  ["kubeflow.org/v1", ["PaddleJob"], "PADDLE_X POD_IP_DUMMY PYTHONUNBUFFERED"],
  ["kubeflow.org/v1", ["JAXJob"], "COORDINATOR_ADDRESS COORDINATOR_PORT NUM_PROCESSES PROCESS_ID PYTHONUNBUFFERED"],
  [
    "kubeflow.org/v2beta1",
    ["MPIJob"],
    "K_MPI_JOB_ROLE OMPI_X I_MPI_X HYDRA_X NVIDIA_VISIBLE_DEVICES NVIDIA_DRIVER_CAPABILITIES",
  ],
  [
    "batch.volcano.sh/v1alpha1",
    ["Job"],
    "VC_X VK_TASK_INDEX MASTER_ADDR MASTER_PORT WORLD_SIZE RANK TF_CONFIG MPI_HOST",
  ],
])("%s %j set %s, and no other names", (apiVersion, kinds, names) => {
  for (const kind of kinds) {
    const { maySet, needs, sets } = injectedVariables({ apiVersion, kind })!;
    expect(names.split(" ").filter((name) => !sets(name))).toEqual([]);
    expect(
      ["", "X", "OTHER", `${names.split(" ")[0]}`.slice(0, 2)].filter((name) => sets(name) || maySet(name)),
    ).toEqual([]);
    expect(needs).toBe(`what the controller of ${kind} sets`);
  }
});

test("an object without an API version or a kind has no controller, unless its containers are not complete", () => {
  for (const object of [{}, { kind: "Job" }, { apiVersion: "ray.io/v1" }]) {
    expect(injectedVariables(object)).toBeUndefined();
    expect(injectedVariables(object, true)?.maySet("ANY")).toBe(true);
  }
  const injected = injectedVariables({ apiVersion: "ray.io/v1", kind: "RayJob" }, true)!;
  expect([injected.sets("RAY_X"), injected.sets("ANY"), injected.maySet("ANY")]).toEqual([true, false, true]);
});
