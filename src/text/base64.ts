/** Base64 of a text's UTF-8; it is read as tolerantly as Garden does. */

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** UTF-16 units up to which `btoa`, which takes one byte for each, is faster, although the text must be ASCII. */
const SHORT = 256;
const ASCII = /^[\0-\x7f]*$/;

/** A character for each value of six bits. */
const ALPHABET = /* @__PURE__ */ encoder.encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const PADDING = 0x3d;

/** The base64 of a text's UTF-8. */
export function encodeBase64(text: string): string {
  if (text.length <= SHORT && ASCII.test(text)) return btoa(text);
  const bytes = encoder.encode(text);
  const result = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  for (let i = 0, at = 0; i < bytes.length; i += 3) {
    const bits = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    result[at++] = ALPHABET[bits >> 18]!;
    result[at++] = ALPHABET[(bits >> 12) & 63]!;
    result[at++] = i + 1 < bytes.length ? ALPHABET[(bits >> 6) & 63]! : PADDING;
    result[at++] = i + 2 < bytes.length ? ALPHABET[bits & 63]! : PADDING;
  }
  return decoder.decode(result);
}

/**
 * The text whose UTF-8 a base64 encodes. Reads both alphabets, skips what belongs to neither, and stops at the first
 * `=`. Bytes that are not UTF-8 become replacement characters.
 */
export function decodeBase64(base64: string): string {
  const bytes = new Uint8Array(Math.ceil((base64.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let pending = 0;
  for (let i = 0; i < base64.length; i++) {
    const c = base64.charCodeAt(i);
    if (c === PADDING) break;
    const value = sextet(c);
    if (value < 0) continue;
    pending = (pending << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      // An array of bytes takes the lowest eight bits.
      bytes[length++] = pending >> bits;
    }
  }
  return decoder.decode(bytes.subarray(0, length));
}

/** The value of a character, or -1. */
function sextet(c: number): number {
  if (c >= 0x41 && c <= 0x5a) return c - 0x41;
  if (c >= 0x61 && c <= 0x7a) return c - 0x61 + 26;
  if (c >= 0x30 && c <= 0x39) return c - 0x30 + 52;
  if (c === 0x2b || c === 0x2d) return 62;
  if (c === 0x2f || c === 0x5f) return 63;
  return -1;
}
