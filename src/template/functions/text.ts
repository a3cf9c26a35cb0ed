import { integer, list, text, textOrEmpty } from "./arguments.ts";
import { define, InvalidArgument, optional, required } from "./define.ts";
import { tooLarge } from "./limits.ts";

export const lower = /* @__PURE__ */ define([/* @__PURE__ */ required("string", text)], (_limit, string) =>
  string.toLowerCase(),
);

export const upper = /* @__PURE__ */ define([/* @__PURE__ */ required("string", text)], (_limit, string) =>
  string.toUpperCase(),
);

/** Takes white space, or the characters of a set, off both ends. */
export const trim = /* @__PURE__ */ define(
  [/* @__PURE__ */ required("string", text), /* @__PURE__ */ optional("characters", text)],
  (_limit, string, characters) => {
    if (characters === undefined) return string.trim();
    const set = new Set(characters);
    let start = 0;
    while (start < string.length) {
      const character = String.fromCodePoint(string.codePointAt(start)!);
      if (!set.has(character)) break;
      start += character.length;
    }
    let end = string.length;
    while (end > start) {
      const character = lastCharacter(string, end);
      if (!set.has(character)) break;
      end -= character.length;
    }
    return string.slice(start, end);
  },
);

/** The character (a surrogate pair counts as one) that ends at `end`. */
function lastCharacter(string: string, end: number): string {
  const pair = end >= 2 ? string.codePointAt(end - 2)! : 0;
  return pair > 0xffff ? String.fromCodePoint(pair) : string[end - 1]!;
}

/** Replaces every occurrence; the replacement is text, and `$&` or `$1` in it mean nothing. */
export const replace = /* @__PURE__ */ define(
  [
    /* @__PURE__ */ required("string", text),
    /* @__PURE__ */ required("substring", text),
    /* @__PURE__ */ required("replacement", textOrEmpty),
  ],
  (limit, string, substring, replacement) => {
    const growth = replacement.length - substring.length;
    if (growth > 0) {
      let size = string.length;
      for (let at = string.indexOf(substring); at >= 0; at = string.indexOf(substring, at + substring.length)) {
        size += growth;
      }
      if (size > limit) throw tooLarge(limit);
    }
    return string.replaceAll(substring, () => replacement);
  },
);

/** The beginning of a line that is not blank, up to its first character. */
const LINE_WITH_TEXT = /^[^\S\n\r\u2028\u2029]*\S/gm;

export const indent = /* @__PURE__ */ define(
  [/* @__PURE__ */ required("string", text), /* @__PURE__ */ required("spaces", integer)],
  (limit, string, spaces) => {
    if (spaces < 0) throw new RangeError("the number of spaces must not be negative");
    if (spaces > limit) throw tooLarge(limit);
    const margin = " ".repeat(spaces);
    let size = string.length;
    return string.replace(LINE_WITH_TEXT, (start) => {
      size += spaces;
      if (size > limit) throw tooLarge(limit);
      return margin + start;
    });
  },
);

export const split = /* @__PURE__ */ define(
  [/* @__PURE__ */ required("string", text), /* @__PURE__ */ required("separator", text)],
  // One piece more than there may be, so that `callFunction` sees when there are too many.
  (limit, string, separator) => string.split(separator, limit + 1),
);

export const join = /* @__PURE__ */ define(
  [/* @__PURE__ */ required("input", scalars), /* @__PURE__ */ required("separator", textOrEmpty)],
  (limit, input, separator) => {
    let result = "";
    for (let i = 0; i < input.length; i++) {
      if (i > 0) result += separator;
      if (input[i] !== null) result += input[i];
      if (result.length > limit) throw tooLarge(limit);
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
