/** What each pod of a manifest finds around it: the objects of the same stream, and what options tell. */
import { ClusterIndex } from "../pod/cluster-index.ts";
import { isOfFamily, parseIpAddress } from "../pod/ip-address.ts";
import type { Pod } from "../pod/objects.ts";
import type { Cluster, ClusterNode } from "../pod/types.ts";
import { InputError, UsageError } from "./errors.ts";
import type { CommandIo } from "./io.ts";
import { ManifestFile } from "./manifest-file.ts";
import { type ClusterObjects, type NodeObject, readObjects, type Workload } from "./workloads.ts";

/** What options tell of every pod. */
export interface GivenByOptions {
  readonly node?: NodeObject;
  readonly podIPs: readonly string[];
  readonly volumeContents: NonNullable<Cluster["volumeContents"]>;
}

export class Surroundings {
  private readonly given: GivenByOptions;
  private readonly nodes: ReadonlyMap<string, NodeObject>;
  /** For pods of which the node is not known, and one for each node. */
  private readonly index: ClusterIndex;
  private readonly indexes = new Map<NodeObject, ClusterIndex>();

  constructor({ services, configMaps, secrets, nodes }: ClusterObjects, given: GivenByOptions) {
    this.given = given;
    this.nodes = new Map(nodes.map((node) => [node.metadata?.name ?? "", node]));
    this.index = new ClusterIndex({
      services,
      // Of a kind that the stream has none of, nothing is known.
      ...(configMaps.length > 0 && { configMaps }),
      ...(secrets.length > 0 && { secrets }),
      ...(given.podIPs.length > 0 && { podIPs: given.podIPs }),
      volumeContents: given.volumeContents,
    });
  }

  /** What a workload's pod refers to, and the pod as it is on the node that options tell. */
  of({ pod }: Workload): { pod: Pod; cluster: ClusterIndex } {
    const { node: given } = this.given;
    const nodeName: unknown = pod.spec?.nodeName;
    const node = given ?? (typeof nodeName === "string" ? this.nodes.get(nodeName) : undefined);
    const name = given?.metadata?.name;
    const isPlaced = !!nodeName || name === undefined || typeof pod.spec !== "object";
    return { pod: isPlaced ? pod : { ...pod, spec: { ...pod.spec, nodeName: name } }, cluster: this.indexOn(node) };
  }

  private indexOn(node: NodeObject | undefined): ClusterIndex {
    if (node === undefined) return this.index;
    let index = this.indexes.get(node);
    if (index === undefined) {
      index = this.index.onNode(clusterNode(node));
      this.indexes.set(node, index);
    }
    return index;
  }
}

/**
 * The Node of a file.
 *
 * @throws InputError if the file does not have exactly one.
 */
export function readNode(path: string, io: CommandIo): NodeObject {
  const file = new ManifestFile(path, io);
  const { nodes } = readObjects(file);
  if (nodes.length !== 1) throw new InputError(`${file.name}: one Node is wanted, and there are ${nodes.length}`);
  return nodes[0]!;
}

/** @throws UsageError if it is no IP address. */
export function checkedIp(text: string): string {
  if (parseIpAddress(text) === undefined) throw new UsageError(`--pod-ip ${text}: this is no IP address`);
  return text;
}

/** The node's addresses as the kubelet takes them: the first internal (else external) one, and the other family's. */
function clusterNode({ status }: NodeObject): ClusterNode {
  const ips = ["InternalIP", "ExternalIP"].flatMap((type) =>
    (status?.addresses ?? []).filter((entry) => entry.type === type).flatMap(({ address }) => address || []),
  );
  const [first] = ips;
  const other = ips.find((ip) => isOfFamily(ip, 4) !== isOfFamily(first!, 4));
  return {
    ...(first !== undefined && { ips: other === undefined ? [first] : [first, other] }),
    ...(status?.allocatable && { allocatable: status.allocatable }),
  };
}
