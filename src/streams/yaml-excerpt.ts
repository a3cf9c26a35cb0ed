/** The documents of a text that somebody has to read, as a text of their own. */
import type { DocumentRange } from "../wasm/yaml-check.ts";

/** An empty document: it ends the one before as the document does that stood there. */
const MARKER = /* @__PURE__ */ new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a]);

interface Part extends DocumentRange {
  /** Where it begins in the excerpt. */
  readonly at: number;
}

export class Excerpt {
  readonly text: Uint8Array;
  private readonly parts: Part[] = [];

  /** @param ranges of whole documents, in order, without others between two of them that have none */
  constructor(whole: Uint8Array, ranges: readonly DocumentRange[]) {
    let length = 0;
    for (const { start, end } of ranges) {
      this.parts.push({ start, end, at: length });
      length += end - start + (end < whole.length ? MARKER.length : 0);
    }
    const [first] = ranges;
    if (first?.start === 0 && first.end === whole.length) {
      this.text = whole;
      return;
    }
    this.text = new Uint8Array(length);
    for (const { start, end, at } of this.parts) {
      this.text.set(whole.subarray(start, end), at);
      if (end < whole.length) this.text.set(MARKER, at + end - start);
    }
  }

  /** Where an offset in the excerpt is in the whole text; what was added stands at the end of the part before. */
  inWhole(offset: number): number {
    const part = this.parts.findLast(({ at }) => at <= offset);
    return part === undefined ? offset : Math.min(part.start + offset - part.at, part.end);
  }

  /** The first offset in the excerpt that stands at an offset in the whole text, or behind it. */
  from(offset: number): number {
    const part = this.parts.find(({ end }) => end > offset);
    return part === undefined ? this.text.length : part.at + Math.max(0, offset - part.start);
  }
}
