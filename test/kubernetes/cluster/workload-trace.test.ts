import { expect, test } from "vitest";
import { PodClusters } from "../../../src/kubernetes/cluster/pod-cluster.ts";
import { traceWorkload } from "../../../src/kubernetes/cluster/workload-reader.ts";
import { readWorkloads, type Workload } from "../../../src/kubernetes/cluster/workloads.ts";
import { inspectPod } from "../../../src/kubernetes/pod/pod-schema.ts";

/** The only pod of an object. */
function workloadOf(object: { readonly apiVersion: string; readonly kind: string; readonly spec: object }): Workload {
  const found = readWorkloads(object, object.kind, object.apiVersion.split("/")[0], []);
  return (found as { workloads: Workload[] }).workloads[0]!;
}

const configMaps = [{ metadata: { name: "c" }, data: { RANK: "5", OTHER: "o" } }];
const objects = { services: [], configMaps, secrets: [], nodes: [] };
const clusters = new PodClusters(objects, { podIPs: [], volumeContents: {} });

const pod = (...args: string[]) => ({
  template: { spec: { containers: [{ name: "c", image: "i", envFrom: [{ configMapRef: { name: "c" } }], args }] } },
});

/** What becomes of each reference in a pod's arguments. */
function verdicts(workload: Workload, options: Parameters<typeof traceWorkload>[3] = {}) {
  const { uses } = traceWorkload(workload, inspectPod(workload.pod), clusters, options).containers[0]!;
  return uses.map(({ name, verdict, need }) => [name, verdict, need?.needs]);
}

test("what the controller of a workload sets is not known here", () => {
  const job = {
    apiVersion: "kubeflow.org/v1",
    kind: "PyTorchJob",
    spec: { pytorchReplicaSpecs: { Worker: pod("$(RANK) $(WORLD_SIZE) $(OTHER)") } },
  };
  const sets = "what the controller of PyTorchJob sets";
  expect(verdicts(workloadOf(job), { world: "closed" })).toEqual([
    ["RANK", "unknown", sets],
    ["WORLD_SIZE", "unknown", sets],
    ["OTHER", "expanded", undefined],
  ]);
});

test("other controllers set nothing", () => {
  const deployment = { apiVersion: "apps/v1", kind: "Deployment", spec: pod("$(RANK) $(WORLD_SIZE)") };
  for (const options of [{}, { world: "open" }, { world: "closed", profile: "kubelet" }] as const) {
    expect(verdicts(workloadOf(deployment), options)).toEqual([
      ["RANK", "expanded", undefined],
      ["WORLD_SIZE", "undefined", undefined],
    ]);
  }
});
