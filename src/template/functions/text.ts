import { integer, list, text, textOrEmpty } from "./arguments.ts";
import { define, InvalidArgument } from "./define.ts";
import { finderOf } from "./search.ts";

/** Takes white space, or the characters of a set, off both ends. */
export const trim = /* @__PURE__ */ define(["string", "characters?"], [text, text], (budget, string, characters) => {
  if (characters === undefined) return string.trim();
  budget.countSteps(characters.length);
  const set = new Set(characters);
  let start = 0;
  for (const character of string) {
    if (!set.has(character)) break;
    start += character.length;
  }
  let end = string.length;
  while (end > start) {
    const character = lastCharacter(string, end);
    if (!set.has(character)) break;
    end -= character.length;
  }
  budget.countSteps(string.length - (end - start));
  return string.slice(start, end);
});

/** The character (a surrogate pair counts as one) that ends at `end`. */
function lastCharacter(string: string, end: number): string {
  const pair = end >= 2 ? string.codePointAt(end - 2)! : 0;
  return pair > 0xffff ? String.fromCodePoint(pair) : string[end - 1]!;
}

/** Replaces every occurrence; the replacement is text, and `$&` or `$1` in it mean nothing. */
export const replace = /* @__PURE__ */ define(
  ["string", "substring", "replacement"],
  [text, text, textOrEmpty],
  (budget, string, substring, replacement) => {
    const find = finderOf(string, substring);
    let result = "";
    let from = 0;
    for (let at = find(0); at >= 0; at = find(from)) {
      result += string.slice(from, at) + replacement;
      from = at + substring.length;
      budget.checkRoom(result.length);
    }
    return result + string.slice(from);
  },
);

/** The beginning of a line that is not blank, up to its first character. */
const LINE_WITH_TEXT = /^[^\S\n\r\u2028\u2029]*\S/gm;

export const indent = /* @__PURE__ */ define(["string", "spaces"], [text, integer], (budget, string, spaces) => {
  if (spaces < 0) throw new RangeError("the number of spaces must not be negative");
  budget.checkRoom(spaces);
  const margin = " ".repeat(spaces);
  let size = string.length;
  return string.replace(LINE_WITH_TEXT, (start) => {
    size += spaces;
    budget.checkRoom(size);
    return margin + start;
  });
});

export const split = /* @__PURE__ */ define(["string", "separator"], [text, text], (budget, string, separator) => {
  const find = finderOf(string, separator);
  const pieces: string[] = [];
  let from = 0;
  for (let at = find(0); at >= 0; at = find(from)) {
    pieces.push(string.slice(from, at));
    from = at + separator.length;
    budget.checkRoomForValues(pieces.length);
  }
  pieces.push(string.slice(from));
  return pieces;
});

export const join = /* @__PURE__ */ define(
  ["input", "separator"],
  [scalars, textOrEmpty],
  (budget, input, separator) => {
    budget.countSteps(input.length);
    let result = "";
    for (let i = 0; i < input.length; i++) {
      if (i > 0) result += separator;
      if (input[i] !== null) result += input[i];
      budget.checkRoom(result.length);
    }
    return result;
  },
);

function scalars(value: unknown): readonly (string | number | boolean | null)[] {
  const items = list(value);
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (typeof item === "string" || typeof item === "boolean" || item === null) continue;
    if (typeof item === "number" && Number.isFinite(item)) continue;
    throw new InvalidArgument(`must hold strings, finite numbers, booleans and null only (item ${i} is none)`);
  }
  return items as readonly (string | number | boolean | null)[];
}
