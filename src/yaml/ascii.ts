/** Characters of JSON and YAML, as bytes of UTF-8 or as UTF-16 units. */

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const DASH = 0x2d;
const DOT = 0x2e;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

/** Whether JSON allows this as white space. */
export function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

/** Whether the line of YAML that starts at an offset is `---` or `...`, alone or followed by white space. */
export function isMarker(text: Uint8Array, at: number): boolean {
  const unit = text[at];
  if (unit !== DASH && unit !== DOT) return false;
  return text[at + 1] === unit && text[at + 2] === unit && (at + 3 >= text.length || text[at + 3]! <= 0x20);
}
