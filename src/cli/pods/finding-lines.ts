/** Prints findings in manifests: one line for each finding, even if it occurs in many places. */
import { Spool } from "../files/spool.ts";

/** How many findings are listed, and how many additional places of each. */
const LISTED = 100;
const PLACES = 2;

interface FindingLine {
  readonly place: string;
  readonly text: string;
}

interface Group extends FindingLine {
  count: number;
  readonly others: string[];
}

export class FindingLines {
  /** The number of findings, including repeated ones. */
  count = 0;
  private readonly groups = new Map<string, Group>();
  private unlisted = 0;
  /** All lines, if each place has its own line. */
  private readonly all: Spool | undefined;
  private readonly what: string;

  /**
   * @param what the findings in `3 more WHAT; --all lists all`
   * @param isAll whether each place has its own line
   */
  constructor(what: string, isAll: boolean) {
    this.what = what;
    this.all = isAll ? new Spool() : undefined;
  }

  /**
   * @param key identifies findings that share a line
   * @param describe is called only if the line shows the place or the text
   */
  add(key: string, describe: () => FindingLine): void {
    this.count++;
    if (this.all !== undefined) {
      const { place, text } = describe();
      this.all.writeLine(`${place}: ${text}`);
      return;
    }
    const group = this.groups.get(key);
    if (group !== undefined) {
      group.count++;
      // Engines keep the entire text of a substring alive. A copy releases the manifest.
      if (group.others.length < PLACES) group.others.push(structuredClone(describe().place));
    } else if (this.groups.size < LISTED) {
      const [own, line] = structuredClone([key, describe()] as const);
      this.groups.set(own, { ...line, count: 1, others: [] });
    } else {
      this.unlisted++;
    }
  }

  has(key: string): boolean {
    return this.groups.has(key);
  }

  *lines(): Generator<string, void, undefined> {
    if (this.all !== undefined) yield* this.all.lines();
    for (const { count, others, place, text } of this.groups.values())
      yield `${place}: ${text}${more(count - 1, others)}`;
    if (this.unlisted > 0) yield `${this.unlisted} more ${this.what}; --all lists all`;
  }

  close(): void {
    this.all?.close();
  }
}

/** `; 3 more of this, at a.yaml:3:1, a.yaml:9:1, ...` */
function more(count: number, places: readonly string[]): string {
  if (count === 0) return "";
  return `; ${count} more of this, at ${places.join(", ")}${count > places.length ? ", ..." : ""}`;
}
