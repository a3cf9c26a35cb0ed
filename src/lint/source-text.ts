/** The text of a file or of a part of one, and positions in it. */

import { BEGINNING, type Position, Positions } from "../text/position.ts";
import type { PlacedRegion, SourceLine } from "./finding.ts";

/** The beginning of a part of a file. */
export interface Beginning {
  readonly position: Position;
  /** The offset in the file, in UTF-16 code units. */
  readonly offset: number;
  /** The column in UTF-16 code units. */
  readonly utf16Column: number;
}

const FILE_BEGINNING: Beginning = { position: BEGINNING, offset: 0, utf16Column: 1 };

/** How much of a long line a report shows, and how much of it before the place. */
const MAX_LINE_LENGTH = 160;
const BEFORE_PLACE = 60;

export class SourceText {
  readonly text: string;
  readonly beginning: Beginning;
  private readonly positions: Positions;
  private lineStartsFound: readonly number[] | undefined;

  constructor(text: string, beginning = FILE_BEGINNING) {
    this.text = text;
    this.beginning = beginning;
    this.positions = new Positions(text, beginning.position);
  }

  /** @param end exclusive; both are offsets into the text */
  region(start: number, end: number): PlacedRegion {
    const from = this.positions.at(start);
    const to = this.positions.at(end);
    const { offset } = this.beginning;
    return {
      line: from.line,
      column: from.column,
      endLine: to.line,
      endColumn: to.column,
      utf16: { column: this.utf16Column(start), endColumn: this.utf16Column(end) },
      start: offset + start,
      end: offset + end,
      sourceLine: this.sourceLine(start, end),
    };
  }

  /** The beginning of the next part of the file. */
  get next(): Beginning {
    const { text, beginning } = this;
    const lineBreak = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
    return {
      position: this.positions.at(text.length),
      offset: beginning.offset + text.length,
      utf16Column: lineBreak === -1 ? beginning.utf16Column + text.length : text.length - lineBreak,
    };
  }

  /** The offset of the end in the file. */
  get end(): number {
    return this.beginning.offset + this.text.length;
  }

  lineAt(offset: number): number {
    return this.positions.at(offset).line;
  }

  /** The start of the line that contains an offset. */
  lineStart(offset: number): number {
    return this.lineStarts[this.indexOfLine(offset)]!;
  }

  /** The end of the line that contains an offset, before its line break. */
  lineEnd(offset: number): number {
    const next = this.lineStarts[this.indexOfLine(offset) + 1];
    if (next === undefined) return this.text.length;
    return this.text[next - 1] === "\n" && this.text[next - 2] === "\r" ? next - 2 : next - 1;
  }

  /** From an offset to the end of its line, without white space around it. */
  restOfLine(offset: number): { readonly start: number; readonly end: number } {
    const text = this.text.slice(offset, this.lineEnd(offset));
    const start = offset + /^[ \t]*/.exec(text)![0].length;
    return { start, end: Math.max(start, offset + text.trimEnd().length) };
  }

  /** The start of the line after the one that contains an offset; without one, the end of the text. */
  nextLine(offset: number): number {
    return this.lineStarts[this.indexOfLine(offset) + 1] ?? this.text.length;
  }

  private utf16Column(offset: number): number {
    const lineStart = this.lineStart(offset);
    return offset - lineStart + (lineStart === 0 ? this.beginning.utf16Column : 1);
  }

  private sourceLine(start: number, end: number): SourceLine {
    const lineStart = this.lineStart(start);
    const lineEnd = this.lineEnd(start);
    const from = start - lineStart > MAX_LINE_LENGTH - BEFORE_PLACE ? start - BEFORE_PLACE : lineStart;
    const to = Math.min(lineEnd, from + MAX_LINE_LENGTH);
    // A copy, because a slice would retain the whole text.
    const text = structuredClone(this.text.slice(from, to));
    return { text, start: start - from, end: Math.min(end, to) - from };
  }

  /** The index of the line that contains an offset. */
  private indexOfLine(offset: number): number {
    const starts = this.lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private get lineStarts(): readonly number[] {
    if (this.lineStartsFound === undefined) {
      const starts = [0];
      for (const { index, 0: lineBreak } of this.text.matchAll(/\r\n?|\n/g)) starts.push(index + lineBreak.length);
      this.lineStartsFound = starts;
    }
    return this.lineStartsFound;
  }
}
