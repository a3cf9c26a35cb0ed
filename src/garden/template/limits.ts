/** Limits of one resolution, and the sizes of values. No input overflows the stack or fills the memory. */

import { tryOrUndefined } from "../../text/try-or-undefined.ts";

/** The deepest nesting in one string: brackets, calls, unary operators, conditionals, blocks, and templates. */
export const MAX_NESTING = 100;

/** The most literals, lists, calls, lookups, and parts of one string. Each takes a few hundred bytes. */
export const MAX_OPERANDS = 1_000_000;

/** The deepest nesting of documents, variables that refer to each other, and the expressions in them, in total. */
export const MAX_DEPTH = 300;

/** The most steps of one resolution, which take a few seconds; see `TemplateLimits`. */
export const DEFAULT_STEPS = 20_000_000;

/** The largest size of the results of one resolution; see `TemplateLimits`. In memory, they can be larger. */
export const DEFAULT_SIZE = 134_217_728;

/** The longest string that can be written as YAML: js-yaml's patterns exhaust the stack on longer ones. */
export const YAML_TEXT_LIMIT = 1_048_576;

/** The deepest nesting of lists and maps that a function reads or returns. */
export const DEPTH_LIMIT = 1000;

/** Thrown by a function whose result would be too large. `callFunction` adds the name of the function. */
export class LimitExceeded extends Error {}

export function tooDeep(): LimitExceeded {
  return new LimitExceeded(`the value is nested deeper than ${DEPTH_LIMIT} levels, or contains itself`);
}

/**
 * Checks that a value, written as text, has at most `limit` characters. A value that contains itself, which YAML can
 * express, is rejected.
 */
export function checkSize(value: unknown, limit: number): void {
  if (writtenSize(value, limit) <= limit) return;
  throw new LimitExceeded(`the result would be larger than ${limit} characters or values`);
}

/** A value as JSON for messages; a note if it is too large, because no part of it would be useful. */
export function shownJson(value: unknown, limit: number): string {
  const isSmall = tryOrUndefined(() => writtenSize(value, limit) <= limit, LimitExceeded) === true;
  return isSmall ? (JSON.stringify(value) ?? "undefined") : "(too large to show)";
}

/**
 * The approximate length of a value written as text. Above `limit`, the result is only known to be larger than `limit`.
 *
 * @param indent the number of characters before a line for each level of nesting
 * @param nodeSize the size of each value in a list or a map, without its text
 * @param textLimit the longest allowed string
 * @throws LimitExceeded for a value that is nested too deeply or contains itself
 */
export function writtenSize(value: unknown, limit: number, indent = 0, nodeSize = 1, textLimit = limit): number {
  let size = 0;
  visit(value, 0);
  return size;

  /** @param depth the number of lists and maps around the node */
  function visit(node: unknown, depth: number): void {
    const margin = indent * depth;
    size += nodeSize + margin;
    if (typeof node === "string") {
      if (node.length > textLimit && textLimit < limit) {
        throw new LimitExceeded(`it contains a string longer than ${textLimit} characters`);
      }
      size += node.length;
      if (margin > 0) size += margin * lineBreaks(node);
    } else if (typeof node === "object" && node !== null) {
      if (depth >= DEPTH_LIMIT) throw tooDeep();
      if (Array.isArray(node)) {
        for (let i = 0; i < node.length && size <= limit; i++) visit(node[i], depth + 1);
      } else {
        for (const key of Object.keys(node)) {
          visit(key, depth);
          visit((node as Record<string, unknown>)[key], depth + 1);
          if (size > limit) return;
        }
      }
    } else {
      size += SCALAR_SIZE;
    }
  }
}

/** The approximate size of null, a boolean, or a number. */
const SCALAR_SIZE = 4;

/** The most line breaks that a text can have as YAML: its own, and one for every 40 characters. */
function lineBreaks(text: string): number {
  let count = Math.floor(text.length / 40);
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
