/** The input that a stream holds back, and its limit. */

import { resizeBuffer } from "../../text/byte-buffer.ts";
import type { Chunk } from "../../wasm/byte-expansion.ts";
import { isShared, plainLength, plainView } from "../../wasm/input-bytes.ts";

/** Limits of a stream. */
export interface StreamLimits {
  /**
   * How many bytes of the input the stream may hold back while something in it is open: a `$(` without its `)`, or a
   * document of YAML. Beyond that, `push` throws `HeldInputError`. Default: 64 MiB.
   */
  readonly maxHeldBytes?: number | undefined;
}

/** The most bytes that a stream holds back, unless it is made with another limit. */
export const MAX_HELD = 64 << 20;
/** A larger buffer is replaced when the pieces are far shorter. */
const LARGE = 1 << 20;

/** A reference or a document stays open for more bytes than the stream may hold back. */
export class HeldInputError extends Error {
  override readonly name = "HeldInputError";
  readonly code = "held-input-limit";
  /** The start of the open reference or document, in bytes from the start of the stream. */
  readonly offset: number;
  /** `maxHeldBytes`. */
  readonly limit: number;
  /** The message without the position: what is wrong, and how to fix the input. */
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

/** What a stream holds back, for messages: its name with an article, and how the input's writer can end it sooner. */
export interface Holding {
  readonly what: string;
  readonly remedy: string;
}

/** The holding of a stream of references. */
export const REFERENCE: Holding = { what: "a $(", remedy: 'close it with ")", or write $$( if it is not a reference' };

export const BRACED_REFERENCE: Holding = { what: "a ${", remedy: 'close it with "}"' };

/**
 * The input that a stream has not expanded yet, in memory of its own: callers and sinks may change a piece after it was
 * added.
 */
export class HeldInput implements Chunk {
  /** Bytes that are held. */
  length = 0;
  /** The most bytes that may be held. */
  readonly limit: number;
  private readonly holding: Holding;
  private buffer = new Uint8Array(0);
  /** The offset of the buffer's first byte in the held bytes; the bytes before are not read again. */
  private bufferStart = 0;
  /** The caller's piece, while it is all that is held: until a sink is called, or `use` ends. */
  private borrowed: Uint8Array | undefined;
  /** How many bytes of the stream are expanded: those before the held ones. */
  consumed = 0;
  private isInUse = false;

  constructor({ maxHeldBytes = MAX_HELD }: StreamLimits, holding: Holding) {
    if (!(maxHeldBytes >= 0)) throw new RangeError(`maxHeldBytes is a number of bytes from 0 on, not ${maxHeldBytes}`);
    this.limit = maxHeldBytes;
    this.holding = holding;
  }

  /** Held bytes, as a view that the next call may change. */
  subarray(start: number, end = this.length): Uint8Array {
    if (this.borrowed !== undefined) return this.borrowed.subarray(start, end);
    return this.buffer.subarray(start - this.bufferStart, end - this.bufferStart);
  }

  /** Adds a copy of a piece. */
  add(piece: Uint8Array): void {
    this.checkIdle();
    const plain = plainView(piece, "a chunk");
    this.reserve(this.length + plain.length);
    this.buffer.set(plain, this.length);
    this.length += plain.length;
  }

  /**
   * Adds a piece, without a copy where nothing is held: the caller then calls `use`, and `own` before any sink. Returns a
   * plain view of it.
   */
  borrow(piece: Uint8Array): Uint8Array {
    const plain = plainView(piece, "a chunk");
    if (this.length > 0 || this.isInUse || isShared(plain)) {
      this.add(plain);
    } else if (plain.length > 0) {
      this.borrowed = plain;
      this.length = plain.length;
    }
    return plain;
  }

  /** Copies the borrowed piece from an offset on: the bytes before are not read again. */
  own(from: number): void {
    const { borrowed } = this;
    if (borrowed === undefined) return;
    this.reserve(this.length - from);
    this.borrowed = undefined;
    this.buffer.set(borrowed.subarray(from));
    this.bufferStart = from;
  }

  /**
   * Calls a function that expands held bytes and returns how many.
   *
   * @throws HeldInputError if more than the limit are left.
   */
  use(use: () => number): void {
    this.checkIdle();
    // If a sink throws, it is unknown how much is expanded, so the stream remains in use and rejects further calls.
    this.isInUse = true;
    const used = use();
    this.own(used);
    this.buffer.copyWithin(0, used - this.bufferStart, this.length - this.bufferStart);
    this.bufferStart = 0;
    this.length -= used;
    this.consumed += used;
    this.isInUse = false;
    this.checkLimit();
  }

  /**
   * Calls a function that expands the held bytes and up to `size` more, which `read` puts into memory. Plain bytes are passed
   * to `plain` instead. Returns how many bytes were read.
   */
  useWith(
    read: (into: Uint8Array) => number,
    size: number,
    plain: (bytes: Uint8Array) => void,
    use: (chunk: Chunk) => number,
  ): number {
    this.checkIdle();
    this.isInUse = true;
    const { length } = this;
    let count = 0;
    const chunk = {
      length: length + size,
      subarray: (start: number, end: number) => this.subarray(start, end),
      load: (into: Uint8Array) => {
        into.set(this.subarray(0));
        // An open reference is scanned again with at least twice as much, so that a long one takes linear time.
        let more: number;
        do {
          more = read(into.subarray(length + count));
          count += more;
        } while (more > 0 && count < length);
        chunk.length = length + count;
        if (length > 0 || plainLength(into.subarray(0, count)) < count) return;
        if (count > 0) plain(into.subarray(0, count));
        this.consumed += count;
        chunk.length = 0;
      },
      keep: (rest: Uint8Array) => {
        this.length = 0;
        this.reserve(rest.length);
        this.buffer.set(rest);
        this.length = rest.length;
      },
    };
    const used = use(chunk);
    this.consumed += used;
    this.isInUse = false;
    this.checkLimit();
    return count;
  }

  /** Makes room for `length` bytes, and keeps the held ones. */
  private reserve(length: number): void {
    const { buffer } = this;
    if (length <= buffer.length && (buffer.length <= LARGE || length >= buffer.length >> 3)) return;
    const kept = this.borrowed === undefined ? this.length : 0;
    // Twice as much, so that bytes held for long are not copied with every piece; no more where nothing is held.
    this.buffer = resizeBuffer(buffer, kept === 0 ? length : 2 * length, kept);
  }

  /** @throws HeldInputError if more than the limit is held. The held bytes are dropped then. */
  checkLimit(): void {
    if (this.length <= this.limit) return;
    this.buffer = new Uint8Array(0);
    this.length = 0;
    this.isInUse = true;
    throw new HeldInputError(this.consumed, this.limit, this.holding);
  }

  private checkIdle(): void {
    if (!this.isInUse) return;
    throw new Error(
      "the stream cannot be used: its sink called it, or an earlier call failed; begin a new stream for new input",
    );
  }
}
