/** JSON for programs, which may yet be shown by a terminal: characters that command one are escaped, as JSON can. */
export function programJson(value: unknown): string {
  return (JSON.stringify(value, undefined, 2) ?? "null").replace(HIDDEN, escaped);
}

/** All in strings, for the layout has none of them: DEL, C1, line and paragraph separators, what turns the direction. */
const HIDDEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
