/** The IP addresses of a pod and of its node, as `fieldRef` has them. */

import type { Pod } from "../objects.ts";
import type { Cluster } from "../types.ts";
import { canonicalIp, isOfFamily } from "./ip-address.ts";

export type PodAddresses = ReturnType<typeof podAddresses>;

/** Undefined if unknown; lists are joined by commas. */
export function podAddresses(pod: Pod, cluster: Cluster) {
  const hostIPs = hostAddresses(pod, cluster);
  const podIPs = ownAddresses(pod, cluster, hostIPs);
  return {
    hostIP: hostIPs?.[0],
    hostIPs: hostIPs?.join(","),
    podIP: podIPs?.primary,
    podIPs: podIPs?.all.join(","),
  };
}

function hostAddresses({ status }: Pod, { node }: Cluster): string[] | undefined {
  const ips = node?.ips ?? addresses(status?.hostIPs) ?? (status?.hostIP ? [status.hostIP] : undefined);
  return ips?.map((ip) => canonicalIp(ip) ?? ip);
}

/** At most one address of each family, the node's primary family first. On the node's network they are the node's. */
function ownAddresses(
  { spec, status }: Pod,
  cluster: Cluster,
  hostIPs: readonly string[] | undefined,
): { primary: string; all: string[] } | undefined {
  const own = cluster.podIPs ?? addresses(status?.podIPs) ?? (status?.podIP ? [status.podIP] : undefined);
  const ips = own ?? (spec?.hostNetwork ? hostIPs : undefined);
  if (ips === undefined) return undefined;
  const nodeIP = cluster.node?.kubeletNodeIPs?.[0];
  const families = nodeIP === undefined || isOfFamily(nodeIP, 4) ? ([4, 6] as const) : ([6, 4] as const);
  const all = families.flatMap((family) => ips.find((ip) => isOfFamily(ip, family)) ?? []);
  return { primary: all[0] ?? ips[0] ?? "", all };
}

function addresses(list: readonly { readonly ip?: string }[] | undefined): string[] | undefined {
  return list?.flatMap(({ ip }) => ip || []);
}
