/** Bytes that callers hand in: their own memory, of any kind. */

/**
 * @param what the bytes' name, with an article
 * @throws TypeError if this is no `Uint8Array`, or its memory cannot be read any more: a view of a detached buffer has
 * length 0, and would pass for an empty one.
 */
export function checkBytes(bytes: Uint8Array, what: string): void {
  // The fast way: what cannot be read has no first byte.
  if (bytes instanceof Uint8Array && bytes[0] !== undefined) return;
  if (!isBytes(bytes)) throw new TypeError(`${what} is a Uint8Array; encode text first`);
  try {
    // Every runtime has it, it finds a view outside of its buffer, too, and it is right where `length` is not: V8 11.3
    // tells the old one of a detached view once it has seen views of buffers that can be resized.
    bytes.at(0);
  } catch {
    throw new TypeError(`${what} cannot be read: its memory was transferred or resized; hand it in before that`);
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
  return a.buffer === b.buffer && a.byteOffset < b.byteOffset + b.length && b.byteOffset < a.byteOffset + a.length;
}

/** Whether other threads may change these bytes at any time. */
export function isShared(bytes: Uint8Array): boolean {
  return typeof SharedArrayBuffer !== "undefined" && bytes.buffer instanceof SharedArrayBuffer;
}
