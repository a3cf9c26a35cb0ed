import type { ByteSource } from "../../src/manifest/window.ts";

/** The bytes of a text; one read returns so many at most. */
export function bytesOf(content: string | Uint8Array, most = Number.POSITIVE_INFINITY): ByteSource {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    read(into, position) {
      const piece = bytes.subarray(position, position + Math.min(into.length, most));
      into.set(piece);
      return piece.length;
    },
  };
}
