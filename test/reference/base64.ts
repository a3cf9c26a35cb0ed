/** Base64 bit by bit: short, slow and obviously correct. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The base64 of a text's UTF-8. */
export function referenceEncode(text: string): string {
  const bits = [...new TextEncoder().encode(text)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const digits = (bits.match(/.{1,6}/g) ?? []).map((six) => ALPHABET[Number.parseInt(six.padEnd(6, "0"), 2)]);
  return digits.join("") + "=".repeat((4 - (digits.length % 4)) % 4);
}

/** The text of a base64 in either alphabet, up to the first `=`; other characters and bits that fill no byte are left out. */
export function referenceDecode(base64: string): string {
  const digits = base64.split("=")[0]!.replaceAll("-", "+").replaceAll("_", "/").split("");
  const values = digits.map((digit) => ALPHABET.indexOf(digit)).filter((value) => value >= 0);
  const bits = values.map((value) => value.toString(2).padStart(6, "0")).join("");
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}
