/** Lines about what is found in manifests: one line for a finding, however many places have it. */
import { Spool } from "../../files/spool.ts";

/** How many findings are told one by one, and how many places each names beside the first. */
const LISTED = 100;
const PLACES = 2;

/** A finding in one place: `file:line:column`, and what is found there. */
export interface FindingLine {
  readonly place: string;
  readonly text: string;
}

interface Group extends FindingLine {
  count: number;
  readonly others: string[];
}

export class FindingLines {
  /** How many there are, each as often as it has been found. */
  count = 0;
  private readonly groups = new Map<string, Group>();
  /** Findings that are not listed. */
  private rest = 0;
  /** Every line, if none is to be put together with others. */
  private readonly all: Spool | undefined;
  private readonly what: string;

  /**
   * @param what the findings are called in `3 more WHAT; --all lists all`
   * @param isAll whether each has a line of its own
   */
  constructor(what: string, isAll: boolean) {
    this.what = what;
    this.all = isAll ? new Spool() : undefined;
  }

  /**
   * @param key what findings have in common that are told in one line
   * @param describe is called where the line shows the place or the text
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
      // Of texts that are parts of others, the engine keeps all: a copy lets go of the manifest.
      if (group.others.length < PLACES) group.others.push(structuredClone(describe().place));
    } else if (this.groups.size < LISTED) {
      const [own, line] = structuredClone([key, describe()] as const);
      this.groups.set(own, { ...line, count: 1, others: [] });
    } else {
      this.rest++;
    }
  }

  has(key: string): boolean {
    return this.groups.has(key);
  }

  *lines(): Generator<string, void, undefined> {
    if (this.all !== undefined) yield* this.all.lines();
    for (const { count, others, place, text } of this.groups.values())
      yield `${place}: ${text}${more(count - 1, others)}`;
    if (this.rest > 0) yield `${this.rest} more ${this.what}; --all lists all`;
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
