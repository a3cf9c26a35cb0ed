/** One change of a text: what stands before it and behind it is the same. */

import type { TextRange } from "../lint/pod-place.ts";

export class TextChange {
  /** Where the change begins, in both texts. */
  private readonly start: number;
  /** Where it ends in the text before. */
  private readonly end: number;
  /** How much further it ends in the text after. */
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

  /** Where a range of the text before is now; undefined if the change is in it. */
  after({ start, end }: TextRange): TextRange | undefined {
    if (end <= this.start) return { start, end };
    if (start >= this.end) return { start: start + this.growth, end: end + this.growth };
    return undefined;
  }

  /** Where a place was in the text before; of one within the change, where that began. */
  before(offset: number): number {
    if (offset <= this.start) return offset;
    return Math.max(this.start, offset - this.growth);
  }
}
