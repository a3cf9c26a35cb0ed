import { bytes, ensure } from "./arena.ts";

const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * Writes a text into memory as UTF-8 (a lone surrogate as U+FFFD) and returns its end. `TextEncoder` is several times
 * faster than any loop over the string's units: 64 KiB of ASCII take 3 µs.
 */
export function writeText(text: string, at: number): number {
  // Room for ASCII at first: three bytes a unit, the most there can be, would be wasted on nearly every text. (The view
  // has its end: into one of 2 GiB and more, Node 20 writes nothing.)
  ensure(at + text.length);
  let { read, written } = encoder.encodeInto(text, bytes().subarray(at, at + text.length));
  let end = at + written;
  if (read < text.length) {
    const room = (text.length - read) * 3;
    ensure(end + room);
    ({ written } = encoder.encodeInto(text.slice(read), bytes().subarray(end, end + room)));
    end += written;
  }
  ensure(end);
  return end;
}

/** Writes a text, or copies bytes as they are, and returns the end. */
export function writeSource(source: string | Uint8Array, at: number): number {
  if (typeof source === "string") return writeText(source, at);
  ensure(at + source.length);
  bytes().set(source, at);
  return at + source.length;
}
