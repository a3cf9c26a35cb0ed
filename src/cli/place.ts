/** Lines and columns of offsets into bytes that come in pieces. */

const LINE_FEED = 0x0a;

export interface Place {
  /** From 1. */
  readonly line: number;
  /** In characters (UTF-8), from 1. */
  readonly column: number;
}

/** Counts forwards only; the offset that the consumer of the pieces has stopped at stays known across pieces. */
export class PlaceCounter {
  private line = 1;
  private column = 1;
  private piece: Uint8Array = new Uint8Array(0);
  private pieceStart = 0;
  /** Up to where `line` and `column` have counted. */
  private offset = 0;
  /** Where in the piece the line that `offset` is in ends: found once, as searching is far quicker than counting. */
  private lineEnd = 0;
  private stoppedAt = 0;
  private stoppedPlace: Place = { line: 1, column: 1 };

  /** Begins a piece. Its bytes are read until `endPiece`. */
  beginPiece(piece: Uint8Array): void {
    this.piece = piece;
    this.pieceStart = this.offset;
    this.lineEnd = this.endOfLine(0);
  }

  /** The place of an offset that is not before the one asked last: in this piece, or where the consumer had stopped. */
  at(offset: number): Place {
    if (offset === this.stoppedAt) return this.stoppedPlace;
    this.countTo(offset);
    return { line: this.line, column: this.column };
  }

  /** Ends the piece; the consumer has used up everything before `stoppedAt`. */
  endPiece(stoppedAt: number): void {
    if (stoppedAt >= this.pieceStart) {
      this.stoppedPlace = this.at(stoppedAt);
      this.stoppedAt = stoppedAt;
    }
    this.countTo(this.pieceStart + this.piece.length);
  }

  private countTo(offset: number): void {
    const end = offset - this.pieceStart;
    let at = this.offset - this.pieceStart;
    while (this.lineEnd < end) {
      this.line++;
      this.column = 1;
      at = this.lineEnd + 1;
      this.lineEnd = this.endOfLine(at);
    }
    for (; at < end; at++) {
      if ((this.piece[at]! & 0xc0) !== 0x80) this.column++;
    }
    this.offset = offset;
  }

  private endOfLine(from: number): number {
    const found = this.piece.indexOf(LINE_FEED, from);
    return found === -1 ? this.piece.length : found;
  }
}
