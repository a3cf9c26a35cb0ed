/** Searches for bytes in a source that is too large for memory. */
import type { ByteSource } from "../../manifest/window.ts";

/** Bytes that are read at once, and kept. */
const BLOCK = 1 << 16;

/** Bytes whose number is known. */
export interface SizedSource extends ByteSource {
  readonly length: number;
}

export class ByteSearch {
  readonly length: number;
  private readonly source: ByteSource;
  private readonly block: Uint8Array;
  /** Where the block begins in the source; it has `size` bytes. */
  private start = 0;
  private size = 0;

  constructor(source: SizedSource) {
    this.source = source;
    this.length = source.length;
    this.block = new Uint8Array(Math.min(BLOCK, source.length));
  }

  /** The byte at an offset; undefined outside of the source. */
  at(offset: number): number | undefined {
    if (offset < 0 || offset >= this.length) return undefined;
    this.load(offset);
    return this.block[offset - this.start];
  }

  /** The first offset of a byte in [from, to), or -1. */
  indexOf(unit: number, from: number, to: number): number {
    const end = Math.min(to, this.length);
    for (let at = from; at < end; at = this.start + this.size) {
      this.load(at);
      const found = this.block.subarray(0, this.size).indexOf(unit, at - this.start);
      if (found !== -1) return this.start + found < end ? this.start + found : -1;
    }
    return -1;
  }

  /** The last offset of a byte, or of another one, in [from, to), or -1. */
  lastIndexOf(unit: number, from: number, to: number, other = unit): number {
    for (let at = Math.min(to, this.length) - 1; at >= from; at = this.start - 1) {
      this.load(at);
      const { block, start } = this;
      const first = Math.max(from - start, 0);
      for (let i = at - start; i >= first; i--) if (block[i] === unit || block[i] === other) return start + i;
    }
    return -1;
  }

  private load(offset: number): void {
    if (offset >= this.start && offset < this.start + this.size) return;
    this.start = offset - (offset % BLOCK);
    const wanted = Math.min(BLOCK, this.length - this.start);
    this.size = 0;
    while (this.size < wanted) {
      const count = this.source.read(this.block.subarray(this.size, wanted), this.start + this.size);
      if (count === 0) throw new RangeError(`the source ends before its length of ${this.length} bytes`);
      this.size += count;
    }
  }
}
