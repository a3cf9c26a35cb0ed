/** Lines and columns of offsets into bytes that come in pieces. */

const LINE_FEED = 0x0a;

export interface Place {
  /** From 1. */
  readonly line: number;
  /** In characters (UTF-8), from 1. */
  readonly column: number;
}

/** Counts forwards only; of the bytes that the consumer of the pieces still holds it keeps a copy. */
export class PlaceCounter {
  private line = 1;
  private column = 1;
  /** Up to where `line` and `column` have counted. */
  private offset = 0;
  /** The bytes from there on, as far as they have come. */
  private ahead: Uint8Array[] = [];
  /** Where in the first of them the line that `offset` is in ends: found once, as searching is far quicker than counting. */
  private lineEnd: number | undefined;

  /** Begins a piece. Its bytes are read until `endPiece`. */
  beginPiece(piece: Uint8Array): void {
    this.ahead.push(piece);
  }

  /** The place of an offset that is not before the one asked last. */
  at(offset: number): Place {
    while (this.offset < offset) {
      const [bytes] = this.ahead;
      if (bytes === undefined) break;
      this.countIn(bytes, Math.min(offset - this.offset, bytes.length));
    }
    return { line: this.line, column: this.column };
  }

  /** Ends the piece; the consumer has used up everything before `stoppedAt`. */
  endPiece(stoppedAt: number): void {
    this.at(stoppedAt);
    const last = this.ahead.pop();
    if (last !== undefined) this.ahead.push(new Uint8Array(last));
  }

  /** Counts some of the first bytes ahead, which then are behind. */
  private countIn(bytes: Uint8Array, length: number): void {
    let at = 0;
    this.lineEnd ??= endOfLine(bytes, 0);
    while (this.lineEnd < length) {
      this.line++;
      this.column = 1;
      at = this.lineEnd + 1;
      this.lineEnd = endOfLine(bytes, at);
    }
    for (; at < length; at++) {
      if ((bytes[at]! & 0xc0) !== 0x80) this.column++;
    }
    this.offset += length;
    if (length < bytes.length) {
      this.ahead[0] = bytes.subarray(length);
      this.lineEnd -= length;
    } else {
      this.ahead.shift();
      this.lineEnd = undefined;
    }
  }
}

function endOfLine(bytes: Uint8Array, from: number): number {
  const found = bytes.indexOf(LINE_FEED, from);
  return found === -1 ? bytes.length : found;
}
