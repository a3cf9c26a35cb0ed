/**
 * `$(NAME)` in JavaScript strings, for mapping functions and for short strings: the one place that repeats a scanner's rules
 * (assembly/substitution/byte-expansion.ts). Calling the scanner would cost more than the work: a string has to be copied in and out,
 * and a mapping function would be called across the boundary for each reference.
 */
import { checkFunction, checkString } from "../text/argument.ts";
import type { MappingFunc } from "./mapping.ts";

const DOLLAR = 0x24;
const LEFT_PARENTHESIS = 0x28;

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
  return expandReferences(input, (name) => mapping(name));
}

/**
 * `expand` for this package: the mapping also receives where the reference ends, in UTF-16 code units. The reference begins
 * `name.length + 3` units before that.
 */
export function expandReferences(input: string, mapping: (name: string, end: number) => string): string {
  let output = "";
  let literal = 0;
  let isCloserAhead = true;
  for (let dollar = input.indexOf("$"); dollar >= 0; ) {
    const next = input.charCodeAt(dollar + 1);
    let end = dollar + 2;
    if (next === LEFT_PARENTHESIS && isCloserAhead) {
      const closer = input.indexOf(")", end);
      isCloserAhead = closer >= 0;
      if (isCloserAhead) {
        const name = input.substring(end, closer);
        end = closer + 1;
        if (literal < dollar) output += input.substring(literal, dollar);
        literal = end;
        output += mapping(name, end);
      }
    } else if (next === DOLLAR) {
      output += input.substring(literal, dollar + 1);
      literal = end;
    }
    dollar = input.indexOf("$", end);
  }
  if (literal === 0) return input;
  return literal < input.length ? output + input.substring(literal) : output;
}

/**
 * Text that expands to `text`: every `$` is doubled, so that expansion returns the original whatever the variables are.
 *
 * @example
 * escapeDollars("pa$word") // "pa$$word"
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

/**
 * The inverse of `escapeDollars`: every `$$` becomes one `$`, and nothing else changes.
 *
 * @example
 * unescapeDollars("pa$$word") // "pa$word"
 */
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
