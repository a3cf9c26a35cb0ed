/** IP addresses as Go's net package reads and writes them. */

/** An address: four bytes, or sixteen. */
export type IpAddress = readonly number[];

/**
 * Reads an address; undefined if the text is none. Leading zeros of an IPv4 number are allowed (Kubernetes reads what
 * older Go did), and an IPv6 address that stands for an IPv4 one is one.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const address = text.includes(":") ? parseIPv6(text) : parseIPv4(text);
  const mapped = address?.length === 16 && address.slice(0, 10).every((byte) => byte === 0);
  return mapped && address[10] === 0xff && address[11] === 0xff ? address.slice(12) : address;
}

/** Whether the text is an address of the family. */
export function isOfFamily(text: string, family: 4 | 6): boolean {
  return parseIpAddress(text)?.length === (family === 4 ? 4 : 16);
}

/** The address as text: IPv6 in lower case, with the longest run of zeros (the first of several) as `::`. */
export function formatIpAddress(address: IpAddress): string {
  if (address.length === 4) return address.join(".");
  const groups = Array.from({ length: 8 }, (_, i) => address[i * 2]! * 256 + address[i * 2 + 1]!);
  let runStart = -1;
  let runLength = 1;
  for (let i = 0; i < 8; i++) {
    let end = i;
    while (end < 8 && groups[end] === 0) end++;
    if (end - i > runLength) {
      runStart = i;
      runLength = end - i;
    }
  }
  const hexadecimal = (from: number, to: number) =>
    groups
      .slice(from, to)
      .map((group) => group.toString(16))
      .join(":");
  return runStart < 0 ? hexadecimal(0, 8) : `${hexadecimal(0, runStart)}::${hexadecimal(runStart + runLength, 8)}`;
}

function parseIPv4(text: string): IpAddress | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^[0-9]+$/.test(part))) return undefined;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

function parseIPv6(text: string): IpAddress | undefined {
  const gap = text.indexOf("::");
  if (gap < 0) {
    const bytes = parseGroups(text, true);
    return bytes?.length === 16 ? bytes : undefined;
  }
  const before = gap === 0 ? [] : parseGroups(text.slice(0, gap), false);
  const after = gap + 2 === text.length ? [] : parseGroups(text.slice(gap + 2), true);
  if (before === undefined || after === undefined || before.length + after.length > 14) return undefined;
  return [...before, ...new Array<number>(16 - before.length - after.length).fill(0), ...after];
}

/** Groups of up to four hexadecimal digits; at the end of the address, the last two may be an IPv4 one. */
function parseGroups(text: string, atEnd: boolean): number[] | undefined {
  const groups = text.split(":");
  const bytes: number[] = [];
  for (const [i, group] of groups.entries()) {
    const embedded = atEnd && i === groups.length - 1 && group.includes(".") ? parseIPv4(group) : undefined;
    if (embedded !== undefined) bytes.push(...embedded);
    else if (/^[0-9a-fA-F]{1,4}$/.test(group))
      bytes.push(Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255);
    else return undefined;
    if (bytes.length > 16) return undefined;
  }
  return bytes;
}
