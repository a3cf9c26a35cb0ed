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

/** Whether a text, or the UTF-8 of one, begins with a byte order mark. */
export function startsWithMark(source: string | Uint8Array): boolean {
  if (typeof source === "string") return source.startsWith("\ufeff");
  return source[0] === 0xef && source[1] === 0xbb && source[2] === 0xbf;
}
