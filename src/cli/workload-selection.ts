/** The workloads and containers that a command line names. */
import type { Workload } from "../cluster/workloads.ts";
import { closest } from "../text/closest.ts";
import { printable } from "../text/printable.ts";
import { UsageError } from "./errors.ts";

/** kubectl's short names of kinds that have pods. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  po: "pod",
  rc: "replicationcontroller",
  deploy: "deployment",
  rs: "replicaset",
  sts: "statefulset",
  ds: "daemonset",
  cj: "cronjob",
  ksvc: "service",
  dc: "deploymentconfig",
  wf: "workflow",
  isvc: "inferenceservice",
};

/** How many names are kept for a suggestion. */
const MOST_SEEN = 1000;

interface Wanted {
  readonly written: string;
  readonly kind: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string;
  isFound: boolean;
}

export class WorkloadSelection {
  private readonly workloads: readonly Wanted[];
  private readonly containers: ReadonlyMap<string, { isFound: boolean }>;
  private readonly seenWorkloads = new Set<string>();
  private readonly seenContainers = new Set<string>();

  /**
   * @param workloads `KIND/NAME`, `KIND/NAMESPACE/NAME` or `NAME`; all if there are none
   * @param containers names; all if there are none
   * @throws UsageError for what is no name of a workload
   */
  constructor(workloads: readonly string[], containers: readonly string[]) {
    this.workloads = workloads.map(wantedOf);
    this.containers = new Map(containers.map((name) => [name, { isFound: false }]));
  }

  /** Whether it leaves anything out. */
  get isPart(): boolean {
    return this.workloads.length > 0 || this.containers.size > 0;
  }

  hasWorkload({ owner: { kind = "", metadata = {} } }: Workload): boolean {
    if (this.workloads.length === 0) return true;
    const { namespace, name = "" } = metadata;
    remember(this.seenWorkloads, `${kind}/${name}`);
    const own = this.workloads.filter(
      (wanted) =>
        wanted.name === name &&
        (wanted.kind === undefined || isKind(wanted.kind, kind.toLowerCase())) &&
        (wanted.namespace === undefined || wanted.namespace === namespace),
    );
    for (const wanted of own) wanted.isFound = true;
    return own.length > 0;
  }

  hasContainer(name: string): boolean {
    if (this.containers.size === 0) return true;
    remember(this.seenContainers, name);
    const wanted = this.containers.get(name);
    if (wanted !== undefined) wanted.isFound = true;
    return wanted !== undefined;
  }

  /** @throws UsageError for what is named and has not been seen */
  check(): void {
    for (const { isFound, written } of this.workloads) {
      if (!isFound) throw new UsageError(`no workload is called ${written}${others(written, this.seenWorkloads)}`);
    }
    for (const [name, { isFound }] of this.containers) {
      if (!isFound) throw new UsageError(`no container is called ${name}${others(name, this.seenContainers)}`);
    }
  }
}

/** How many names a message lists. */
const LISTED = 5;

/** The closest of the names, or else the first ones. */
function others(written: string, seen: ReadonlySet<string>): string {
  const names = [...seen];
  const last = (name: string) => name.slice(name.lastIndexOf("/") + 1);
  const meant = closest(last(written), names.map(last));
  if (meant !== undefined) return `; did you mean ${printable(names.find((name) => last(name) === meant)!)}?`;
  if (names.length === 0) return "";
  const more = names.length > LISTED ? ", ..." : "";
  return `; there ${names.length === 1 ? "is" : "are"} ${names
    .slice(0, LISTED)
    .map((name) => printable(name))
    .join(", ")}${more}`;
}

function wantedOf(written: string): Wanted {
  const parts = written.split("/");
  const name = parts.pop()!;
  const [kind, namespace, ...rest] = parts;
  if (name === "" || kind === "" || rest.length > 0) {
    throw new UsageError(`${written}: a workload is KIND/NAME, as in deployment/web`);
  }
  return { written, kind: kind?.toLowerCase().replace(/\..*/s, ""), namespace, name, isFound: false };
}

/** Whether a kind is the one that was written: `deployment`, `deployments`, `deploy`. */
function isKind(written: string, kind: string): boolean {
  return (
    written === kind || written === `${kind}s` || (Object.hasOwn(SHORT_NAMES, written) && SHORT_NAMES[written] === kind)
  );
}

function remember(seen: Set<string>, name: string): void {
  if (seen.size < MOST_SEEN) seen.add(name);
}
