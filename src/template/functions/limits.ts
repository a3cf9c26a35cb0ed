/** How much one call may yield: UTF-16 units of text, or values in a list or map, all levels counted. */
export const RESULT_LIMIT = 16_777_216;

/** How deep lists and maps may be nested in what a function reads or yields. */
export const DEPTH_LIMIT = 1000;

/** Thrown by a function whose result would be too large; `callFunction` says which function it was. */
export class LimitExceeded extends Error {}

/** The refusal of a result with more than `limit` units of text or values. */
export function tooLarge(limit: number): LimitExceeded {
  return new LimitExceeded(`the result would be larger than ${limit} characters or values`);
}

/**
 * Checks that a value, written out as a tree, stays within the limits; so a cycle, which YAML can express, is refused.
 *
 * @param indent how many characters stand before a line for each level of nesting
 */
export function checkSize(value: unknown, limit: number, indent = 0): void {
  let room = limit;
  visit(value, 0);

  function visit(node: unknown, depth: number): void {
    if (depth > DEPTH_LIMIT)
      throw new LimitExceeded(`the value is nested deeper than ${DEPTH_LIMIT} levels, or in itself`);
    const margin = 1 + indent * depth;
    room -= margin;
    if (typeof node === "string") {
      room -= node.length;
      if (indent > 0) room -= margin * lineBound(node);
    } else if (Array.isArray(node)) {
      for (let i = 0; i < node.length && room >= 0; i++) visit(node[i], depth + 1);
    } else if (typeof node === "object" && node !== null) {
      for (const key of Object.keys(node)) {
        room -= key.length;
        visit((node as Record<string, unknown>)[key], depth + 1);
        if (room < 0) break;
      }
    }
    if (room < 0) throw tooLarge(limit);
  }
}

/** No fewer lines than a YAML writer breaks a text into: its own, and one for each 40 characters. */
function lineBound(text: string): number {
  let lines = Math.ceil(text.length / 40);
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
