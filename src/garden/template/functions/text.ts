import lodashCamelCase from "lodash-es/camelCase.js";
import lodashKebabCase from "lodash-es/kebabCase.js";
import { integer, list, text, textOrEmpty } from "./arguments.ts";
import type { Budget } from "./budget.ts";
import { define, InvalidArgument } from "./define.ts";
import { finderOf } from "./search.ts";

/** Removes white space, or the characters of a set, from both ends. */
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

/** The character that ends at `end`. A surrogate pair is one character. */
function lastCharacter(string: string, end: number): string {
  const pair = end >= 2 ? string.codePointAt(end - 2)! : 0;
  return pair > 0xffff ? String.fromCodePoint(pair) : string[end - 1]!;
}

/** Replaces every occurrence. The replacement is text: `$&` and `$1` in it are not special. */
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

/** The start of a line that is not empty, up to its first visible character. */
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
    throw new InvalidArgument(
      `must contain only strings, finite numbers, booleans, and null (item ${i} is something else)`,
    );
  }
  return items as readonly (string | number | boolean | null)[];
}

export const lower = /* @__PURE__ */ define(["string"], [text], (_budget, string) => string.toLowerCase());

export const upper = /* @__PURE__ */ define(["string"], [text], (_budget, string) => string.toUpperCase());

/** Words are split as in lodash, which Garden's reference promises. */
export const camelCase = /* @__PURE__ */ define(["string"], [text], (budget, string) =>
  lodashCamelCase(counted(string, budget)),
);

export const kebabCase = /* @__PURE__ */ define(["string"], [text], (budget, string) =>
  lodashKebabCase(counted(string, budget)),
);

/** The library needs the time of a step for each character. */
function counted(string: string, budget: Budget): string {
  budget.countSteps(string.length);
  return string;
}
