/** Masks secrets in a stream of bytes. */
import { MASK } from "../../../kubernetes/pod/sources/secret-value.ts";
import { ROOT, type SecretPatterns } from "../../manifests/secret-patterns.ts";

const FIRST_BUFFER = 1 << 16;
const mask = /* @__PURE__ */ new TextEncoder().encode(MASK);

/** The bytes of one secret, or of several that overlap. Offsets are in bytes of the stream. */
interface Range {
  start: number;
  end: number;
  /** Whether the mask was returned. */
  isMasked: boolean;
}

/**
 * Replaces each secret, including secrets that overlap or span pieces. Holds back only bytes that can be the beginning of
 * a secret. Takes linear time.
 */
export class MaskedStream {
  private readonly patterns: SecretPatterns;
  private state = ROOT;
  /** Bytes that were not returned yet: from `begin` to `end`. */
  private buffer = new Uint8Array(FIRST_BUFFER);
  private begin = 0;
  private end = 0;
  /** The offset of `begin` in the stream. */
  private offset = 0;
  private ranges: Range[] = [];

  constructor(patterns: SecretPatterns) {
    this.patterns = patterns;
  }

  /** Adds a piece. Returns the bytes that are safe to print. */
  push(piece: Uint8Array): Uint8Array {
    const { patterns } = this;
    let at = this.offset + this.end - this.begin;
    this.add(piece);
    for (const byte of piece) {
      this.state = patterns.step(this.state, byte);
      at++;
      const length = patterns.found[this.state]!;
      if (length > 0) this.addSecret(at - length, at);
    }
    // An incomplete secret begins here or later.
    return this.take(at - patterns.open[this.state]!);
  }

  /** Returns the remaining bytes at the end of the stream. */
  flush(): Uint8Array {
    return this.take(this.offset + this.end - this.begin);
  }

  private add(piece: Uint8Array): void {
    const length = this.end - this.begin + piece.length;
    if (this.begin + length > this.buffer.length) {
      const target = 2 * length <= this.buffer.length ? this.buffer : new Uint8Array(2 * length);
      target.set(this.buffer.subarray(this.begin, this.end));
      this.buffer = target;
      this.end -= this.begin;
      this.begin = 0;
    }
    this.buffer.set(piece, this.end);
    this.end += piece.length;
  }

  private addSecret(start: number, end: number): void {
    const range: Range = { start, end, isMasked: false };
    for (let last = this.ranges.at(-1); last !== undefined && last.end > range.start; last = this.ranges.at(-1)) {
      range.start = Math.min(range.start, last.start);
      range.isMasked ||= last.isMasked;
      this.ranges.pop();
    }
    this.ranges.push(range);
  }

  /** Returns the bytes before an offset, with each range masked. */
  private take(to: number): Uint8Array {
    const pieces: Uint8Array[] = [];
    let taken = 0;
    for (const range of this.ranges) {
      if (range.start > to) break;
      if (!range.isMasked) pieces.push(this.bytes(range.start), mask);
      range.isMasked = true;
      this.skip(Math.min(range.end, to));
      if (range.end > to) break;
      taken++;
    }
    this.ranges.splice(0, taken);
    pieces.push(this.bytes(to));
    return Buffer.concat(pieces);
  }

  /** Returns a view of the bytes before an offset, and skips them. */
  private bytes(to: number): Uint8Array {
    const from = this.begin;
    this.skip(to);
    return this.buffer.subarray(from, this.begin);
  }

  private skip(to: number): void {
    this.begin += Math.max(0, to - this.offset);
    this.offset = Math.max(to, this.offset);
  }
}
