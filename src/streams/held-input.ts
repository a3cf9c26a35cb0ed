/** What a stream holds back of its input, and how much that may be. */

import { resized } from "../text/byte-buffer.ts";
import type { Chunk } from "../wasm/expansion.ts";
import { checkBytes, isShared } from "../wasm/input-bytes.ts";

/** Limits of a stream. */
export interface StreamLimits {
  /**
   * How many bytes of the input the stream may hold back while something in it is open: a `$(` without its `)`, or a
   * document of YAML. Beyond that, `push` throws `HeldInputError`. 64 MiB unless given.
   */
  readonly maxHeldBytes?: number | undefined;
}

const DEFAULT_LIMIT = 64 << 20;
/** A buffer of this size is not kept for pieces that are far shorter. */
const LARGE = 1 << 20;

/** Something in a stream's input stays open for longer than the stream may hold back. */
export class HeldInputError extends Error {
  override readonly name = "HeldInputError";
  readonly code = "held-input-limit";
  /** Where it begins: in bytes from the beginning of the stream. */
  readonly offset: number;
  /** In bytes. */
  readonly limit: number;
  /** What is wrong, and how the input can be mended, without the place. */
  readonly reason: string;

  /** @internal */
  constructor(offset: number, limit: number, { what, remedy }: Holding) {
    const reason = `${what} begins here and does not end within ${limit} bytes; ${remedy}`;
    super(`byte ${offset}: ${reason}, or raise maxHeldBytes`);
    this.offset = offset;
    this.limit = limit;
    this.reason = reason;
  }
}

/** What a stream holds back: its name with an article, and how its writer can end it sooner. */
export interface Holding {
  readonly what: string;
  readonly remedy: string;
}

/** The holding of a stream of references. */
export const REFERENCE: Holding = { what: "a $(", remedy: 'close it with ")", or write $$( if it is no reference' };

/**
 * The input of a stream that is not done with. What is held is in memory of its own: what callers, and the functions
 * that they hand in, do to a piece after it was added does not matter.
 */
export class HeldInput implements Chunk {
  /** Bytes that are held. */
  length = 0;
  /** The most bytes that may be held. */
  readonly limit: number;
  private readonly holding: Holding;
  private buffer = new Uint8Array(0);
  /** The offset of the buffer's first byte in what is held; what was before is not read again. */
  private bufferStart = 0;
  /** All that is held, if it is the caller's: only until a sink is called, or `use` ends. */
  private borrowed: Uint8Array | undefined;
  /** Bytes that are done with. */
  private before = 0;
  private isInUse = false;

  constructor({ maxHeldBytes = DEFAULT_LIMIT }: StreamLimits, holding: Holding) {
    if (!(maxHeldBytes >= 0)) throw new RangeError(`maxHeldBytes is a number of bytes from 0 on, not ${maxHeldBytes}`);
    this.limit = maxHeldBytes;
    this.holding = holding;
  }

  /** How many bytes of the stream are done with. */
  get consumed(): number {
    return this.before;
  }

  /** Bytes that are held; a view that the next call may change. */
  subarray(start: number, end = this.length): Uint8Array {
    if (this.borrowed !== undefined) return this.borrowed.subarray(start, end);
    return this.buffer.subarray(start - this.bufferStart, end - this.bufferStart);
  }

  /** Adds a copy of a piece. */
  add(piece: Uint8Array): void {
    this.checkIdle();
    checkBytes(piece, "a chunk");
    this.reserve(this.length + piece.length);
    this.buffer.set(piece, this.length);
    this.length += piece.length;
  }

  /** Adds a piece, not copied where nothing is held: `use` has to follow, and call `own` before any sink. */
  borrow(piece: Uint8Array): void {
    checkBytes(piece, "a chunk");
    if (this.length > 0 || this.isInUse || isShared(piece)) {
      this.add(piece);
    } else if (piece.length > 0) {
      this.borrowed = piece;
      this.length = piece.length;
    }
  }

  /** Copies what is borrowed, from an offset on: nothing before it is read again. */
  own(from: number): void {
    const { borrowed } = this;
    if (borrowed === undefined) return;
    this.reserve(this.length - from);
    this.borrowed = undefined;
    this.buffer.set(borrowed.subarray(from));
    this.bufferStart = from;
  }

  /**
   * Calls `use` for what is held; it returns how many bytes are done with.
   *
   * @throws HeldInputError if more than the limit are left.
   */
  use(use: () => number): void {
    this.checkIdle();
    // Whoever gets output may throw: then it is not known what is done with, and the stream stays in use.
    this.isInUse = true;
    const used = use();
    this.own(used);
    this.buffer.copyWithin(0, used - this.bufferStart, this.length - this.bufferStart);
    this.bufferStart = 0;
    this.length -= used;
    this.before += used;
    this.isInUse = false;
    this.checkLimit();
  }

  /** Makes room for `length` bytes, and keeps those that are there. */
  private reserve(length: number): void {
    const { buffer } = this;
    if (length <= buffer.length && (buffer.length <= LARGE || length >= buffer.length >> 3)) return;
    const kept = this.borrowed === undefined ? this.length : 0;
    // Twice as much, so that what is held for long is not copied with every piece; as much where nothing is held.
    this.buffer = resized(buffer, kept === 0 ? length : 2 * length, kept);
  }

  /** @throws HeldInputError if more than the limit are held: all that is known of them is that they are open. */
  checkLimit(): void {
    if (this.length <= this.limit) return;
    this.buffer = new Uint8Array(0);
    this.length = 0;
    this.isInUse = true;
    throw new HeldInputError(this.before, this.limit, this.holding);
  }

  private checkIdle(): void {
    if (!this.isInUse) return;
    throw new Error(
      "the stream cannot be used: its sink called it, or an earlier call failed; begin a new stream for new input",
    );
  }
}
