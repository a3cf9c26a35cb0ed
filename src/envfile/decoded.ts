import type { AssignmentScan, Assignments } from "../wasm/assignments.ts";

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
 * A source as text, and its assignments with offsets in that. A source of bytes is decoded at once, if its scan as text
 * (`scanText`) then finds the same.
 */
export function asText(
  source: string | Uint8Array,
  assignments: Assignments,
  scanText: (text: string) => AssignmentScan,
): [string, Assignments] {
  if (typeof source === "string") return [source, assignments];
  const text = decoder.decode(source);
  // No sequence of bytes becomes more units than it has bytes; if they are as many, each byte is one unit.
  if (text.length === source.length) return [text, assignments];
  // Valid UTF-8: decoding one name or value at a time would take five times as long.
  if (!text.includes("\ufffd")) return [text, scanText(text).assignments];
  let pieces = "";
  const copies = assignments.copiedTo((start, end) => {
    pieces += piece(source, start, end);
    return pieces.length;
  });
  return [pieces, copies];
}
