/** Expands the strings of JSON text in a dialect of `${NAME}`. A string that does not change is copied byte for byte. */
import type { Chunk, ChunkHandler, ChunkProgress } from "../../wasm/byte-expansion.ts";
import { PlacedError } from "../../wasm/host-references.ts";
import { findByte } from "../../wasm/input-bytes.ts";
import type { UnresolvedReference } from "../../wasm/stopped.ts";
import type { ExpandedScalar } from "../variables.ts";

const QUOTE = 0x22;
const DOLLAR = 0x24;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const LOWER_U = 0x75;

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/**
 * Expands a chunk that does not begin inside a string. A string that is not closed in its line, or is not valid JSON, does not
 * change.
 */
export function expandJson(
  expand: (value: string) => ExpandedScalar,
  chunk: Chunk,
  isLast: boolean,
  handler: ChunkHandler,
): ChunkProgress {
  const bytes = chunk.subarray(0, chunk.length);
  const pieces: Uint8Array[] = [];
  const found: UnresolvedReference[] = [];
  let copied = 0;
  let at = 0;
  while (true) {
    const start = findByte(bytes, QUOTE, at);
    at = bytes.length;
    if (start === -1) break;
    const { end, mayRefer } = stringEnd(bytes, start + 1);
    if (end === bytes.length && !isLast) {
      at = start;
      break;
    }
    at = end + 1;
    if (!mayRefer) continue;
    const literal = textOf(bytes.subarray(start, at));
    const value = literal === undefined ? undefined : stringIn(literal);
    if (literal === undefined || !value?.includes("$")) continue;
    let expanded: ExpandedScalar;
    try {
      expanded = expand(value);
    } catch (error) {
      if (error instanceof PlacedError) error.offset = start + offsetInLiteral(literal, error.offset);
      throw error;
    }
    for (const one of expanded.unresolved) {
      found.push({ name: one.name, offset: start + offsetInLiteral(literal, one.offset) });
    }
    if (expanded.value === value) continue;
    pieces.push(bytes.slice(copied, start), encoder.encode(JSON.stringify(expanded.value)));
    copied = at;
  }
  const used = Math.min(at, bytes.length);
  pieces.push(bytes.slice(copied, used));
  for (const { name, offset } of found) handler.unresolved?.(encoder.encode(name), offset, used);
  for (const piece of pieces) if (piece.length > 0) handler.output(piece, used);
  return { used, known: bytes.length - used };
}

/** Where a string ends: at its quote, at the end of its line, or with the text; and whether it can contain a reference. */
function stringEnd(bytes: Uint8Array, start: number): { end: number; mayRefer: boolean } {
  let mayRefer = false;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE || byte === LINE_FEED) return { end: at, mayRefer };
    if (byte === DOLLAR) mayRefer = true;
    if (byte !== BACKSLASH) continue;
    if (bytes[at + 1] === LOWER_U) mayRefer = true;
    if (bytes[at + 1] !== LINE_FEED) at++;
  }
  return { end: bytes.length, mayRefer };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function stringIn(literal: string): string | undefined {
  try {
    return JSON.parse(literal);
  } catch {
    return undefined;
  }
}

/** Where a code unit of a string is in its literal, in bytes. */
function offsetInLiteral(literal: string, unit: number): number {
  const units = literal.slice(1).matchAll(/\\u....|\\?[\s\S]/g);
  let length = 1;
  for (let i = 0; i < unit; i++) length += units.next().value![0].length;
  return encoder.encode(literal.slice(0, length)).length;
}
