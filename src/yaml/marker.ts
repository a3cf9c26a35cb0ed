const SPACE = 0x20;
export const DASH = 0x2d;
const DOT = 0x2e;

/** Whether a line of YAML that begins at an offset is `---` or `...`, alone or with a blank behind it. */
export function isMarker(text: Uint8Array, at: number): boolean {
  const unit = text[at];
  if (unit !== DASH && unit !== DOT) return false;
  return text[at + 1] === unit && text[at + 2] === unit && (at + 3 >= text.length || text[at + 3]! <= SPACE);
}
