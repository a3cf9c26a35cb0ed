/** Bytes from callers, in memory of any kind. */

/**
 * @param what the name of the argument for messages, with an article
 * @throws TypeError if this is not a `Uint8Array`, or its memory can no longer be read. (A view of a detached buffer has length
 * 0 and would otherwise be treated as empty.)
 */
export function checkBytes(bytes: Uint8Array, what: string): void {
  // The fast case: memory that cannot be read does not have a first byte.
  if (bytes instanceof Uint8Array && bytes[0] !== undefined) return;
  if (!isBytes(bytes)) throw new TypeError(`${what} must be a Uint8Array; encode text first`);
  try {
    // `at` exists in every runtime and also detects a view outside its buffer. `length` is not reliable: for a detached view,
    // V8 11.3 returns the old length once it has seen views of resizable buffers.
    bytes.at(0);
  } catch {
    throw new TypeError(`${what} cannot be read: its memory was transferred or resized; pass it earlier`);
  }
}

/**
 * A source that does not change while it is read: as it is, but for memory that other threads share, which is copied.
 *
 * @throws TypeError as `checkBytes`
 */
export function stableSource(source: string | Uint8Array, what: string): string | Uint8Array {
  if (typeof source === "string") return source;
  if (!isBytes(source)) {
    const type = source === null ? "null" : Array.isArray(source) ? "a list" : typeof source;
    throw new TypeError(`source must be ${what}, as a string or a Uint8Array, not ${type}`);
  }
  checkBytes(source, what);
  return isShared(source) ? new Uint8Array(source) : source;
}

/** The tag is the same for the classes of every realm. */
function isBytes(value: unknown): value is Uint8Array {
  return (value as Partial<Uint8Array> | null | undefined)?.[Symbol.toStringTag] === "Uint8Array";
}

/** Whether some byte belongs to both. */
export function overlap(a: Uint8Array, b: Uint8Array): boolean {
  if (a.buffer !== b.buffer) return false;
  return Math.max(a.byteOffset, b.byteOffset) < Math.min(a.byteOffset + a.length, b.byteOffset + b.length);
}

/** Whether other threads may change these bytes at any time. */
export function isShared(bytes: Uint8Array): boolean {
  return typeof SharedArrayBuffer !== "undefined" && bytes.buffer instanceof SharedArrayBuffer;
}

const DOLLAR = 0x24;

/** Node's and Bun's is memchr, 30 times as fast as `Uint8Array.prototype.indexOf`, which is slower than a scan. */
const indexOf = typeof Buffer === "function" ? Buffer.prototype.indexOf : undefined;

/** The index of the first occurrence of a byte at or after an offset, or -1. */
export function findByte(bytes: Uint8Array, byte: number, from = 0): number {
  return indexOf === undefined ? bytes.indexOf(byte, from) : indexOf.call(bytes as Buffer, byte, from);
}

/** The number of bytes before the first `$`, or all bytes without one; 0 on runtimes where the search is slow. */
export function plainLength(bytes: Uint8Array): number {
  if (indexOf === undefined) return 0;
  const dollar = findByte(bytes, DOLLAR);
  return dollar < 0 ? bytes.length : dollar;
}
