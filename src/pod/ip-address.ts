/** IP addresses as Go's net package reads and writes them. */

/**
 * The address as text: IPv6 in lower case, with the longest run of zeros (the first of several) as `::`. Leading zeros
 * of an IPv4 number are allowed (Kubernetes reads what older Go did), and an IPv6 address that stands for an IPv4 one
 * is one.
 *
 * @returns undefined if the text is no address
 */
export function canonicalIp(text: string): string | undefined {
  const end = text.lastIndexOf(":") + 1;
  const last = text.slice(end);
  const ipv4 = canonicalIpv4(last);
  if (end === 0) return ipv4;
  const address = canonicalIpv6(text.slice(0, end) + (ipv4 ?? last));
  if (address === undefined) return undefined;
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address)?.slice(1);
  if (mapped === undefined) return address;
  return mapped.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join(".");
}

/** Whether the text is an address of the family. */
export function isOfFamily(text: string, family: 4 | 6): boolean {
  return canonicalIp(text)?.includes(":") === (family === 6);
}

/** As a URL's host, which is `[::1]`. */
function canonicalIpv6(text: string): string | undefined {
  // In a URL other characters could end the host.
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
