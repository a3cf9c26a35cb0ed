/** Git's configuration files, as `git config --file` reads them; files that they include are not read. */

/**
 * The first value of a key in a section with a subsection (`[remote "origin"]`); undefined if there is none, or after a
 * syntax error.
 */
export function gitConfigValue(text: string, section: string, subsection: string, key: string): string | undefined {
  let isSection = false;
  for (let at = 0; at < text.length; ) {
    const character = text[at]!;
    if (isSpace(character)) {
      at++;
    } else if (character === "#" || character === ";") {
      at = lineEnd(text, at);
    } else if (character === "[") {
      HEADER.lastIndex = at;
      const header = HEADER.exec(text);
      if (header === null) return undefined;
      const [whole, name, quoted] = header;
      isSection = name!.toLowerCase() === section && quoted?.replace(/\\(.)/g, "$1") === subsection;
      at += whole.length;
    } else {
      let end = at;
      while (end < text.length && /[\w-]/.test(text[end]!)) end++;
      if (end === at) return undefined;
      const name = text.slice(at, end).toLowerCase();
      at = end;
      while (text[at] === " " || text[at] === "\t") at++;
      if (text[at] !== "=") continue;
      const { value, end: valueEnd } = readValue(text, at + 1);
      if (isSection && name === key) return value;
      at = valueEnd;
    }
  }
  return undefined;
}

const HEADER = /\[([\w.-]+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?\]/y;

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", '"': '"', "\\": "\\" };

/** Reads a value: quotes and escapes are decoded, spaces around the value and a comment after it are left out. */
function readValue(text: string, start: number): { value: string; end: number } {
  let value = "";
  /** The value's length without the spaces at its end. */
  let length = 0;
  let isQuoted = false;
  let at = start;
  for (; at < text.length && text[at] !== "\n"; at++) {
    const character = text[at]!;
    if (character === '"') {
      isQuoted = !isQuoted;
      length = value.length;
    } else if (character === "\\") {
      at++;
      if (text[at] === "\r" && text[at + 1] === "\n") at++;
      // A line break that is escaped joins two lines.
      if (text[at] !== "\n") value += ESCAPES[text[at] ?? ""] ?? "";
      length = value.length;
    } else if (!isQuoted && (character === "#" || character === ";")) {
      at = lineEnd(text, at);
      break;
    } else if (isQuoted || !isSpace(character)) {
      value += character;
      length = value.length;
    } else if (value !== "") {
      value += character;
    }
  }
  return { value: value.slice(0, length), end: at };
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function isSpace(character: string): boolean {
  return character === " " || character === "\t" || character === "\n" || character === "\r";
}
