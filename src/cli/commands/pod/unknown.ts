/** What is unknown of all pods: a line for each thing that would settle it, however many entries wait for it. */
import type { Need } from "../../../kubernetes/pod/types.ts";
import { FindingLines } from "./finding-lines.ts";

/** Where an entry or a reference stands, and what is told of it. */
export interface UnknownPlace {
  readonly place: string;
  readonly text: string;
}

export class PodUnknowns {
  /** How many entries wait for something. */
  count = 0;
  private readonly isAll: boolean;
  private readonly found: FindingLines;

  /** @param isAll whether each entry and reference has a line */
  constructor(isAll: boolean) {
    this.isAll = isAll;
    this.found = new FindingLines("unknown", isAll);
  }

  /** @param describe asked for only where the line shows it */
  addEntry(need: Need, describe: () => UnknownPlace): void {
    this.count++;
    this.add(need, describe);
  }

  /** Adds a reference, which needs no line if an entry has one for the same thing. */
  addReference(need: Need, describe: () => UnknownPlace): void {
    if (this.isAll || !this.found.has(need.needs)) this.add(need, describe);
  }

  lines(): Iterable<string> {
    return this.found.lines();
  }

  close(): void {
    this.found.close();
  }

  private add(need: Need, describe: () => UnknownPlace): void {
    this.found.add(need.needs, describe);
  }
}
