/** UTF-8 that must be valid. */

/** Made when it is first needed: to make one takes longer than to decode a short text. */
let decoder: TextDecoder | undefined;

/** The text of bytes, a byte order mark included; undefined if they are no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    decoder = undefined;
    return undefined;
  }
}

/** The text of bytes up to the first one that does not decode, found by halving. */
export function validPrefix(bytes: Uint8Array): string {
  const decode = (length: number) =>
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length), { stream: true });
  let valid = 0;
  let end = bytes.length;
  while (valid < end) {
    const middle = Math.ceil((valid + end) / 2);
    try {
      decode(middle);
      valid = middle;
    } catch {
      end = middle - 1;
    }
  }
  return decode(valid);
}

/**
 * Where ASCII characters of a decoded text stand in its bytes. In bytes that are not UTF-8, a character that replaces some
 * of them tells nothing of their number, but every ASCII character is one byte.
 *
 * @param places offsets into the text, in ascending order
 */
export function bytePlaces(bytes: Uint8Array, text: string, places: readonly number[]): number[] {
  let at = 0;
  let byte = 0;
  return places.map((place) => {
    for (; at < place; at++) if (text.charCodeAt(at) < 0x80) byte = nextAscii(bytes, byte) + 1;
    return nextAscii(bytes, byte);
  });
}

function nextAscii(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at]! >= 0x80) at++;
  return at;
}

/** Whether a text, or the UTF-8 of one, begins with a byte order mark. */
export function startsWithMark(source: string | Uint8Array): boolean {
  if (typeof source === "string") return source.startsWith("\ufeff");
  return source[0] === 0xef && source[1] === 0xbb && source[2] === 0xbf;
}
