/** A sliding window over the bytes of a source. */

import { tooLarge } from "../yaml/error.ts";

/** Bytes that can be read many times, from any position. */
export interface ByteSource {
  /** The number of bytes, if it is known; it can be wrong. */
  readonly length?: number;
  /** Fills the buffer from its beginning; returns the number of bytes, 0 at the end. */
  read(into: Uint8Array, position: number): number;
}

/** The first buffer: twice the size of a small source, so that the end is found without another one. */
const MAX_FIRST_SIZE = 1 << 20;
const MIN_FIRST_SIZE = 1 << 10;

export class Window {
  /** The bytes that were read and not dropped. Reading more makes views invalid. */
  bytes: Uint8Array = new Uint8Array(0);
  /** The position in the source of the first byte. */
  position: number;
  private readonly source: ByteSource;
  private readonly limit: number;
  private buffer: Uint8Array;

  /** @param limit the largest size of the window, in bytes */
  constructor(source: ByteSource, position: number, limit = Number.POSITIVE_INFINITY) {
    this.source = source;
    this.limit = limit;
    this.position = position;
    const { length = MAX_FIRST_SIZE } = source;
    this.buffer = new Uint8Array(Math.min(MAX_FIRST_SIZE, Math.max(MIN_FIRST_SIZE, 2 * length)));
  }

  /**
   * Whether the source has a byte at an offset. Reads up to there.
   *
   * @throws DocumentError if the window would exceed the limit
   */
  has(offset: number): boolean {
    if (offset >= this.limit && this.hasByte(this.limit)) throw tooLarge(this.limit);
    return this.hasByte(offset);
  }

  private hasByte(offset: number): boolean {
    while (offset >= this.bytes.length) if (!this.readMore()) return false;
    return true;
  }

  /** Drops the bytes before an offset. */
  drop(offset: number): void {
    this.bytes = this.bytes.subarray(offset);
    this.position += offset;
  }

  private readMore(): boolean {
    const { bytes } = this;
    const { length } = bytes;
    // At least half of the buffer is for new bytes, so that moving bytes takes linear time.
    const buffer = length * 2 > this.buffer.length ? new Uint8Array(length * 2) : this.buffer;
    if (bytes.byteOffset > 0 || buffer !== this.buffer) buffer.set(bytes);
    const count = this.source.read(buffer.subarray(length), this.position + length);
    this.buffer = buffer;
    this.bytes = buffer.subarray(0, length + count);
    return count > 0;
  }
}
