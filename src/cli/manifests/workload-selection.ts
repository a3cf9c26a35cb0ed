/** The workloads and containers that a command line names. */

import { isKind } from "../../kubernetes/cluster/kind-names.ts";
import { groupOf } from "../../kubernetes/cluster/kinds.ts";
import type { Workload } from "../../kubernetes/cluster/workloads.ts";
import { printable } from "../../text/printable.ts";
import { didYouMean } from "../frame/command.ts";
import { UsageError } from "../frame/errors.ts";

/** How many names are kept for a suggestion, and how many of them a message lists. */
const MOST_SEEN = 1000;
const MOST_LISTED = 10;

interface Wanted {
  readonly written: string;
  readonly kind: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string;
  /** The kinds that are found. */
  readonly found: Set<string>;
}

export class WorkloadSelection {
  private readonly workloads: readonly Wanted[];
  private readonly containers: ReadonlyMap<string, { isFound: boolean }>;
  private readonly seenWorkloads = new Set<string>();
  private readonly seenContainers = new Set<string>();

  /**
   * @param workloads `KIND/NAME`, `KIND/NAMESPACE/NAME` or `NAME`; all if there are none
   * @param containers names; all if there are none
   * @param namespace the one that every workload must be in; any if it is undefined
   * @throws UsageError for what is no name of a workload
   */
  constructor(workloads: readonly string[], containers: readonly string[], namespace?: string) {
    this.workloads = workloads.map((written) => wantedOf(written, namespace));
    this.containers = new Map(containers.map((name) => [name, { isFound: false }]));
  }

  /** Whether it leaves anything out. */
  get isPart(): boolean {
    return this.workloads.length > 0 || this.containers.size > 0;
  }

  hasWorkload({ owner }: Workload): boolean {
    if (this.workloads.length === 0) return true;
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

  /** @throws UsageError for what is named and has not been seen, or is the name of workloads of several kinds */
  check(): void {
    for (const { found, written, name, kind } of this.workloads) {
      if (found.size === 0) {
        const what = `there is no workload ${printable(written)} in the input`;
        const suggestion = didYouMean(kind === undefined ? name : `${kind}/${name}`, this.seenAs(kind));
        throw new UsageError(what + (suggestion || listed([...this.seenWorkloads])));
      }
      if (kind === undefined && found.size > 1) {
        const names = [...found].map((one) => printable(`${one}/${name}`)).join(", ");
        throw new UsageError(`several workloads are called ${printable(written)}: ${names}; write KIND/NAME`);
      }
    }
    for (const [name, { isFound }] of this.containers) {
      if (isFound) continue;
      const names = [...this.seenContainers];
      const what = `there is no container ${printable(name)} in what is selected`;
      throw new UsageError(what + (didYouMean(name, names) || listed(names)));
    }
  }

  /** The workloads that have been seen, with the kind as it was written where it is theirs, or without one. */
  private seenAs(written: string | undefined): string[] {
    return Array.from(this.seenWorkloads, (seen) => {
      const slash = seen.indexOf("/");
      const name = seen.slice(slash + 1);
      if (written === undefined) return name;
      return isKind(written, seen.slice(0, slash), undefined) ? `${written}/${name}` : seen;
    });
  }
}

/** `; there are a, b`, or that there is nothing. */
function listed(names: readonly string[]): string {
  if (names.length === 0) return "";
  const more = names.length > MOST_LISTED ? ", ..." : "";
  const first = names.slice(0, MOST_LISTED).map((name) => printable(name));
  return `; ${first.length === 1 ? "there is" : "there are"} ${first.join(", ")}${more}`;
}

function wantedOf(written: string, givenNamespace: string | undefined): Wanted {
  const parts = written.split("/");
  const name = parts.pop()!;
  const [kind, namespace = givenNamespace, ...rest] = parts;
  if (name === "" || kind === "" || namespace === "" || rest.length > 0) {
    throw new UsageError(`${printable(written)}: no such file, and no workload, which is written KIND/NAME`);
  }
  return { written, kind, namespace, name, found: new Set() };
}

function remember(seen: Set<string>, name: string): void {
  // Of texts that are parts of others, the engine keeps all: a copy lets go of the manifest.
  if (seen.size < MOST_SEEN && !seen.has(name)) seen.add(structuredClone(name));
}
