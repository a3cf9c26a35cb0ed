/** Created on first use, and reused because creating one takes longer than decoding a short text. */
let decoder: TextDecoder | undefined;

/** The text of UTF-8, including a byte order mark; undefined for other bytes. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    decoder = undefined;
    return undefined;
  }
}

/** The text of the bytes before the first invalid one. */
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

/** The number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  return /^[\0-\x7f]*$/.test(text) ? text.length : new TextEncoder().encode(text).length;
}

/**
 * The offsets in UTF-8 of offsets in well-formed text.
 *
 * @param places offsets in UTF-16 code units, in ascending order
 */
export function byteOffsets(text: string, places: readonly number[]): number[] {
  let at = 0;
  let byte = 0;
  return places.map((place) => {
    for (; at < place; at++) {
      const unit = text.charCodeAt(at);
      // Each half of a surrogate pair counts as two of its four bytes.
      byte += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
    }
    return byte;
  });
}

/** Whether text or UTF-8 starts with a byte order mark. */
export function startsWithMark(source: string | Uint8Array): boolean {
  if (typeof source === "string") return source.startsWith("\ufeff");
  return source[0] === 0xef && source[1] === 0xbb && source[2] === 0xbf;
}

/** That a file is UTF-16, and what to do. Other programs reject it, or read other text. */
export const UTF_16 = "the file is UTF-16; save it as UTF-8";

/** Whether bytes start with the byte order mark of UTF-16, which PowerShell and Notepad write. */
export function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}
