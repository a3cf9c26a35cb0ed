/** The longest string that is written as YAML: longer ones exhaust the stack in the library's patterns. */
export const YAML_TEXT_LIMIT = 1_048_576;

/** How deep lists and maps may be nested in what a function reads or yields. */
export const DEPTH_LIMIT = 1000;

/** Thrown by a function whose result would be too large; `callFunction` says which function it was. */
export class LimitExceeded extends Error {}

/** The error for lists and maps that are nested in more than `DEPTH_LIMIT` levels. */
export function tooDeep(): LimitExceeded {
  return new LimitExceeded(`the value is nested deeper than ${DEPTH_LIMIT} levels, or in itself`);
}

/**
 * Checks that a value, written as text, has no more than `limit` characters. A cycle, which YAML can express, is refused.
 *
 * @throws LimitExceeded
 */
export function checkSize(value: unknown, limit: number): void {
  if (writtenSize(value, limit) <= limit) return;
  throw new LimitExceeded(`the result would be larger than ${limit} characters or values`);
}

/**
 * About how many characters a value has when it is written as text; above `limit` the count may end anywhere.
 *
 * @param indent how many characters stand before a line for each level of nesting
 * @param nodeSize the size of each value in a list or a map, beside its text
 * @param textLimit how long one string may be
 * @throws LimitExceeded for what is nested too deeply, or in itself
 */
export function writtenSize(value: unknown, limit: number, indent = 0, nodeSize = 1, textLimit = limit): number {
  let size = 0;
  visit(value, 0);
  return size;

  /** @param depth how many lists and maps the node is in */
  function visit(node: unknown, depth: number): void {
    const margin = indent * depth;
    size += nodeSize + margin;
    if (typeof node === "string") {
      if (node.length > textLimit && textLimit < limit) {
        throw new LimitExceeded(`a string in it is longer than ${textLimit} characters`);
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

/** About the size of a null, a boolean or a number. */
const SCALAR_SIZE = 4;

/** The most line breaks of a text written as YAML: its own, and one for each 40 characters. */
function lineBreaks(text: string): number {
  let count = Math.floor(text.length / 40);
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
