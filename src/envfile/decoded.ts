import type { AssignmentScan, Assignments } from "../wasm/assignments.ts";

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * A copy of the source that the caller cannot change. An ASCII source becomes a string, in which look-ups are faster and
 * offsets are the same.
 */
export function keptSource(source: string | Uint8Array, { maybeAscii }: AssignmentScan): string | Uint8Array {
  if (typeof source === "string") return source;
  if (maybeAscii) {
    const text = decoder.decode(source);
    // It is not ASCII only if bytes are invalid.
    if (!text.includes("\ufffd")) return text;
  }
  return new Uint8Array(source);
}

/** A part of a source as a string; invalid UTF-8 becomes U+FFFD. */
export function piece(source: string | Uint8Array, start: number, end: number): string {
  return typeof source === "string" ? source.slice(start, end) : decoder.decode(source.subarray(start, end));
}

/**
 * A source as text, and its assignments with offsets in that text. Bytes are decoded at once if a scan of the text
 * (`scanText`) finds the same assignments.
 */
export function asText(
  source: string | Uint8Array,
  assignments: Assignments,
  scanText: (text: string) => AssignmentScan,
): [string, Assignments] {
  if (typeof source === "string") return [source, assignments];
  const text = decoder.decode(source);
  // A sequence of bytes never decodes to more code units than bytes, so each byte is one unit here.
  if (text.length === source.length) return [text, assignments];
  // For valid UTF-8, this is five times as fast as decoding each name and value.
  if (!text.includes("\ufffd")) return [text, scanText(text).assignments];
  let pieces = "";
  const copies = assignments.copiedTo((start, end) => {
    pieces += piece(source, start, end);
    return pieces.length;
  });
  return [pieces, copies];
}
