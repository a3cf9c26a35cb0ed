import { expect, test } from "vitest";
import { ClusterIndex, resolvePod, validatePod } from "../../../src/index.ts";

/*
 * The shape of the classes of @kubernetes/client-node, which are declared without index signatures. That they can be
 * passed without a cast is what these tests say; tsc checks it.
 */
declare class V1ObjectMeta {
  annotations?: { [key: string]: string };
  creationTimestamp?: Date;
  deletionGracePeriodSeconds?: number;
  finalizers?: Array<string>;
  labels?: { [key: string]: string };
  name?: string;
  namespace?: string;
  uid?: string;
  static readonly discriminator: string | undefined;
}
declare class V1ConfigMapKeySelector {
  key: string;
  name?: string;
  optional?: boolean;
}
declare class V1ResourceFieldSelector {
  containerName?: string;
  divisor?: string;
  resource: string;
}
declare class V1EnvVarSource {
  configMapKeyRef?: V1ConfigMapKeySelector;
  fieldRef?: { apiVersion?: string; fieldPath: string };
  fileKeyRef?: { key: string; optional?: boolean; path: string; volumeName: string };
  resourceFieldRef?: V1ResourceFieldSelector;
  secretKeyRef?: V1ConfigMapKeySelector;
}
declare class V1EnvVar {
  name: string;
  value?: string;
  valueFrom?: V1EnvVarSource;
}
declare class V1Probe {
  exec?: { command?: Array<string> };
  failureThreshold?: number;
  httpGet?: { path?: string; port: number | string };
}
declare class V1ResourceRequirements {
  claims?: Array<{ name: string; request?: string }>;
  limits?: { [key: string]: string };
  requests?: { [key: string]: string };
}
declare class V1Container {
  args?: Array<string>;
  command?: Array<string>;
  env?: Array<V1EnvVar>;
  envFrom?: Array<{ configMapRef?: { name?: string; optional?: boolean }; prefix?: string }>;
  image?: string;
  lifecycle?: { postStart?: V1Probe; preStop?: V1Probe; stopSignal?: string };
  livenessProbe?: V1Probe;
  name: string;
  ports?: Array<{ containerPort: number; name?: string }>;
  resources?: V1ResourceRequirements;
  volumeMounts?: Array<{ mountPath: string; name: string; readOnly?: boolean; subPath?: string; subPathExpr?: string }>;
}
declare class V1Volume {
  configMap?: { name?: string; items?: Array<{ key: string; path: string }> };
  emptyDir?: { medium?: string; sizeLimit?: string };
  hostPath?: { path: string; type?: string };
  name: string;
  secret?: { secretName?: string };
}
declare class V1PodSpec {
  activeDeadlineSeconds?: number;
  containers: Array<V1Container>;
  enableServiceLinks?: boolean;
  ephemeralContainers?: Array<V1Container & { targetContainerName?: string }>;
  hostNetwork?: boolean;
  initContainers?: Array<V1Container>;
  nodeName?: string;
  resources?: V1ResourceRequirements;
  serviceAccount?: string;
  serviceAccountName?: string;
  volumes?: Array<V1Volume>;
}
declare class V1PodStatus {
  hostIP?: string;
  hostIPs?: Array<{ ip: string }>;
  phase?: string;
  podIP?: string;
  podIPs?: Array<{ ip: string }>;
  startTime?: Date;
}
declare class V1Pod {
  apiVersion?: string;
  kind?: string;
  metadata?: V1ObjectMeta;
  spec?: V1PodSpec;
  status?: V1PodStatus;
}
declare class V1ConfigMap {
  apiVersion?: string;
  binaryData?: { [key: string]: string };
  data?: { [key: string]: string };
  immutable?: boolean;
  kind?: string;
  metadata?: V1ObjectMeta;
}
declare class V1Secret {
  data?: { [key: string]: string };
  metadata?: V1ObjectMeta;
  stringData?: { [key: string]: string };
  type?: string;
}
declare class V1Service {
  metadata?: V1ObjectMeta;
  spec?: {
    clusterIP?: string;
    clusterIPs?: Array<string>;
    ports?: Array<{ name?: string; port: number; protocol?: string; targetPort?: number | string }>;
  };
}

const pod: V1Pod = {
  metadata: { name: "web", namespace: "shop", creationTimestamp: new Date(0) },
  spec: {
    containers: [
      {
        name: "app",
        image: "app:1",
        env: [
          { name: "MODE", valueFrom: { configMapKeyRef: { name: "c", key: "mode" } } },
          { name: "URL", value: "$(API_SERVICE_HOST)/$(MODE)" },
        ],
        args: ["$(URL)"],
        volumeMounts: [{ name: "v", mountPath: "/v" }],
      },
    ],
    volumes: [{ name: "v", hostPath: { path: "/v" } }],
  },
};
const configMaps: V1ConfigMap[] = [{ metadata: { name: "c", namespace: "shop" }, data: { mode: "fast" } }];
const services: V1Service[] = [
  { metadata: { name: "api", namespace: "shop" }, spec: { clusterIP: "10.0.0.9", ports: [{ port: 80 }] } },
];
const secrets: V1Secret[] = [];

test("objects of @kubernetes/client-node are pods and clusters", () => {
  expect(validatePod(pod)).toEqual([]);
  expect(resolvePod(pod, { configMaps, secrets, services }).containers[0]?.args).toEqual(["10.0.0.9/fast"]);
  expect(resolvePod(pod, new ClusterIndex({ configMaps })).containers[0]?.name).toBe("app");
});
