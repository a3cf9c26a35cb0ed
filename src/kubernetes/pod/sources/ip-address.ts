/** IP addresses in the format of Go's net package, and the addresses of a pod and its node. */

import type { Pod } from "../objects.ts";
import type { Cluster } from "../types.ts";

/**
 * Formats an address: IPv6 in lower case, with `::` for the first of the longest runs of zeros. Leading zeros in IPv4 are
 * allowed, as in older versions of Go, and an IPv4-mapped IPv6 address becomes an IPv4 address.
 *
 * @returns undefined if the text is not an address
 */
export function canonicalIp(text: string): string | undefined {
  const end = text.lastIndexOf(":") + 1;
  const last = text.slice(end);
  const ipv4 = canonicalIpv4(last);
  if (end === 0) return ipv4;
  const address = canonicalIpv6(text.slice(0, end) + (ipv4 ?? last));
  if (address === undefined) return undefined;
  // `::ffff:c000:221`
  const groups = address.split(":");
  if (!address.startsWith("::ffff:") || groups.length !== 5) return address;
  const halves = groups.slice(3).map((group) => Number.parseInt(group, 16));
  return halves.flatMap((half) => [half >> 8, half & 255]).join(".");
}

export function isOfFamily(text: string, family: 4 | 6): boolean {
  return canonicalIp(text)?.includes(":") === (family === 6);
}

/** Parses the address as the host of a URL, such as `http://[::1]`. */
function canonicalIpv6(text: string): string | undefined {
  // Other characters could end the host of the URL.
  if (!/^[\da-fA-F:.]+$/.test(text)) return undefined;
  try {
    return new URL(`http://[${text}]`).hostname.slice(1, -1);
  } catch {
    return undefined;
  }
}

function canonicalIpv4(text: string): string | undefined {
  const parts = text.split(".");
  const isAddress = parts.length === 4 && parts.every((part) => /^[0-9]+$/.test(part) && Number(part) <= 255);
  return isAddress ? parts.map(Number).join(".") : undefined;
}

export type PodAddresses = ReturnType<typeof podAddresses>;

/** The addresses of a pod and its node, for `fieldRef`: undefined if unknown; lists are joined with commas. */
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

/** At most one address of each family, the node's primary family first. A pod on the host network has the node's. */
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
