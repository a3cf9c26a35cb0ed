/** How people write the kind of an object. */
import { expect, test } from "vitest";
import { isKind } from "../../../src/kubernetes/cluster/kind-names.ts";

test.each<[written: string, kind: string, group: string | undefined, expected: boolean]>([
  ["deploy", "Deployment", "apps", true],
  ["Deployments", "Deployment", "apps", true],
  ["deployment.apps", "Deployment", "apps", true],
  ["deployment.v1.apps", "Deployment", "apps", true],
  ["deployment.apps", "Deployment", undefined, true],
  ["deployment.example.com", "Deployment", "apps", false],
  ["po", "Pod", "", true],
  ["rc", "ReplicationController", "", true],
  ["deploy.v1beta1.apps", "Deployment", "apps", true],
  ["deploy.v2alpha13.apps", "Deployment", "apps", true],
  ["deploy.v12.apps", "Deployment", "apps", true],
  ["deploy.v1gamma1.apps", "Deployment", "apps", false],
  ["deploy.v1beta.apps", "Deployment", "apps", false],
  ["deploy.v.apps", "Deployment", "apps", false],
  ["deploy.vendor.apps", "Deployment", "apps", false],
  ["rs", "ReplicaSet", "apps", true],
  ["sts", "StatefulSet", "apps", true],
  ["ds", "DaemonSet", "apps", true],
  ["cj", "CronJob", "batch", true],
  ["ro", "Rollout", "argoproj.io", true],
  ["wf", "Workflow", "argoproj.io", true],
  ["cwf", "CronWorkflow", "argoproj.io", true],
  ["wftmpl", "WorkflowTemplate", "argoproj.io", true],
  ["ksvc", "Service", "serving.knative.dev", true],
  ["dc", "DeploymentConfig", "apps.openshift.io", true],
  ["dc.apps.openshift.io", "DeploymentConfig", "apps.openshift.io", true],
  ["isvc", "InferenceService", "serving.kserve.io", true],
  ["lws", "LeaderWorkerSet", "leaderworkerset.x-k8s.io", true],
  ["DS", "DaemonSet", "apps", true],
  ["ds", "Deployment", "apps", false],
  ["pod", "PodTemplate", "", false],
  ["ingresses", "Ingress", "networking.k8s.io", true],
  ["policies", "Policy", "example.com", true],
  ["policys", "Policy", "example.com", false],
  ["polices", "Policy", "example.com", false],
  ["constructor", "Pod", "", false],
])("%s is %s of %s: %s", (written, kind, group, expected) => {
  expect(isKind(written, kind, group)).toBe(expected);
});
