/** How much one call may yield: UTF-16 units of text, or values in a list or map, all levels counted. */
export const RESULT_LIMIT = 16_777_216;

/** How long one string may be that is written as YAML: on longer ones the library's patterns exhaust the stack. */
export const YAML_TEXT_LIMIT = 1_048_576;

/** How deep lists and maps may be nested in what a function reads or yields. */
export const DEPTH_LIMIT = 1000;

/** Thrown by a function whose result would be too large; `callFunction` says which function it was. */
export class LimitExceeded extends Error {}

/** The refusal of a result with more than `limit` units of text or values. */
export function tooLarge(limit: number): LimitExceeded {
  return new LimitExceeded(`the result would be larger than ${limit} characters or values`);
}

/** The refusal of a value with lists and maps in more than `DEPTH_LIMIT` levels. */
export function tooDeep(): LimitExceeded {
  return new LimitExceeded(`the value is nested deeper than ${DEPTH_LIMIT} levels, or in itself`);
}

/**
 * Checks that a value, written out as a tree, stays within the limits; so a cycle, which YAML can express, is refused.
 *
 * @param indent how many characters stand before a line for each level of nesting
 * @param textLimit how long one string may be
 */
export function checkSize(value: unknown, limit: number, indent = 0, textLimit = limit): void {
  let room = limit;
  visit(value, 0);

  /** @param depth how many lists and maps the node is in */
  function visit(node: unknown, depth: number): void {
    const margin = indent * depth;
    room -= 1 + margin;
    if (typeof node === "string") {
      if (node.length > textLimit) throw new LimitExceeded(`a string in it is longer than ${textLimit} characters`);
      room -= node.length;
      if (margin > 0) room -= margin * lineBreaks(node);
    } else if (typeof node === "object" && node !== null) {
      if (depth >= DEPTH_LIMIT) throw tooDeep();
      if (Array.isArray(node)) {
        for (let i = 0; i < node.length && room >= 0; i++) visit(node[i], depth + 1);
      } else {
        for (const key of Object.keys(node)) {
          visit(key, depth);
          visit((node as Record<string, unknown>)[key], depth + 1);
        }
      }
    }
    if (room < 0) throw tooLarge(limit);
  }
}

/** How many line breaks a text has when it is written as YAML, at most: its own, and one for each 40 characters. */
function lineBreaks(text: string): number {
  let count = Math.floor(text.length / 40);
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
