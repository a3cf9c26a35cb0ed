import { encodeBase64 } from "../../text/base64.ts";
import { text } from "./arguments.ts";
import { define } from "./define.ts";

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

const PADDING = 0x3d;

/** The base64 of a text's UTF-8. */
export const base64Encode = /* @__PURE__ */ define(["string"], [text], (_budget, string) => encodeBase64(string));

/**
 * Reads both alphabets, skips what belongs to neither, and stops at the first `=`. Bytes that are not UTF-8 become
 * replacement characters.
 */
export const base64Decode = /* @__PURE__ */ define(["string"], [text], (_budget, string) => {
  const bytes = new Uint8Array(Math.ceil((string.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let pending = 0;
  for (let i = 0; i < string.length; i++) {
    const c = string.charCodeAt(i);
    if (c === PADDING) break;
    const value = sextet(c);
    if (value < 0) continue;
    pending = (pending << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      // An array of bytes takes the lowest eight bits; what was read before stands above them.
      bytes[length++] = pending >> bits;
    }
  }
  return decoder.decode(bytes.subarray(0, length));
});

/** The six bits that a character stands for, or -1. */
function sextet(c: number): number {
  if (c >= 0x41 && c <= 0x5a) return c - 0x41;
  if (c >= 0x61 && c <= 0x7a) return c - 0x61 + 26;
  if (c >= 0x30 && c <= 0x39) return c - 0x30 + 52;
  if (c === 0x2b || c === 0x2d) return 62;
  if (c === 0x2f || c === 0x5f) return 63;
  return -1;
}
