/** The Kubernetes objects that a container's environment is made of: plain data, with the members read here. */

/** An ObjectMeta. */
export interface ObjectMeta {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A core/v1 Pod, or anything with the `metadata` and `spec` of one, such as a workload's pod template. */
export interface Pod {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly spec?: PodSpec;
  readonly status?: PodStatus;
}

/** A PodSpec: the containers, and what they share. */
export interface PodSpec {
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly ephemeralContainers?: readonly Container[];
  readonly volumes?: readonly Volume[];
  /** The limits and requests of all containers together. */
  readonly resources?: ResourceRequirements;
  readonly enableServiceLinks?: boolean;
  readonly nodeName?: string;
  readonly hostNetwork?: boolean;
  readonly serviceAccountName?: string;
  /** The older name of `serviceAccountName`. */
  readonly serviceAccount?: string;
}

/** A PodStatus: the addresses of the pod. */
export interface PodStatus {
  readonly podIP?: string;
  readonly podIPs?: readonly { readonly ip?: string }[];
  readonly hostIP?: string;
  readonly hostIPs?: readonly { readonly ip?: string }[];
}

/** A volume: its name, and one more member that says what kind it is. */
export type Volume = NamedVolume | (NamedVolume & { readonly [source: string]: unknown });

/** A volume of which only this is known; also a class's instance, whose members have no other names. */
export interface NamedVolume {
  readonly name?: string;
  readonly emptyDir?: object;
}

/** A Container, init container or ephemeral container. */
export interface Container {
  readonly name?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly EnvVar[];
  readonly envFrom?: readonly EnvFromSource[];
  readonly resources?: ResourceRequirements;
  readonly volumeMounts?: readonly VolumeMount[];
  readonly livenessProbe?: ExecHandler;
  readonly readinessProbe?: ExecHandler;
  readonly startupProbe?: ExecHandler;
  readonly lifecycle?: { readonly postStart?: ExecHandler; readonly preStop?: ExecHandler };
}

/** An entry of `env`: a text with references, or where the value comes from. */
export interface EnvVar {
  readonly name?: string;
  readonly value?: string;
  readonly valueFrom?: EnvVarSource;
}

/** An EnvVarSource: exactly one of its members is set. */
export interface EnvVarSource {
  readonly fieldRef?: ObjectFieldSelector;
  readonly resourceFieldRef?: ResourceFieldSelector;
  readonly configMapKeyRef?: KeySelector;
  readonly secretKeyRef?: KeySelector;
  readonly fileKeyRef?: FileKeySelector;
}

/** `fieldRef`: a field of the pod, such as `metadata.name`, `status.podIP` or `metadata.labels['app']`. */
export interface ObjectFieldSelector {
  readonly apiVersion?: string;
  readonly fieldPath?: string;
}

/** `resourceFieldRef`: a container's limit or request, such as `limits.cpu`, divided by a unit. */
export interface ResourceFieldSelector {
  readonly containerName?: string;
  readonly resource?: string;
  readonly divisor?: string | number;
}

/** `configMapKeyRef` and `secretKeyRef`: one key of an object in the pod's namespace. */
export interface KeySelector {
  readonly name?: string;
  readonly key?: string;
  readonly optional?: boolean;
}

/** `fileKeyRef` (KEP-3721): one key of an env file in one of the pod's volumes. */
export interface FileKeySelector {
  readonly volumeName?: string;
  readonly path?: string;
  readonly key?: string;
  readonly optional?: boolean;
}

/** An entry of `envFrom`: every key of a ConfigMap or Secret becomes a variable. */
export interface EnvFromSource {
  readonly prefix?: string;
  readonly configMapRef?: ObjectReferenceByName;
  readonly secretRef?: ObjectReferenceByName;
}

/** `configMapRef` and `secretRef`: an object in the pod's namespace. */
export interface ObjectReferenceByName {
  readonly name?: string;
  readonly optional?: boolean;
}

/** A container's resource limits and requests. */
export interface ResourceRequirements {
  readonly limits?: ResourceList;
  readonly requests?: ResourceList;
}

/** Quantities by resource name: `{ cpu: "1500m", memory: "1Gi" }`. */
export type ResourceList = Readonly<Record<string, string | number>>;

/** A VolumeMount; `subPathExpr` is a text with references. */
export interface VolumeMount {
  readonly name?: string;
  readonly mountPath?: string;
  readonly subPath?: string;
  readonly subPathExpr?: string;
}

/** A probe or a lifecycle hook, as far as it runs a command. */
export interface ExecHandler {
  readonly exec?: { readonly command?: readonly string[] };
}

/** A core/v1 Service. It sets variables only if it has a `clusterIP` other than `None`. */
export interface Service {
  readonly metadata?: ObjectMeta;
  readonly spec?: { readonly type?: string; readonly clusterIP?: string; readonly ports?: readonly ServicePort[] };
}

/** A port of a Service. Each port has its own variables. */
export interface ServicePort {
  readonly name?: string;
  readonly port?: number;
  /** Default: `TCP`. */
  readonly protocol?: string;
}

/** A core/v1 ConfigMap; its `binaryData` never becomes a variable. */
export interface ConfigMap {
  readonly metadata?: ObjectMeta;
  readonly data?: Readonly<Record<string, string>>;
}

/** A core/v1 Secret. */
export interface Secret {
  readonly metadata?: ObjectMeta;
  /** `kubernetes.io/service-account-token`: the cluster fills it in. */
  readonly type?: string;
  /** Values in base64. */
  readonly data?: Readonly<Record<string, string>>;
  /** Values as text, in a manifest. They override `data`. */
  readonly stringData?: Readonly<Record<string, string>>;
}
