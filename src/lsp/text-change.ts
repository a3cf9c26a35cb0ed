/** A change of a text: the text before and after it is the same. */

import type { TextRange } from "../lint/finding.ts";

export class TextChange {
  /** The start of the change in both texts. */
  private readonly start: number;
  /** Its end in the former text. */
  private readonly end: number;
  /** The difference between the lengths of the texts. */
  private readonly growth: number;

  constructor(before: string, after: string) {
    const most = Math.min(before.length, after.length);
    let start = 0;
    while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
    let same = 0;
    const [lastBefore, lastAfter] = [before.length - 1, after.length - 1];
    while (same < most - start && before.charCodeAt(lastBefore - same) === after.charCodeAt(lastAfter - same)) same++;
    this.start = start;
    this.end = before.length - same;
    this.growth = after.length - before.length;
  }

  /** The current position of a range of the former text; undefined if the change overlaps it. */
  after({ start, end }: TextRange): TextRange | undefined {
    if (end <= this.start) return { start, end };
    if (start >= this.end) return { start: start + this.growth, end: end + this.growth };
    return undefined;
  }

  /** The former position of a place; within the change, the start of the change. */
  before(offset: number): number {
    if (offset <= this.start) return offset;
    return Math.max(this.start, offset - this.growth);
  }
}
