/** Git's configuration files, as `git config --file` reads them; files that they include are not read. */

/**
 * The first value of a key in a section with a subsection (`[remote "origin"]`); undefined if there is none, or after a
 * syntax error.
 */
export function gitConfigValue(text: string, section: string, subsection: string, key: string): string | undefined {
  let isSection = false;
  let at = 0;
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found;
  };
  while (at < text.length) {
    if (next(BLANK) !== null) continue;
    const header = next(HEADER);
    if (header !== null) {
      const [, name, quoted] = header;
      isSection = name!.toLowerCase() === section && quoted?.replace(/\\(.)/g, "$1") === subsection;
      continue;
    }
    const setting = next(SETTING);
    if (setting === null) return undefined;
    const [, name, equals] = setting;
    if (equals === undefined) continue;
    const { value, end } = readValue(text, at);
    if (isSection && name!.toLowerCase() === key) return value;
    at = end;
  }
  return undefined;
}

/** Spaces and line ends, or a comment. */
const BLANK = /[ \t\n\r]+|[#;][^\n]*/y;
const HEADER = /\[([\w.-]+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?\]/y;
const SETTING = /([\w-]+)[ \t]*(=)?/y;

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
