/** Counts the objects that are passed over, for one line about all of them. */

import { printable } from "../../text/printable.ts";
import { isInWrongGroup } from "./kinds.ts";
import type { SkippedObject } from "./objects.ts";

/** How many kinds are counted apart, and how many of those are named. */
const COUNTED = 1000;
const NAMED = 10;
const LONGEST_KIND = 100;

export class SkippedObjects {
  private total = 0;
  private readonly counts = new Map<string, number>();

  add({ kind, group }: SkippedObject): void {
    this.total++;
    const hint =
      group !== undefined && isInWrongGroup(kind, group)
        ? ` (Kubernetes has none in the ${group || "core"} group)`
        : "";
    const name = printable(kind, LONGEST_KIND) + hint;
    if (this.counts.has(name) || this.counts.size < COUNTED) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** `skipped 3 objects without a pod: 2 Kustomization, 1 PodMonitor`, the most frequent kinds first. */
  lines(): string[] {
    if (this.total === 0) return [];
    const named = [...this.counts].sort((a, b) => b[1] - a[1]).slice(0, NAMED);
    const kinds = named.map(([kind, count]) => `${count} ${kind}`);
    const others = named.reduce((rest, [, count]) => rest - count, this.total);
    if (others > 0) kinds.push(`${others} of other kinds`);
    return [`skipped ${this.total} object${this.total === 1 ? "" : "s"} without a pod: ${kinds.join(", ")}`];
  }
}
