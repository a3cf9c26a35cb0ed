/**
 * `$(NAME)` in JavaScript strings, for mapping functions and for short strings: the one place that repeats a scanner's rules
 * (assembly/substitution/byte-expansion.ts). Calling the scanner would cost more than the work: a string has to be copied in and out,
 * and a mapping function would be called across the boundary for each reference.
 */
import { checkFunction, checkString } from "../text/argument.ts";
import type { MappingFunc } from "./mapping.ts";

const DOLLAR = 0x24;
const LEFT_PARENTHESIS = 0x28;
const RIGHT_PARENTHESIS = 0x29;
const LATIN_1 = 0xff;

/**
 * Replaces each `$(NAME)` in the input with what `mapping` returns for the name, and each `$$` with `$` (Kubernetes
 * variable expansion). Results are not expanded again; a reference without a `)` stays as it is. The mapping
 * is called once per reference, from left to right.
 *
 * @throws TypeError if the input is not a string, or the mapping is not a function
 * @example expand("http://$(HOST):80", mappingFuncFor(null, { HOST: "db" })) // "http://db:80"
 */
export function expand(input: string, mapping: MappingFunc): string {
  if (typeof input !== "string") checkString(input, "input");
  if (typeof mapping !== "function") checkFunction(mapping, "mapping", "mappingFuncFor(null, variables) makes one");
  const first = input.indexOf("$");
  return first < 0 ? input : expandFrom(input, first, mapping);
}

/** Expands a string whose first `$` is at `dollar`. */
export function expandFrom(input: string, dollar: number, mapping: MappingFunc): string {
  let output = input.substring(0, dollar);
  let literal = dollar;
  let isCloserAhead = true;
  do {
    const next = dollar + 1 < input.length ? input.charCodeAt(dollar + 1) : 0;
    let end = dollar + 2;
    if (next === LEFT_PARENTHESIS && isCloserAhead) {
      const name = nameAt(input, end);
      isCloserAhead = closer >= 0;
      if (isCloserAhead) {
        // Before the mapping is called: it may expand something, too.
        end = closer + 1;
        if (literal < dollar) output += input.substring(literal, dollar);
        literal = end;
        output += mapping(name);
      }
    } else if (next === DOLLAR) {
      output += input.substring(literal, dollar + 1);
      literal = end;
    }
    dollar = input.indexOf("$", end);
  } while (dollar >= 0);
  return literal < input.length ? output + input.substring(literal) : output;
}

/*
 * The names of references, as strings: a name that repeats is the same string each time. It is found by the code units in
 * the text, because cutting it out and hashing it in a Map takes longer than the rest of a short text.
 *
 * A direct-mapped cache: names that share a line replace each other. It has names and no values, so callers can share it.
 * A name is kept from its second occurrence on.
 */

const LINES = 1024;
/** Words of a line; a word is four units of Latin-1. */
const WORDS = 8;
/** The last word of a line is never full: it ends the name. */
const LONGEST = 4 * WORDS - 1;
const SHIFT = /* @__PURE__ */ Math.clz32(LINES - 1);

/** Of each line: the length of its name (-1: it has none), the words of the name, and the string if the name came twice. */
const lengths = /* @__PURE__ */ new Int32Array(LINES).fill(-1);
const lines = /* @__PURE__ */ new Int32Array(LINES * WORDS);
const strings: (string | undefined)[] = /* @__PURE__ */ new Array<undefined>(LINES).fill(undefined);

/** The words of the name that is looked for. */
const words = /* @__PURE__ */ new Int32Array(WORDS);

/** The position of the last name's `)`, or -1. */
let closer = 0;

/** At the start of a mapping, before it calls anything here: the offset after the `)` of the reference. */
export function currentReferenceEnd(): number {
  return closer + 1;
}

/** The name that begins at `start` and ends at the next `)`, which is `closer` then. */
function nameAt(text: string, start: number): string {
  const limit = Math.min(text.length, start + LONGEST + 1);
  let hash = 0;
  let count = 0;
  let at = start;
  for (; at + 4 <= limit; at += 4) {
    const first = text.charCodeAt(at);
    if (first === RIGHT_PARENTHESIS) break;
    const second = text.charCodeAt(at + 1);
    if (second === RIGHT_PARENTHESIS) break;
    const third = text.charCodeAt(at + 2);
    if (third === RIGHT_PARENTHESIS) break;
    const fourth = text.charCodeAt(at + 3);
    if (fourth === RIGHT_PARENTHESIS) break;
    if ((first | second | third | fourth) > LATIN_1) return nameBefore(text.indexOf(")", at), text, start);
    const word = (first << 24) | (second << 16) | (third << 8) | fourth;
    words[count++] = word;
    hash = mixed(hash, word);
  }
  let word = 0;
  for (; at < limit; at++) {
    const unit = text.charCodeAt(at);
    if (unit === RIGHT_PARENTHESIS) {
      closer = at;
      words[count] = word;
      return known(text, start, at, count + 1, mixed(hash, word) >>> SHIFT);
    }
    if (unit > LATIN_1) break;
    word = (word << 8) | unit;
  }
  return nameBefore(text.indexOf(")", at), text, start);
}

/** The name in [start, end), whose words are the first `count` of `words`. */
function known(text: string, start: number, end: number, count: number, line: number): string {
  const begin = line * WORDS;
  if (lengths[line] === end - start) {
    let i = 0;
    while (i < count && lines[begin + i] === words[i]) i++;
    if (i === count) return strings[line] ?? keep(text.substring(start, end), line);
  }
  lengths[line] = end - start;
  strings[line] = undefined;
  for (let i = 0; i < count; i++) lines[begin + i] = words[i]!;
  return text.substring(start, end);
}

/** A piece of a string keeps the whole in memory. An object's key does not, and Maps and objects find it faster. */
function keep(name: string, line: number): string {
  const copy = Object.keys({ [name]: undefined })[0]!;
  strings[line] = copy;
  return copy;
}

/** A name that is not kept: it is long, or not Latin-1. */
function nameBefore(end: number, text: string, start: number): string {
  closer = end;
  return end < 0 ? "" : text.substring(start, end);
}

function mixed(hash: number, word: number): number {
  return Math.imul(((hash << 5) | (hash >>> 27)) ^ word, 0x9e3779b1);
}

/**
 * Text that expands to `text`: every `$` is doubled, so that expansion returns the original whatever the variables are.
 */
export function escapeDollars(text: string): string {
  checkString(text, "text");
  let escaped = "";
  let literal = 0;
  for (let dollar = text.indexOf("$"); dollar >= 0; dollar = text.indexOf("$", literal)) {
    escaped += `${text.slice(literal, dollar)}$$`;
    literal = dollar + 1;
  }
  return literal === 0 ? text : escaped + text.slice(literal);
}

/** The inverse of `escapeDollars`: every `$$` becomes one `$`, and nothing else changes. */
export function unescapeDollars(text: string): string {
  checkString(text, "text");
  return text.replaceAll("$$", "$$");
}

/** A `$(NAME)` in a text. */
export interface Reference {
  readonly name: string;
  /** The offset of its `$`, in UTF-16 code units. */
  readonly start: number;
  /** The offset after its `)`. */
  readonly end: number;
}

/** The references that `expand` asks its mapping function for, in the same order. */
export function referencesIn(text: string): Reference[] {
  const references: Reference[] = [];
  for (let start = text.indexOf("$"); start >= 0; ) {
    const next = text.charCodeAt(start + 1);
    let end = start + (next === DOLLAR ? 2 : 1);
    if (next === LEFT_PARENTHESIS) {
      const closer = text.indexOf(")", start);
      if (closer < 0) break;
      end = closer + 1;
      references.push({ name: text.slice(start + 2, closer), start, end });
    }
    start = text.indexOf("$", end);
  }
  return references;
}
