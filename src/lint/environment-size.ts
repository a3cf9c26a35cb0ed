/** How large a container's environment is, against what Linux takes. */

import type { ContainerTrace } from "../kubernetes/pod/trace/types.ts";
import type { ManifestPath } from "../kubernetes/pod/types.ts";
import { shownName } from "./pod-place.ts";

/** Bytes of one `NAME=value`: MAX_ARG_STRLEN without the NUL behind it. */
const MAX_VARIABLE = 131_071;
/** Bytes of all, with a NUL and a pointer of eight bytes each: a quarter of the usual stack. */
const MAX_ENVIRONMENT = 2 * 1024 * 1024;
const PER_VARIABLE = 1 + 8;

interface SizeProblem {
  /** The entry; undefined for the container. */
  readonly path?: ManifestPath | undefined;
  readonly name?: string;
  readonly message: string;
  readonly same: string;
}

/** Bytes of the variables that announce the Services of a namespace: many containers share them. */
export class EnvironmentSizes {
  private readonly ofServices = new Map<string, number>();

  /**
   * @param key names the namespace and whether Services are announced
   * @param count counts the bytes
   */
  servicesOf(key: string, count: () => number): number {
    let bytes = this.ofServices.get(key);
    if (bytes === undefined) {
      bytes = count();
      this.ofServices.set(key, bytes);
    }
    return bytes;
  }
}

/** @param key names the namespace and whether Services are announced */
export function sizeProblems(container: ContainerTrace, sizes: EnvironmentSizes, key: string): SizeProblem[] {
  const { definitions, resolved } = container;
  if (resolved.error !== undefined) return [];
  const problems: SizeProblem[] = [];
  const own = new Map<string, number>();
  for (const { isSkipped, name, path, value } of definitions) {
    if (isSkipped || value === undefined) continue;
    const bytes = bytesOf(name, value);
    own.set(name, bytes);
    if (bytes <= MAX_VARIABLE) continue;
    const what = `${shownName(name)} and its value have ${thousands(bytes)} bytes; Linux takes at most ${thousands(MAX_VARIABLE)}`;
    problems.push({ path, name, message: what, same: what });
  }
  let ownBytes = 0;
  for (const bytes of own.values()) ownBytes += bytes + PER_VARIABLE;
  const services = sizes.servicesOf(key, () =>
    resolved.env.reduce((sum, { name, source, value }) => {
      return source.kind === "service" ? sum + bytesOf(name, value) + PER_VARIABLE : sum;
    }, 0),
  );
  const all = ownBytes + services;
  if (all > MAX_ENVIRONMENT) {
    const share = services === 0 ? "" : ` (${thousands(services)} of them announce Services)`;
    const message = `the environment has ${thousands(all)} bytes${share}; Linux takes at most ${thousands(MAX_ENVIRONMENT)}`;
    problems.push({ message, same: message });
  }
  return problems;
}

/** `NAME=value` in UTF-8. */
function bytesOf(name: string, value: string): number {
  return utf8Length(name) + 1 + utf8Length(value);
}

const encoder = /* @__PURE__ */ new TextEncoder();

function utf8Length(text: string): number {
  return /^[\0-\x7f]*$/.test(text) ? text.length : encoder.encode(text).length;
}

function thousands(count: number): string {
  return String(count).replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
}
