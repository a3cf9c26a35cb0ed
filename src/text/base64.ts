/** Base64 of a text's UTF-8, decoded as tolerantly as Garden does. */

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

const ASCII = /^[\0-\x7f]*$/;

/** The most arguments of one call. */
const CHUNK = 1 << 13;

export function encodeBase64(text: string): string {
  if (ASCII.test(text)) return btoa(text);
  const bytes = encoder.encode(text);
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}

/**
 * The text whose UTF-8 a base64 encodes. Reads both alphabets, skips characters of neither, and stops at the first `=`.
 * Bytes that are not UTF-8 become replacement characters.
 */
export function decodeBase64(base64: string): string {
  const end = base64.indexOf("=");
  const digits = (end === -1 ? base64 : base64.slice(0, end)).replaceAll("-", "+").replaceAll("_", "/");
  const data = digits.replace(/[^A-Za-z0-9+/]+/g, "");
  // One digit alone is less than a byte.
  const binary = atob(data.length % 4 === 1 ? data.slice(0, -1) : data);
  return decoder.decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}
