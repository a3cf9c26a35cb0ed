/** Where a text stops being JSON. Engines say it in words of their own, or not at all. */

const LITERAL = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/** The offset of what cannot stand where it stands in a JSON text; the text's length if it ends too early. */
export function jsonErrorOffset(text: string): number {
  /** The closing brackets of what is open, from the outside in. */
  const open: string[] = [];
  let expected: "value" | "name" | ":" | "," = "value";
  let mayClose = false;
  let at = 0;
  while (true) {
    while (at < text.length && " \t\n\r".includes(text[at]!)) at++;
    const character = text[at];
    if (mayClose && character !== undefined && character === open.at(-1)) {
      open.pop();
      expected = ",";
      at++;
      continue;
    }
    mayClose = false;
    if (expected === "," || expected === ":") {
      if (character !== expected || (expected === "," && open.length === 0)) return at;
      expected = expected === "," && open.at(-1) === "}" ? "name" : "value";
      at++;
    } else if (character === '"') {
      at = stringEnd(text, at);
      if (text[at] !== '"') return at;
      mayClose = expected === "value";
      expected = expected === "name" ? ":" : ",";
      at++;
    } else if (expected === "value" && (character === "[" || character === "{")) {
      open.push(character === "[" ? "]" : "}");
      expected = character === "[" ? "value" : "name";
      mayClose = true;
      at++;
    } else {
      LITERAL.lastIndex = at;
      if (expected === "name" || !LITERAL.test(text)) return at;
      expected = ",";
      mayClose = true;
      at = LITERAL.lastIndex;
    }
  }
}

/** Where the string that begins at `start` has its closing quote, or where it cannot go on. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at]! >= " " && text[at] !== '"') {
    if (text[at] !== "\\") {
      at++;
      continue;
    }
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text)) return at;
    at = ESCAPE.lastIndex;
  }
  return at;
}
