/** Bytes that callers hand in: memory that is theirs, and of any kind. */

/**
 * @throws TypeError if these are no bytes, or memory that cannot be read any more: a view of a detached buffer has no
 * bytes, and would be taken for an empty one.
 */
export function checkBytes(bytes: Uint8Array): void {
  // The tag is the same for the classes of every realm.
  if ((bytes as Partial<Uint8Array> | null)?.[Symbol.toStringTag] !== "Uint8Array") {
    throw new TypeError("the input is no Uint8Array; encode text first");
  }
  if (bytes.length > 0) return;
  try {
    // Of the ways to ask, one that every runtime has, also for a view that its buffer became too short for.
    bytes.at(0);
  } catch {
    throw new TypeError("the bytes cannot be read: their memory was transferred or resized; hand them in before that");
  }
}
