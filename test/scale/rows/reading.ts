import type { ReadBytes, Row, Rows } from "../../../src/scale/rows/row.ts";

/** Reads a text in pieces. */
export function reading(text: string | Uint8Array, piece = 1 << 20): ReadBytes {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  let at = 0;
  return (into) => {
    const next = bytes.subarray(at, at + Math.min(piece, into.length));
    into.set(next);
    at += next.length;
    return next.length;
  };
}

export function eachRow<T>(rows: Rows, each: (row: Row) => T): T[] {
  const results: T[] = [];
  while (rows.next()) results.push(each(rows));
  return results;
}
