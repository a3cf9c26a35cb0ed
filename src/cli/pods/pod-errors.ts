/** Errors in pods. If there are any, only they are printed. */

import { type AssignmentFormat, isAssignmentFormat } from "../../envfile/writers/formats.ts";
import { printable } from "../../text/printable.ts";
import { Spool } from "../files/spool.ts";
import type { ResolvedWorkload } from "../manifests/manifest-workload.ts";
import type { PodFormat } from "./formats.ts";
import { assignmentProblems } from "./sections.ts";

const MAX_NAMED = 5;

export class PodErrors {
  /** What the API server would reject. */
  readonly invalid = new Spool();
  /** Expansions that are too large. */
  readonly overLimit = new Spool();
  /** Variables that the format cannot represent. */
  private readonly notWritable = new Spool();
  /** The first containers, in case the format prints one, and there are several. */
  private readonly named = new Spool();
  /** Undefined if it prints any number of containers. */
  private readonly format: AssignmentFormat | undefined;
  private containers = 0;

  constructor(format: PodFormat) {
    this.format = isAssignmentFormat(format) ? format : undefined;
  }

  /** The lines of the first group that is not empty. */
  get lines(): Spool {
    if (!this.invalid.isEmpty) return this.invalid;
    if (!this.overLimit.isEmpty) return this.overLimit;
    return this.containers > 1 ? this.named : this.notWritable;
  }

  /** What to do about them, unless they say it themselves. */
  get advice(): string | undefined {
    if (this.lines !== this.named) return undefined;
    const more = this.containers > MAX_NAMED ? ` (the first ${MAX_NAMED} are listed above)` : "";
    const rule = `-o ${this.format} prints one container, but ${this.containers} are selected${more}`;
    return `${rule}; select one with KIND/NAME, -n, and -c, or use -o env or -o table`;
  }

  /** Adds the reasons why the format cannot print a pod. */
  add(resolved: ResolvedWorkload): void {
    if (this.format === undefined) return;
    const { workload, pod } = resolved;
    for (const { name, path } of pod.containers) {
      if (++this.containers > MAX_NAMED) continue;
      this.named.writeLine(`${workload.placeOf(path)}: ${workload.name}: container ${printable(name)}`);
    }
    if (this.containers > 1) return;
    for (const line of assignmentProblems(resolved, this.format)) {
      this.notWritable.write(`${line}; -o table shows it\n`);
    }
  }

  close(): void {
    for (const each of [this.invalid, this.overLimit, this.notWritable, this.named]) each.close();
  }
}
