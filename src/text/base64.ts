/** Base64, each time by the fastest means that the runtime has: all of them give the same. */
import { type NodeBuffer, nodeModule } from "./node-module.ts";

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * UTF-16 units up to which `btoa` and `atob` are fastest, with the look at every character that they need: they know one
 * byte for each, which ASCII has in UTF-8, too.
 */
const SHORT = 256;
const ASCII = /^[\0-\x7f]*$/;
/** With a length that is divisible by four: what every reader of base64 reads alike. */
const CANONICAL = /^[A-Za-z0-9+/]*={0,2}$/;

/** The characters that stand for six bits each. */
const ALPHABET = /* @__PURE__ */ encoder.encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const PADDING = 0x3d;

/** Node's Buffer; null where there is none. */
let buffer: NodeBuffer | null | undefined;

function nodeBuffer(): NodeBuffer | null {
  buffer ??= nodeModule("node:buffer")?.Buffer ?? null;
  return buffer;
}

/** The base64 of a text's UTF-8. */
export function encodeBase64(text: string): string {
  if (text.length <= SHORT && ASCII.test(text)) return btoa(text);
  const node = nodeBuffer();
  return node === null ? encodeBytes(encoder.encode(text)) : node.from(text).toString("base64");
}

function encodeBytes(bytes: Uint8Array & { readonly toBase64?: () => string }): string {
  if (bytes.toBase64 !== undefined) return bytes.toBase64();
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
 * The text whose UTF-8 a base64 stands for. Reads both alphabets, skips what belongs to neither, and stops at the first
 * `=`. Bytes that are not UTF-8 become replacement characters.
 */
export function decodeBase64(base64: string): string {
  if (base64.length <= SHORT) {
    if (base64.length % 4 === 0 && CANONICAL.test(base64)) {
      const text = atob(base64);
      if (ASCII.test(text)) return text;
    }
  } else {
    const bytes = nodeBuffer()?.from(base64, "base64");
    // What Node reads in other ways (it mistakes some characters) is not what it would write.
    if (bytes !== undefined && bytes.toString("base64") === base64) return bytes.toString();
  }
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
      // An array of bytes takes the lowest eight bits; what was read before stands above them.
      bytes[length++] = pending >> bits;
    }
  }
  return decoder.decode(bytes.subarray(0, length));
}

/** The six bits that a character stands for, or -1. */
function sextet(c: number): number {
  if (c >= 0x41 && c <= 0x5a) return c - 0x41;
  if (c >= 0x61 && c <= 0x7a) return c - 0x61 + 26;
  if (c >= 0x30 && c <= 0x39) return c - 0x30 + 52;
  if (c === 0x2b || c === 0x2d) return 62;
  if (c === 0x2f || c === 0x5f) return 63;
  return -1;
}
