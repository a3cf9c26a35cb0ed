/** What Flux's operators do to a value. Texts have one character for each byte. */
import { byteTextOf, runeAt, runesOf } from "./evaluation.ts";

const INTEGER = /^[-+]?[0-9]+$/;
const MOST = 2 ** 63;

/** The result of an operator; undefined if the reference implementation would crash. */
export function applyFlux(operator: string, value: string, args: readonly string[]): string | undefined {
  const [first = "", second] = args;
  switch (operator) {
    case "^^":
      return cased(value, upper);
    case ",,":
      return cased(value, lower);
    case "^":
    case ",": {
      const length = value === "" ? 0 : runeAt(value, 0).length;
      return cased(value.slice(0, length), operator === "^" ? upper : lower) + value.slice(length);
    }
    case ":":
      return part(value, first, second);
    case "#":
      return trimmedShortest(value, first);
    case "##":
      return trimmedLongest(value, first);
    case "%":
      return reversed(trimmedShortest(reversed(value), reversed(first)));
    case "%%":
      return reversed(trimmedLongest(reversed(value), reversed(first)));
    case "/":
      return replacedFirst(value, first, second ?? "");
    case "//":
      return first === ""
        ? ["", ...runesOf(value), ""].join(second ?? "")
        : value.replaceAll(first, () => second ?? "");
    case "/#":
      return second !== undefined && value.startsWith(first) ? replacedFirst(value, first, second) : value;
    case "/%":
      return second !== undefined && value.endsWith(first)
        ? value.slice(0, value.length - first.length) + second
        : value;
    default:
      return value === "" ? first : value;
  }
}

/** Converts each character; a byte that is not UTF-8 becomes U+FFFD. */
function cased(value: string, convert: (character: string) => string): string {
  return runesOf(value)
    .map((rune) => byteTextOf(convert(String.fromCodePoint(runeAt(rune, 0).code))))
    .join("");
}

/** The one character that Go's `unicode.ToUpper` returns. JavaScript returns several for some. */
function upper(character: string): string {
  const converted = character.toUpperCase();
  if ([...converted].length === 1) return converted;
  // Greek letters with an iota: a single capital letter follows at one of these distances.
  const code = character.codePointAt(0)!;
  const capitals = [8, 9].map((distance) => String.fromCodePoint(code + distance));
  return capitals.find((capital) => capital.toLowerCase() === character) ?? character;
}

/** The one character that Go's `unicode.ToLower` returns: for U+0130, the first of JavaScript's two. */
function lower(character: string): string {
  return String.fromCodePoint(character.toLowerCase().codePointAt(0)!);
}

function part(value: string, position: string, length: string | undefined): string | undefined {
  const from = integer(position);
  if (from === undefined) return value;
  const start = from < 0 ? Math.max(0, value.length + from) : from;
  if (length === undefined) return value.slice(start);
  const count = integer(length);
  if (count === undefined) return value;
  const end = start + count;
  if (end >= value.length) return value.slice(start);
  return end < start ? undefined : value.slice(start, end);
}

function integer(text: string): number | undefined {
  const number = INTEGER.test(text) ? Number(text) : Number.NaN;
  return number >= -MOST && number < MOST ? number : undefined;
}

function replacedFirst(value: string, searched: string, replacement: string): string {
  return value.replace(searched, () => replacement);
}

function reversed(value: string): string {
  return runesOf(value)
    .reverse()
    .map((rune) => (rune.length === 1 && rune > "\x7f" ? "\xef\xbf\xbd" : rune))
    .join("");
}

function trimmedLongest(value: string, pattern: string): string {
  for (let end = value.length; end > 0; end--) {
    const match = matches(pattern, value.slice(0, end));
    if (match === undefined) return value;
    if (match) return value.slice(end);
  }
  return value;
}

function trimmedShortest(value: string, pattern: string): string {
  let shortest = 0;
  for (let end = value.length; end > 0; end--) {
    const match = matches(pattern, value.slice(0, end));
    if (match === undefined) return value;
    if (match) shortest = end;
  }
  return value.slice(shortest);
}

/** Whether a glob matches all of a text, as Go's `path.Match` without separators; undefined for a bad pattern. */
function matches(pattern: string, text: string): boolean | undefined {
  let rest = pattern;
  let name = text;
  while (rest !== "") {
    const hasStar = rest[0] === "*";
    rest = rest.replace(/^\*+/, "");
    const length = chunkLength(rest);
    const chunk = rest.slice(0, length);
    rest = rest.slice(length);
    if (hasStar && chunk === "") return true;
    let found: number | false | undefined = false;
    for (let skipped = 0; skipped <= (hasStar ? name.length : 0); skipped++) {
      const end = chunkEnd(chunk, name, skipped);
      if (end === undefined) return undefined;
      if (end === false || (rest === "" && end < name.length)) continue;
      found = end;
      break;
    }
    if (found === false) return false;
    name = name.slice(found);
  }
  return name === "";
}

/** The length of a pattern up to its next `*`. */
function chunkLength(pattern: string): number {
  let isInClass = false;
  let at = 0;
  for (; at < pattern.length; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern[at] === "[") isInClass = true;
    else if (pattern[at] === "]") isInClass = false;
    else if (pattern[at] === "*" && !isInClass) break;
  }
  return at;
}

/** Where a match of a pattern without `*` ends in a text; false if there is none, undefined for a bad pattern. */
function chunkEnd(chunk: string, text: string, start: number): number | false | undefined {
  let at = start;
  for (let i = 0; i < chunk.length; ) {
    if (at >= text.length) return false;
    if (chunk[i] === "[") {
      const { code, length } = runeAt(text, at);
      at += length;
      const found = inClass(chunk, i + 1, code);
      if (found === undefined) return undefined;
      if (!found.isMatch) return false;
      i = found.end;
    } else if (chunk[i] === "?") {
      at += runeAt(text, at).length;
      i++;
    } else {
      if (chunk[i] === "\\") i++;
      if (i === chunk.length) return undefined;
      if (chunk[i] !== text[at]) return false;
      at++;
      i++;
    }
  }
  return at;
}

/** Whether a character is in the class whose `[` precedes `at`, and where the class ends. */
function inClass(chunk: string, at: number, code: number): { isMatch: boolean; end: number } | undefined {
  const isNegated = chunk[at] === "^";
  let i = isNegated ? at + 1 : at;
  let isIn = false;
  for (let ranges = 0; ranges === 0 || chunk[i] !== "]"; ranges++) {
    const low = classCharacter(chunk, i);
    if (low === undefined) return undefined;
    i = low.end;
    let high = low;
    if (chunk[i] === "-") {
      const end = classCharacter(chunk, i + 1);
      if (end === undefined) return undefined;
      high = end;
      i = end.end;
    }
    if (low.code <= code && code <= high.code) isIn = true;
  }
  return { isMatch: isIn !== isNegated, end: i + 1 };
}

function classCharacter(chunk: string, at: number): { code: number; end: number } | undefined {
  if (chunk[at] === "-" || chunk[at] === "]") return undefined;
  const start = chunk[at] === "\\" ? at + 1 : at;
  if (start >= chunk.length) return undefined;
  const { code, length } = runeAt(chunk, start);
  return code === 0xfffd && length === 1 ? undefined : { code, end: start + length };
}
