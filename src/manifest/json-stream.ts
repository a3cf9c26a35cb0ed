const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Where each object of a text begins and ends that is JSON objects with nothing but blanks around them, as
 * `kubectl get -o json` prints them one after the other; none if the text is anything else.
 */
export function jsonObjects(text: string): (readonly [start: number, end: number])[] {
  const objects: (readonly [number, number])[] = [];
  const blanks = /[ \t\r\n]*/y;
  for (let start = 0; ; ) {
    blanks.lastIndex = start;
    start += blanks.exec(text)![0].length;
    if (start === text.length) return objects;
    const end = endOfObject(text, start);
    if (end === -1 || !isJson(text.slice(start, end))) return [];
    objects.push([start, end]);
    start = end;
  }
}

/** The end of what begins with a brace at `start`, going by braces outside of strings; -1 if there is none. */
function endOfObject(text: string, start: number): number {
  if (text.charCodeAt(start) !== OPEN) return -1;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === OPEN) {
      depth++;
    } else if (unit === CLOSE) {
      depth--;
      if (depth === 0) return at + 1;
    } else if (unit === QUOTE) {
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++) {
        if (text.charCodeAt(at) === BACKSLASH) at++;
      }
    }
  }
  return -1;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
