/**
 * Text of unknown origin, made fit for one line of a message: characters that control a terminal or turn the direction of
 * writing are escaped, much is cut short.
 */
export function printable(text: string, limit = 200): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}...` : text;
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, escaped);
}

function escaped(character: string): string {
  if (character < " ") return JSON.stringify(character).slice(1, -1);
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
