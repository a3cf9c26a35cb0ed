/** Go's `%q`: a string or a character as Go source. */

const ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

/** Printable ASCII without the quotation mark and the backslash. */
const NOTHING_TO_ESCAPE = /^[ !#-[\]-~]*$/;

/**
 * The text as a double-quoted Go string, as `strconv.Quote` writes it: unprintable characters are escaped.
 *
 * The JavaScript engine's Unicode version decides which characters are printable; Go uses its own. A lone surrogate,
 * which no Go string can hold, counts as U+FFFD.
 *
 * @param asciiOnly escape everything above U+007F too, as `%+q` does
 * @example
 * quote('say "hi"\n') // "say \"hi\"\n", with the quotes and the backslashes
 */
export function quote(text: string, asciiOnly = false): string {
  if (NOTHING_TO_ESCAPE.test(text)) return `"${text}"`;
  let quoted = '"';
  for (const character of text) quoted += escapeCharacter(character, '"', asciiOnly);
  return `${quoted}"`;
}

/** The character with this code point as a single-quoted Go literal; U+FFFD if there is none. */
export function quoteCharacter(codePoint: bigint, asciiOnly = false): string {
  return `'${escapeCharacter(characterOf(codePoint), "'", asciiOnly)}'`;
}

/** The character with this code point; U+FFFD if there is none. */
export function characterOf(codePoint: bigint): string {
  const exists = codePoint >= 0n && codePoint <= 0x10ffffn && (codePoint < 0xd800n || codePoint > 0xdfffn);
  return exists ? String.fromCodePoint(Number(codePoint)) : "\ufffd";
}

/** Whether the text can stand between backquotes: no control character except tab, no backquote, no BOM. */
export function canBackquote(text: string): boolean {
  return !/[\0-\x08\n-\x1f`\x7f\ufeff]/.test(text);
}

/** Whether Go calls the character printable: letters, marks, numbers, punctuation, symbols and the ASCII space. */
export function isPrintable(character: string): boolean {
  return /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character);
}

function escapeCharacter(character: string, quotationMark: string, asciiOnly: boolean): string {
  if (character === quotationMark || character === "\\") return `\\${character}`;
  const codePoint = character.codePointAt(0)!;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return escapeCharacter("\ufffd", quotationMark, asciiOnly);
  if ((codePoint < 0x80 || !asciiOnly) && isPrintable(character)) return character;
  if (Object.hasOwn(ESCAPES, character)) return ESCAPES[character]!;
  if (codePoint < 0x80) return `\\x${codePoint.toString(16).padStart(2, "0")}`;
  if (codePoint < 0x10000) return `\\u${codePoint.toString(16).padStart(4, "0")}`;
  return `\\U${codePoint.toString(16).padStart(8, "0")}`;
}
