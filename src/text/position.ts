/** Lines and columns of offsets in text and in UTF-8. */

/** Both numbers count from 1. Columns count characters. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A position with its offset from 0 in units of the source: UTF-16 code units of a string, or bytes. */
export interface Place extends Position {
  readonly offset: number;
}

/** The start of a text. */
export const BEGINNING: Position = { line: 1, column: 1 };

/** The line breaks: LF only, or LF, CR LF and CR, as in YAML. */
export type LineEnds = "LF" | "YAML";

export const LINE_FEED = 0x0a;
export const RETURN = 0x0d;

/** The position of the offset `to`, if that of `from` is `start`. Neither can be inside a character. */
export function positionAfter(
  text: string | Uint8Array,
  from: number,
  to: number,
  lineEnds: LineEnds,
  { line, column } = BEGINNING,
): Position {
  const range = typeof text === "string" || lineEnds === "YAML" ? text : text.subarray(0, to);
  let lineStart = from;
  for (let next = nextLine(range, from, to, lineEnds); next !== -1; next = nextLine(range, next, to, lineEnds)) {
    lineStart = next;
    line++;
    column = 1;
  }
  return { line, column: column + charactersIn(text, lineStart, to) };
}

/** The position after ASCII text with YAML's line breaks. */
export function positionAfterAscii(text: string, start: Position): Position {
  if (text.includes("\r")) return positionAfter(text, 0, text.length, "YAML", start);
  let { line } = start;
  let lineStart = 0;
  for (let next = text.indexOf("\n"); next !== -1; next = text.indexOf("\n", lineStart)) {
    lineStart = next + 1;
    line++;
  }
  return { line, column: text.length - lineStart + (lineStart === 0 ? start.column : 1) };
}

/**
 * Converts offsets by counting from the one before, which takes linear time for ascending ones.
 *
 * @param lengthOf the length of a range in the other unit
 */
export function offsetConverter(lengthOf: (from: number, to: number) => number): (offset: number) => number {
  let at = 0;
  let converted = 0;
  return (offset) => {
    if (offset < at) at = converted = 0;
    converted += lengthOf(at, offset);
    at = offset;
    return converted;
  };
}

/** The number of characters that start in a range. */
export function charactersIn(text: string | Uint8Array, from: number, to: number): number {
  let count = 0;
  if (typeof text === "string") {
    for (let at = from; at < to; at++) if (!isSecondHalf(text, at)) count++;
  } else {
    for (let at = from; at < to; at++) if ((text[at]! & 0xc0) !== 0x80) count++;
  }
  return count;
}

function isSecondHalf(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

/** The offset after the first line break in a range; -1 without one. With LF, bytes must end at `to`. */
function nextLine(text: string | Uint8Array, from: number, to: number, lineEnds: LineEnds): number {
  const isYaml = lineEnds === "YAML";
  if (typeof text !== "string" && !isYaml) {
    const found = text.indexOf(LINE_FEED, from);
    return found === -1 ? -1 : found + 1;
  }
  const unitAt = (at: number) => (typeof text === "string" ? text.charCodeAt(at) : text[at]);
  for (let at = from; at < to; at++) {
    const unit = unitAt(at);
    if (unit === LINE_FEED || (isYaml && unit === RETURN && unitAt(at + 1) !== LINE_FEED)) return at + 1;
  }
  return -1;
}

/** UTF-16 units between offsets with a stored position. */
const STEP = 512;

/** Positions of offsets, in any order, in a text with YAML's line breaks. */
export class Positions {
  private readonly text: string;
  /** The positions of multiples of `STEP`, up to the highest offset so far. */
  private readonly known: Position[];

  /** @param start the position of the text's first character */
  constructor(text: string, start = BEGINNING) {
    this.text = text;
    this.known = [start];
  }

  /** @param offset in UTF-16 units */
  at(offset: number): Position {
    const { text, known } = this;
    const step = Math.floor(offset / STEP);
    for (let i = known.length; i <= step; i++) {
      known.push(positionAfter(text, (i - 1) * STEP, i * STEP, "YAML", known[i - 1]));
    }
    return positionAfter(text, step * STEP, offset, "YAML", known[step]);
  }
}

/** A function from offsets, which must ascend, to places. Lines end at LF. */
export function placeFinder(source: string | Uint8Array): (offset: number) => Place {
  let at = 0;
  let position = BEGINNING;
  return (offset) => {
    position = positionAfter(source, at, offset, "LF", position);
    at = offset;
    return { ...position, offset };
  };
}

/**
 * Positions of ascending offsets in UTF-8 that arrives in pieces. Lines end at LF. Keeps a copy of the bytes that the
 * consumer has not processed.
 */
export class PieceCounter {
  private position = BEGINNING;
  /** The offset of `position`. */
  private offset = 0;
  /** The bytes from there on. */
  private readonly ahead: Uint8Array[] = [];

  /** Starts a piece, whose bytes must not change until `endPiece`. */
  beginPiece(piece: Uint8Array): void {
    this.ahead.push(piece);
  }

  /** The position of an offset that is not before the previous one. */
  at(offset: number): Position {
    while (this.offset < offset) {
      const [bytes] = this.ahead;
      if (bytes === undefined) break;
      const length = Math.min(offset - this.offset, bytes.length);
      this.position = positionAfter(bytes, 0, length, "LF", this.position);
      this.offset += length;
      if (length < bytes.length) this.ahead[0] = bytes.subarray(length);
      else this.ahead.shift();
    }
    return this.position;
  }

  /** Ends the piece. The consumer has processed everything before `stoppedAt`. */
  endPiece(stoppedAt: number): void {
    this.at(stoppedAt);
    const last = this.ahead.pop();
    if (last !== undefined) this.ahead.push(new Uint8Array(last));
  }
}

/** The start of the line at an offset. */
export function startOfLine(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  return start;
}

/** The end of a line, without its line break, which ends at an offset. */
export function endOfLineBefore(text: string, offset: number): number {
  if (text[offset - 1] === "\n") return text[offset - 2] === "\r" ? offset - 2 : offset - 1;
  return text[offset - 1] === "\r" ? offset - 1 : offset;
}
