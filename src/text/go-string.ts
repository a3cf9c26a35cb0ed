/** Quotes and compares strings like Go. */
import { unicodeTest } from "./unicode.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  '"': '\\"',
  "\\": "\\\\",
};

/** Printable ASCII without the quotation mark and the backslash. */
const NOTHING_TO_ESCAPE = /^[ !#-[\]-~]*$/;

/** The characters that Go defines as printable: letters, marks, numbers, punctuation, symbols and the ASCII space. */
const PRINTABLE = /* @__PURE__ */ unicodeTest(/[ -~]/, "[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]");

/**
 * The text as a double-quoted Go string, as `strconv.Quote` writes it: unprintable characters are escaped.
 *
 * The JavaScript engine's Unicode version decides which characters are printable; Go uses its own. A lone surrogate,
 * which Go strings cannot hold, becomes U+FFFD.
 *
 * @param asciiOnly also escape characters above U+007F, as `%+q` does
 * @example
 * quote('say "hi"\n') // "say \"hi\"\n", with the quotes and the backslashes
 */
export function quote(text: string, asciiOnly = false): string {
  if (NOTHING_TO_ESCAPE.test(text)) return `"${text}"`;
  return `"${Array.from(text.replace(/[\ud800-\udfff]/gu, "\ufffd"), (character) => escaped(character, asciiOnly)).join("")}"`;
}

function escaped(character: string, asciiOnly: boolean): string {
  if (Object.hasOwn(ESCAPES, character)) return ESCAPES[character]!;
  const codePoint = character.codePointAt(0)!;
  if ((codePoint < 0x80 || !asciiOnly) && isPrintable(character)) return character;
  const digits = codePoint.toString(16);
  if (codePoint < 0x80) return `\\x${digits.padStart(2, "0")}`;
  return codePoint < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}

function isPrintable(character: string): boolean {
  try {
    return PRINTABLE.test(character);
  } catch {
    // Without Unicode's tables, it is escaped.
    return false;
  }
}

/**
 * Compares strings by code points, like Go. JavaScript's `<` orders surrogate pairs before characters from U+E000 on.
 */
export function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const surrogates = Number((x & 0xf800) === 0xd800) - Number((y & 0xf800) === 0xd800);
    return surrogates || x - y;
  }
  return a.length - b.length;
}
