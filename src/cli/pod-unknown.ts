/** What is unknown of all pods: a line for each thing that would settle it, however many entries wait for it. */
import type { Need } from "../pod/types.ts";
import { unknownText } from "./needs.ts";

/** How many things are named one by one. */
const LISTED = 100;

export class PodUnknowns {
  private readonly byNeed = new Map<string, { readonly line: string; entries: number }>();
  /** Entries that wait for what is not listed. */
  private others = 0;

  /** @param describe the place and name of the entry: asked for only where the line shows them */
  addEntry(need: Need, describe: () => string): void {
    const listed = this.byNeed.get(need.needs);
    if (listed !== undefined) listed.entries++;
    else if (!this.list(need, describe)) this.others++;
  }

  /** Adds a reference, which needs no line if an entry has one for the same thing. */
  addReference(need: Need, describe: () => string): void {
    if (!this.byNeed.has(need.needs)) this.list(need, describe);
  }

  lines(): string[] {
    const lines = Array.from(this.byNeed.values(), ({ line, entries }) =>
      entries > 1 ? `${line}; ${entries - 1} more of this` : line,
    );
    if (this.others > 0) lines.push(`${this.others} more unknown; -o table shows all`);
    return lines;
  }

  private list(need: Need, describe: () => string): boolean {
    if (this.byNeed.size >= LISTED) return false;
    // Of texts that are parts of others, the engine keeps all: a copy lets go of the manifest.
    const [needs, line] = structuredClone([need.needs, `${describe()}: ${unknownText(need)}`] as const);
    this.byNeed.set(needs, { line, entries: 1 });
    return true;
  }
}
