/** Describes the cluster that a pod will run in: the objects of the pod's stream, and the options of the command. */

import type { ConfigMap, Pod, Secret } from "../pod/objects.ts";
import { isMapping } from "../pod/pod-schema.ts";
import { ClusterIndex, type Elsewhere } from "../pod/sources/cluster-index.ts";
import { isOfFamily } from "../pod/sources/ip-address.ts";
import type { IsSecretText } from "../pod/sources/secret-value.ts";
import type { Cluster, ClusterNode } from "../pod/types.ts";
import type { ClusterObjects, NodeObject } from "./objects.ts";

export interface PodClusterOptions {
  /** The node that the pods run on, unless they name another one. */
  readonly node?: NodeObject;
  readonly podIPs: readonly string[];
  readonly volumeContents: NonNullable<Cluster["volumeContents"]>;
  /** Objects that are applied with other pods. */
  readonly elsewhere?: Elsewhere | undefined;
  /** Returns what finds copies of values of Secrets in texts: kustomize can copy them. Default: none are searched for. */
  readonly copyFinder?: ((secrets: readonly Secret[]) => IsSecretText) | undefined;
}

/** Returns the cluster of each pod. All clusters share an index of the objects. */
export class PodClusters {
  private readonly given: NodeObject | undefined;
  private readonly nodes: ReadonlyMap<string, NodeObject>;
  /** For pods whose node is unknown. */
  private readonly index: ClusterIndex;
  private readonly indexes = new Map<NodeObject, ClusterIndex>();
  /** Whether a text of a pod contains a copy of a value of a Secret. */
  readonly isSecretText: IsSecretText | undefined;
  private readonly objects: ClusterObjects;
  private readonly options: PodClusterOptions;

  constructor(objects: ClusterObjects, options: PodClusterOptions) {
    const { elsewhere, node, podIPs, volumeContents } = options;
    this.objects = objects;
    this.options = options;
    const { services, configMaps, secrets, nodes } = objects;
    this.isSecretText = options.copyFinder?.(secrets);
    this.given = node;
    this.nodes = new Map(nodes.map((each) => [each.metadata?.name ?? "", each]));
    const cluster = {
      services,
      configMaps,
      secrets,
      ...(podIPs.length > 0 && { podIPs }),
      volumeContents,
    };
    this.index = new ClusterIndex(cluster, elsewhere);
  }

  /** The same objects and a ConfigMap. */
  with(configMap: ConfigMap): PodClusters {
    const { configMaps } = this.objects;
    return new PodClusters({ ...this.objects, configMaps: [...configMaps, configMap] }, this.options);
  }

  /** The cluster of a pod, and the pod with the name of its node. */
  of(pod: Pod): { readonly pod: Pod; readonly cluster: ClusterIndex } {
    const { nodeName } = pod.spec ?? {};
    const node = this.given ?? (nodeName ? this.nodes.get(nodeName) : undefined);
    const cluster = node === undefined ? this.index : (this.indexes.get(node) ?? this.index.onNode(clusterNode(node)));
    if (node !== undefined) this.indexes.set(node, cluster);
    const name = this.given?.metadata?.name;
    if (nodeName || name === undefined) return { pod, cluster };
    return { pod: { ...pod, spec: { ...pod.spec, nodeName: name } }, cluster };
  }
}

/** Selects the node's addresses like the kubelet: the first internal (else external) one, and one of the other family. */
function clusterNode({ metadata, status }: NodeObject): ClusterNode {
  const ips = ["InternalIP", "ExternalIP"].flatMap((type) =>
    (status?.addresses ?? []).filter((entry) => entry.type === type).flatMap(({ address }) => address || []),
  );
  const [first] = ips;
  const other = ips.find((ip) => isOfFamily(ip, 4) !== isOfFamily(first!, 4));
  return {
    ...(first !== undefined && { ips: other === undefined ? [first] : [first, other] }),
    ...(status?.allocatable && { allocatable: status.allocatable }),
    labels: textsOf(metadata?.labels),
  };
}

/** The labels that are strings; others are ignored. */
function textsOf(labels: unknown): Record<string, string> {
  const entries = isMapping(labels) ? Object.entries(labels) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
