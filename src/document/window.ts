/** Bytes of a source, of which only so many are in memory as whoever reads it needs at once. */

import { tooLarge } from "./error.ts";

/** Bytes that can be read many times, from any position. */
export interface ByteSource {
  /** Fills the buffer from its beginning; returns the number of bytes, 0 at the end. */
  read(into: Uint8Array, position: number): number;
}

/** Bytes that are read at once. */
const PIECE = 1 << 20;

export class Window {
  /** What is there so far. Offsets begin at what was last dropped; a view is valid until more is read. */
  bytes: Uint8Array = new Uint8Array(0);
  /** Where in the source the window begins. */
  position: number;
  private readonly source: ByteSource;
  private readonly limit: number;
  private buffer = new Uint8Array(PIECE);

  /** @param limit how far from its beginning the window may be looked at, in bytes */
  constructor(source: ByteSource, position: number, limit = Number.POSITIVE_INFINITY) {
    this.source = source;
    this.limit = limit;
    this.position = position;
  }

  /**
   * Whether there is a byte at an offset: reads as much as it takes to know.
   *
   * @throws DocumentError if there is one behind the limit
   */
  has(offset: number): boolean {
    if (offset >= this.limit && this.hasByte(this.limit)) throw tooLarge(this.limit);
    return this.hasByte(offset);
  }

  private hasByte(offset: number): boolean {
    while (offset >= this.bytes.length) if (!this.readMore()) return false;
    return true;
  }

  /** Forgets the bytes before an offset. */
  drop(offset: number): void {
    this.bytes = this.bytes.subarray(offset);
    this.position += offset;
  }

  private readMore(): boolean {
    const { bytes } = this;
    const { length } = bytes;
    // At least a half is for what is new, so that no byte is moved more often than it takes to double.
    const buffer = length * 2 > this.buffer.length ? new Uint8Array(length * 2) : this.buffer;
    if (bytes.byteOffset > 0 || buffer !== this.buffer) buffer.set(bytes);
    const count = this.source.read(buffer.subarray(length), this.position + length);
    this.buffer = buffer;
    this.bytes = buffer.subarray(0, length + count);
    return count > 0;
  }
}
