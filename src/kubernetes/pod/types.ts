/** The input of resolving beside the pod, and its result. Both are plain data. */

import type { Profile } from "../../envfile/profile.ts";
import type { EventType } from "../../events/recorder.ts";
import type { ConfigMap, ResourceList, Secret, Service } from "./objects.ts";
import type { ReferenceReason } from "./reasons.ts";

/**
 * The objects that pods refer to. Other objects are unknown in an open world, and missing in a closed one
 * (`ResolveOptions.world`). In a manifest, an object without a namespace is in the namespace of the pods without one.
 */
export interface Cluster {
  /** The Services of all namespaces; `null` means a kubelet that has no access to any. */
  readonly services?: readonly Service[] | null;
  /** False: the kubelet has not read the services yet. Default: true. */
  readonly servicesSynced?: boolean;
  readonly configMaps?: readonly ConfigMap[];
  readonly secrets?: readonly Secret[];
  /** A kubelet without an API server, which cannot read ConfigMaps and Secrets. */
  readonly noApiClient?: boolean;
  readonly node?: ClusterNode;
  /** The pod's IP addresses, in the order in which the container runtime reports them. */
  readonly podIPs?: readonly string[];
  /** The files of the pod's volumes, by the volume's name. */
  readonly volumeContents?: Readonly<Record<string, VolumeContents>>;
}

/** The node on which the pod runs. */
export interface ClusterNode {
  /** The node's addresses; the first is `status.hostIP`. */
  readonly ips?: readonly string[];
  /** The addresses the kubelet was started with: the first one's family is the pod's primary one. */
  readonly kubeletNodeIPs?: readonly string[];
  /** The limits of containers that do not set their own. */
  readonly allocatable?: ResourceList;
  /** The node's labels; a pod that runs on it gets `topology.kubernetes.io/zone` and `…/region`. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** A volume's files as data, or a reader of them. */
export type VolumeContents = VolumeData | VolumeReader;

/** A volume's files and links as plain data. */
export interface VolumeData {
  /** Contents by path, relative to the volume, with `/` between its parts: `{ "conf/app.env": "A='1'\n" }`. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** The texts of symbolic links by their path. They are followed within the volume only. */
  readonly symlinks?: Readonly<Record<string, string>>;
  /** The volume is not mounted on the node. */
  readonly notMounted?: boolean;
}

/** Reads a volume's files on demand. Paths are relative to the volume and free of links and `..`. */
export interface VolumeReader {
  /** The content of a file; undefined if the path does not exist or is not a file. */
  readFile(path: string): string | Uint8Array | undefined;
  /** The target of a symbolic link; undefined if the path is not a link. Must not follow links in the path. */
  readLink(path: string): string | undefined;
}

/** How a pod is resolved. */
export interface ResolveOptions {
  /**
   * `design` follows the design documents; `kubelet` does what released kubelets (1.35) do, message for message.
   * Default: `design`.
   */
  readonly profile?: Profile;
  /**
   * `manifest`: the pod comes from a file. The API server's defaults are added, and values that only a cluster sets
   * (addresses, the node, an absent namespace) are reported as unknown. `object`: the pod comes from the API server, and
   * absent fields are empty. Default: `manifest`; with the profile `kubelet`, `object`.
   */
  readonly input?: "manifest" | "object";
  /**
   * `open`: other Services, ConfigMaps, Secrets, and labels can exist, and values that depend on them are reported as
   * unknown. `closed`: no others exist. Default: `open` for a manifest, `closed` for an object.
   */
  readonly world?: "open" | "closed";
  /** The feature gate EnvFiles. Default: true. */
  readonly gateEnvFiles?: boolean;
  /** Skip keys of `envFrom` that are not strict variable names, as kubelets before 1.30 do. Default: false. */
  readonly legacyEnvFromFilter?: boolean;
  /**
   * How many UTF-16 code units the references of one pod may expand to: `$(NAME)`, the values of `valueFrom`, and the
   * variables of `envFrom`, each of which counts with its name and 64 more. The variables that announce the services of
   * the pod's namespace have the same limit, for themselves; for each container, each of them counts as one more. The
   * references without a value, and all `$` in a trace, must not be more than one for each 128 code units of the limit, or
   * of the default. Beyond that, `ExpansionLimitError`. Default: 16 Mi.
   */
  readonly expansionLimit?: number;
}

/** A path in the pod: `["spec", "containers", 0, "env", 3, "value"]`. */
export type ManifestPath = readonly (string | number)[];

/** Every container of a pod, resolved. */
export interface ResolvedPod {
  readonly name: string;
  /** "" if it is not known. */
  readonly namespace: string;
  /** Init containers, containers, then ephemeral containers; each kind in the manifest's order. */
  readonly containers: readonly ResolvedContainer[];
}

/** Which of the pod's three lists a container is in. */
export type ContainerKind = "initContainer" | "container" | "ephemeralContainer";

/** What a container will see. If there is an `error`, it will not be started, and nothing is resolved. */
export interface ResolvedContainer {
  readonly name: string;
  readonly kind: ContainerKind;
  readonly path: ManifestPath;
  /** The kubelet's path to the container in events: `spec.containers{app}`. */
  readonly fieldPath: string;
  /** `envFrom` and `env` in the order of their declaration (a name keeps the position where it was first set), then services. */
  readonly env: readonly ResolvedVariable[];
  /** Only if the manifest has one. */
  readonly command?: readonly string[];
  /** Only if the manifest has some. */
  readonly args?: readonly string[];
  readonly mounts: readonly ResolvedMount[];
  readonly exec: ExecCommands;
  /** Entries that set nothing, because the object or key is missing and they are `optional`. */
  readonly skipped: readonly UnsetVariable[];
  /** Entries that depend on unknown information about the cluster. References to them are not expanded. */
  readonly unknown: readonly UnknownVariable[];
  /** Every reference that is not expanded, in the order in which the texts are expanded, with the reason. */
  readonly unresolved: readonly UnresolvedReference[];
  /** The texts of the manifest that expansion changes. */
  readonly changes: readonly ManifestChange[];
  /** The container's events, in order; if it fails, the failure is the last one. */
  readonly events: readonly ContainerEvent[];
  readonly error?: ContainerError;
}

/** A variable as the container will see it. */
export interface ResolvedVariable {
  readonly name: string;
  readonly value: string;
  /** The value's bytes, only if they are not valid UTF-8: then `value` has U+FFFD in places. */
  readonly bytes?: Uint8Array;
  readonly source: VariableSource;
  /** The entry of `env` or `envFrom`; a service variable has none. */
  readonly path?: ManifestPath;
  /** A part of the value comes from a Secret, although the source is not a Secret. Mask it in output for people. */
  readonly isSecret?: true;
  /** The unknown information that a part of the value depends on. The value contains the unexpanded reference. */
  readonly need?: Need;
}

/** Where a variable's value comes from. */
export type VariableSource =
  | { readonly kind: "value" }
  | { readonly kind: "fieldRef"; readonly fieldPath: string }
  | { readonly kind: "resourceFieldRef"; readonly containerName: string; readonly resource: string }
  /** The last two are sources of `envFrom`. */
  | ObjectKeySource<"configMapKeyRef" | "secretKeyRef" | "configMapRef" | "secretRef">
  | { readonly kind: "fileKeyRef"; readonly volumeName: string; readonly path: string; readonly key: string }
  | { readonly kind: "service"; readonly namespace: string; readonly name: string };

/** A key of a ConfigMap or Secret. */
export interface ObjectKeySource<Kind> {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
  /** "" for an entire `envFrom` source that is missing or unknown. */
  readonly key: string;
}

/** An entry of `env` or `envFrom` that sets nothing. */
export interface UnsetVariable {
  /** The variable's name; "" for an entire `envFrom` source. */
  readonly name: string;
  readonly source: VariableSource;
  readonly path: ManifestPath;
}

/**
 * The kind of the missing information: a ConfigMap or Secret, a Service, the pod's namespace, its node, its addresses,
 * the files of a volume; or `cluster`, for values that only a running pod has.
 */
export type NeedKind = "object" | "service" | "namespace" | "node" | "pod-ip" | "volume" | "cluster";

/** The missing information. */
export interface Need {
  /** For messages: `the pod's IP addresses`, `Secret shop/database`. */
  readonly needs: string;
  readonly needsKind: NeedKind;
}

/**
 * An entry that depends on something unknown, or references that do (the path is the text's): one for each piece of
 * missing information.
 */
export interface UnknownVariable extends UnsetVariable, Need {
  /** The variable of an earlier `envFrom`, which is used if the unknown source does not set the name. */
  readonly otherwise?: ResolvedVariable;
}

/** A reference that is not expanded. */
export interface UnresolvedReference {
  readonly name: string;
  /** The text that contains it. */
  readonly path: ManifestPath;
  /** The reference itself in the text, from its `$` to the end of its `)`, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /**
   * `declared-later`: an entry of `env` has the name, but does not precede this one. `undefined`: nothing sets the
   * name. `unknown`: an object outside the input may set it. `malformed`: nothing sets the name, and it has a default
   * as in a shell (`$(NAME:-x)`). `shell`: nothing sets the name, and a shell reads the text, as in `sh -c`.
   */
  readonly verdict: "declared-later" | "undefined" | "unknown" | "malformed" | "shell";
  /** Why. `reasonText` words it. */
  readonly reason: ReferenceReason;
  /**
   * The entry of `env`, if it is declared later; it may be the one that has the reference. If the name is `unknown`, it is
   * a later entry, and an object outside the input can set the name, too.
   */
  readonly declaration?: ManifestPath;
  /** The missing information, if it is unknown. */
  readonly need?: Need;
}

/** A volume mount with its final path in the volume. */
export interface ResolvedMount {
  readonly name: string;
  readonly mountPath: string;
  /** `subPath` as it is, or `subPathExpr` expanded; "" if there is neither. */
  readonly subPath: string;
}

/** The commands that probes and lifecycle hooks run; the hooks' are never expanded. */
export interface ExecCommands {
  readonly livenessProbe?: readonly string[];
  readonly readinessProbe?: readonly string[];
  readonly startupProbe?: readonly string[];
  readonly postStart?: readonly string[];
  readonly preStop?: readonly string[];
}

/** A scalar of the manifest that expansion changes. */
export interface ManifestChange {
  readonly path: ManifestPath;
  /** What the container sees in place of the scalar's text. */
  readonly text: string;
  /**
   * What a manifest must have in place of the scalar for a container to see the same text when the manifest is resolved
   * again: known references have their values, with each `$` doubled. Undefined if the scalar must stay as it is
   * written: a part of the text is unknown or not UTF-8, or the scalar has no known reference.
   */
  readonly escaped: string | undefined;
  /** A part of the text comes from a Secret. */
  readonly isSecret?: true;
}

/** An event about a container; without a `fieldPath`, about the pod. */
export interface ContainerEvent {
  readonly type: EventType;
  readonly reason: string;
  readonly message: string;
  readonly fieldPath?: string;
  /** For an unresolved reference: the text that contains it. */
  readonly path?: ManifestPath;
  /** For an unresolved reference. */
  readonly reference?: UnresolvedReference;
}

/** Why a container will not be started. */
export interface ContainerError {
  readonly message: string;
  readonly stage: "env" | "mounts";
  readonly waitingReason: "CreateContainerConfigError";
  readonly event: ContainerEvent;
  /** What failed: the container, its entry of `env` or `envFrom`, or a member of its entry of `volumeMounts`. */
  readonly path: ManifestPath;
}
