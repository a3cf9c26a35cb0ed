/** The workloads and containers that a command line names. */

import { isKind } from "../../kubernetes/cluster/kind-names.ts";
import { groupOf } from "../../kubernetes/cluster/kinds.ts";
import type { Workload } from "../../kubernetes/cluster/workloads.ts";
import { closestOf } from "../../text/closest.ts";
import { printable } from "../../text/printable.ts";
import { didYouMean } from "../frame/command.ts";
import { NoMatchError, UsageError } from "../frame/errors.ts";

/** How many names are kept for suggestions, and how many of them a message lists. */
const MAX_SEEN = 1000;
const MAX_LISTED = 5;

interface Wanted {
  /** As on the command line. */
  readonly text: string;
  readonly kind: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string;
  /** The kinds of the workloads that match. */
  readonly found: Set<string>;
}

export class WorkloadSelection {
  private readonly workloads: readonly Wanted[];
  private readonly containers: ReadonlyMap<string, { isFound: boolean }>;
  private readonly seenWorkloads = new Set<string>();
  private readonly seenContainers = new Set<string>();

  /**
   * @param workloads `KIND/NAME`, `KIND/NAMESPACE/NAME` or `NAME`; all if empty
   * @param containers names; all if empty
   * @param namespace the one that every workload must be in; any if it is undefined
   * @throws UsageError for an invalid name of a workload
   */
  constructor(workloads: readonly string[], containers: readonly string[], namespace?: string) {
    this.workloads = workloads.map((text) => wantedOf(text, namespace));
    this.containers = new Map(containers.map((name) => [name, { isFound: false }]));
  }

  /** Whether it excludes anything. */
  get isPart(): boolean {
    return this.workloads.length > 0 || this.containers.size > 0;
  }

  get namesWorkloads(): boolean {
    return this.workloads.length > 0;
  }

  hasWorkload({ owner }: Workload): boolean {
    if (!this.namesWorkloads) return true;
    const { kind = "", apiVersion, metadata: { namespace, name = "" } = {} } = owner;
    remember(this.seenWorkloads, `${kind}/${name}`);
    const own = this.workloads.filter(
      (wanted) =>
        wanted.name === name &&
        (wanted.kind === undefined || isKind(wanted.kind, kind, groupOf(apiVersion))) &&
        (wanted.namespace === undefined || wanted.namespace === namespace),
    );
    for (const wanted of own) wanted.found.add(kind);
    return own.length > 0;
  }

  hasContainer(name: string): boolean {
    if (this.containers.size === 0) return true;
    remember(this.seenContainers, name);
    const wanted = this.containers.get(name);
    if (wanted !== undefined) wanted.isFound = true;
    return wanted !== undefined;
  }

  /** @throws NoMatchError for a name that matches nothing, or that matches workloads of several kinds */
  check(): void {
    for (const { found, kind, name, namespace, text } of this.workloads) {
      if (found.size === 0) {
        const where = namespace === undefined ? "" : ` in namespace ${printable(namespace)}`;
        const what = `the input has no workload ${printable(text)}${where}`;
        const wanted = kind === undefined ? name : `${kind}/${name}`;
        const others = this.seenAs(kind).filter((seen) => seen !== wanted);
        throw new NoMatchError(what + (didYouMean(wanted, others) || closestTo(wanted, this.seenWorkloads)));
      }
      if (kind === undefined && found.size > 1) {
        const names = [...found].map((one) => printable(`${one}/${name}`)).join(", ");
        throw new NoMatchError(`several workloads are named ${printable(text)}: ${names}; write KIND/NAME`);
      }
    }
    for (const [name, { isFound }] of this.containers) {
      if (isFound) continue;
      const what = `the selected workloads have no container ${printable(name)}`;
      throw new NoMatchError(
        what + (didYouMean(name, [...this.seenContainers]) || closestTo(name, this.seenContainers)),
      );
    }
  }

  /** The names of all workloads, for suggestions in the user's own spelling of the kind. */
  private seenAs(givenKind: string | undefined): string[] {
    return Array.from(this.seenWorkloads, (seen) => {
      const slash = seen.indexOf("/");
      const name = seen.slice(slash + 1);
      if (givenKind === undefined) return name;
      return isKind(givenKind, seen.slice(0, slash), undefined) ? `${givenKind}/${name}` : seen;
    });
  }
}

/** `; choose from a, b` */
function closestTo(name: string, seen: ReadonlySet<string>): string {
  if (seen.size === 0) return "";
  const names = closestOf(name, [...seen], MAX_LISTED).map((each) => printable(each));
  return `; choose from ${names.join(", ")}${seen.size > MAX_LISTED ? ", ..." : ""}`;
}

function wantedOf(text: string, givenNamespace: string | undefined): Wanted {
  const parts = text.split("/");
  const name = parts.pop()!;
  const [kind, namespace = givenNamespace, ...rest] = parts;
  if (name === "" || kind === "" || namespace === "" || rest.length > 0) {
    throw new UsageError(`${printable(text)}: neither a file nor a workload; write KIND/NAME`);
  }
  return { text, kind, namespace, name, found: new Set() };
}

function remember(seen: Set<string>, name: string): void {
  // Engines keep the entire text of a substring alive. A copy releases the manifest.
  if (seen.size < MAX_SEEN && !seen.has(name)) seen.add(structuredClone(name));
}
