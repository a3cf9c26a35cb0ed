/**
 * Finds the ends of JSON objects by brackets and quotes only; the reader checks the rest. Stops at the first byte that
 * JSON does not allow, because the text can be long YAML.
 */
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isBlank,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from "../yaml/ascii.ts";
import { type ByteSource, Window } from "./window.ts";

const NOTHING = 0;
const INSIDE = 1;
const OPENING = 2;
const CLOSING = 3;

/** Classes of bytes outside strings: numbers, literals and white space are INSIDE. */
const KINDS = /* @__PURE__ */ kinds();

function kinds(): Uint8Array {
  const table = new Uint8Array(256).fill(NOTHING);
  for (const character of ' \t\r\n,:"0123456789+-.eEtrufalsn') table[character.charCodeAt(0)] = INSIDE;
  table[OPEN_OBJECT] = table[OPEN_LIST] = OPENING;
  table[CLOSE_OBJECT] = table[CLOSE_LIST] = CLOSING;
  return table;
}

/** The offset of the first byte from `from` on that is not white space, or the end of the source. */
export function skipBlanks(window: Window, from: number): number {
  let at = from;
  while (window.has(at) && isBlank(window.bytes[at]!)) at++;
  return at;
}

/** The result of `endOfObject` for an object that exceeds the limit. */
export const FAR = -2;

/** The end of the object that starts at an offset; -1 without an end, `FAR` if it exceeds `limit`. */
export function endOfObject(window: Window, start: number, limit: number): number {
  let depth = 0;
  let inString = false;
  if (!window.has(start) || window.bytes[start] !== OPEN_OBJECT) return -1;
  for (let at = start; window.has(at); ) {
    if (at - start >= limit) return FAR;
    const { bytes } = window;
    const stop = Math.min(bytes.length, start + limit);
    for (; at < stop; at++) {
      const byte = bytes[at]!;
      if (inString) {
        if (byte === QUOTE) inString = false;
        else if (byte === BACKSLASH) at++;
        else if (byte < 0x20) return -1;
        continue;
      }
      const kind = KINDS[byte]!;
      if (kind === INSIDE) {
        inString = byte === QUOTE;
      } else if (kind === OPENING) {
        depth++;
      } else if (kind === NOTHING) {
        return -1;
      } else {
        depth--;
        if (depth === 0) return at + 1;
      }
    }
  }
  return -1;
}

/** Positions in the source of an object that has a list of objects called `items`. */
export interface ListLayout {
  /** After the bracket that opens the list. */
  readonly itemsStart: number;
  /** Before the bracket that closes it. */
  readonly itemsEnd: number;
  readonly end: number;
}

const ITEMS = /* @__PURE__ */ new TextEncoder().encode("items");

/**
 * The layout of the object that starts at a position, of any size; undefined for anything else, and for an object with
 * no such list or more than one.
 */
export function listLayout(source: ByteSource, start: number): ListLayout | undefined {
  const window = new Window(source, start);
  let depth = 0;
  let inString = false;
  let itemsStart = -1;
  let itemsEnd = -1;
  /** How many characters of `items` the last key or string of the object starts with; -1 if it differs. */
  let matched = -1;
  /** The last byte that was not white space. */
  let previous = 0;
  for (let at = 0; window.has(at); window.drop(at), at = 0) {
    const { bytes } = window;
    for (; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (inString) {
        if (byte === QUOTE) {
          inString = false;
        } else if (byte < 0x20) {
          return undefined;
        } else if (byte === BACKSLASH) {
          at++;
          if (depth === 1) matched = -1;
        } else if (depth === 1) {
          matched = matched >= 0 && byte === ITEMS[matched] ? matched + 1 : -1;
        }
        continue;
      }
      if (isBlank(byte)) continue;
      const kind = KINDS[byte]!;
      if (kind === NOTHING) return undefined;
      if (kind === OPENING) {
        if (depth === 1 && byte === OPEN_LIST && previous === COLON && matched === ITEMS.length) {
          if (itemsStart !== -1) return undefined;
          itemsStart = window.position + at + 1;
        } else if (depth === 2 && itemsStart !== -1 && itemsEnd === -1 && byte !== OPEN_OBJECT) {
          return undefined;
        }
        depth++;
      } else if (kind === CLOSING) {
        depth--;
        if (depth === 1 && itemsStart !== -1 && itemsEnd === -1) itemsEnd = window.position + at;
        if (depth === 0) return itemsEnd === -1 ? undefined : { itemsStart, itemsEnd, end: window.position + at + 1 };
      } else if (depth === 2 && itemsStart !== -1 && itemsEnd === -1 && byte !== COMMA) {
        return undefined;
      } else if (byte === QUOTE) {
        inString = true;
        if (depth === 1) matched = 0;
      }
      previous = byte;
    }
  }
  return undefined;
}
