/** A buffer of another size that starts with the first bytes of the given one. */
export function resizeBuffer(buffer: Uint8Array, size: number, kept = buffer.length): Uint8Array<ArrayBuffer> {
  const other = new Uint8Array(size);
  other.set(buffer.subarray(0, kept));
  return other;
}

/** The pieces joined together. `length` is their total length. */
export function concatBytes(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * All bytes that `read` provides.
 *
 * @param read fills a buffer from its start, and returns the number of bytes, 0 at the end
 * @param expected the expected number of bytes
 * @throws the result of `tooLarge`, if there are more bytes than `limit`
 */
export function readAll(
  read: (into: Uint8Array) => number,
  expected: number,
  limit: number,
  tooLarge: () => Error,
): Uint8Array<ArrayBuffer> {
  let bytes = new Uint8Array(Math.min(expected, limit) + 1);
  let length = 0;
  for (let count = read(bytes); count > 0; count = read(bytes.subarray(length))) {
    length += count;
    if (length > limit) throw tooLarge();
    if (length === bytes.length) bytes = resizeBuffer(bytes, Math.min(length * 2, limit + 1));
  }
  return bytes.subarray(0, length);
}
