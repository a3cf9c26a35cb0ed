import type { AssignmentScan } from "../wasm/assignments.ts";
import { ASSIGNMENT_WORDS } from "../wasm/codes.ts";

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * A source that its owner cannot change: if it is ASCII, a text with the same offsets (look-ups in it are faster), else a
 * copy.
 */
export function keptSource(source: string | Uint8Array, { maybeAscii }: AssignmentScan): string | Uint8Array {
  if (typeof source === "string") return source;
  if (maybeAscii) {
    const text = decoder.decode(source);
    // Nothing becomes more units than it has bytes; one unit for each byte is ASCII, or invalid.
    if (text.length === source.length && !text.includes("\ufffd")) return text;
  }
  return new Uint8Array(source);
}

/** A piece of a source as a string; bytes that are not valid UTF-8 become U+FFFD. */
export function piece(source: string | Uint8Array, start: number, end: number): string {
  return typeof source === "string" ? source.slice(start, end) : decoder.decode(source.subarray(start, end));
}

/**
 * A source as text, and records with offsets in it. A source of bytes is decoded at once, if its scan as text (`scanText`)
 * then finds the same.
 */
export function asText(
  source: string | Uint8Array,
  records: Uint32Array,
  scanText: (text: string) => Uint32Array,
): [string, Uint32Array] {
  return typeof source === "string" ? [source, records] : decoded(source, records, scanText);
}

function decoded(
  source: Uint8Array,
  records: Uint32Array,
  scanText: (text: string) => Uint32Array,
): [string, Uint32Array] {
  const text = decoder.decode(source);
  // No sequence of bytes becomes more units than it has bytes; if they are as many, each byte is one unit.
  if (text.length === source.length) return [text, records];
  // Valid UTF-8: decoding one name or value at a time would take five times as long.
  if (!text.includes("\ufffd")) return [text, scanText(text)];
  const offsets = records.slice();
  let pieces = "";
  for (let at = 0; at < records.length; at += ASSIGNMENT_WORDS) {
    for (const field of [at, at + 2]) {
      offsets[field] = pieces.length;
      pieces += piece(source, records[field]!, records[field + 1]!);
      offsets[field + 1] = pieces.length;
    }
  }
  return [pieces, offsets];
}
