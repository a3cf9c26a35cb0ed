/** Links from results to positions in the text. */

import { element } from "./dom.ts";
import type { Range } from "./editor.ts";

/** Converts offsets in a text to line numbers, which start at 1. */
export class Lines {
  private readonly starts: readonly number[];

  constructor(text: string) {
    this.starts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({ index, 0: end }) => index + end.length)];
  }

  at(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }
}

export type GoTo = (range: Range) => void;

/** A button such as `line 12` that moves the cursor to the range. */
export function lineButton(range: Range, lines: Lines, goTo: GoTo): HTMLElement {
  const number = lines.at(range.start);
  return element("button", { type: "button", class: "place", onclick: () => goTo(range) }, `line ${number}`);
}
