/** Rows: sets of variables that are read one after the other. */
import { resizeBuffer } from "../../text/byte-buffer.ts";
import { LINE_FEED } from "../../text/position.ts";
import { decodeUtf8, startsWithMark } from "../../text/utf8.ts";

export interface Row {
  /** From 1. */
  readonly number: number;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** The offset in the input of its first byte. It takes time to determine. */
  readonly offset: number;
  /** Why the row cannot be used; undefined if it can. */
  readonly problem: string | undefined;
  /** The value of a column as text; undefined if none exists. */
  get(column: string): string | undefined;
  /** The columns, in order. */
  columns(): Iterable<string>;
}

/** A part of the input, in bytes. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A cursor over rows. */
export interface Rows extends Row {
  /** Moves to the next row; returns false at the end. */
  next(): boolean;
}

/** A row cannot be used. */
export class RowProblem extends Error {}

/** No row can be used. */
export class RowsError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Fills a buffer from its start. Returns the number of bytes, 0 at the end. */
export type ReadBytes = (into: Uint8Array) => number;

/** Text that ends with a line break, or with the input. */
export interface TextBlock {
  readonly text: string;
  /** The same as bytes. They are valid until the next block is read. */
  readonly bytes: Uint8Array;
  /** The offset of the bytes in the input. */
  readonly offset: number;
  /** Whether some line is not valid UTF-8. Each byte in it that is not ASCII is `INVALID`. */
  readonly hasInvalid: boolean;
}

/** Half of a character, which decoded text does not contain. */
export const INVALID = "\udfff";

const BLOCK = 1 << 18;
/** The longest line in bytes. */
export const MAX_LENGTH = 1 << 28;

/**
 * Reads text in blocks, without a byte order mark.
 *
 * @param offset the offset in the input of the first byte that is read
 * @throws RangeError for a line that is too long
 */
export function* textBlocks(read: ReadBytes, offset = 0): Generator<TextBlock, void, undefined> {
  let buffer = new Uint8Array(BLOCK);
  let length = 0;
  let start = offset;
  for (let count = -1; count !== 0; ) {
    if (length === buffer.length) {
      if (length >= MAX_LENGTH) throw new RangeError(`a line is longer than ${MAX_LENGTH} bytes`);
      buffer = resizeBuffer(buffer, 2 * length);
    }
    count = read(buffer.subarray(length));
    const lineEnd = buffer.subarray(length, length + count).lastIndexOf(LINE_FEED);
    const end = count === 0 ? length : lineEnd === -1 ? 0 : length + lineEnd + 1;
    length += count;
    if (end === 0) continue;
    const mark = start === 0 && startsWithMark(buffer.subarray(0, end)) ? 3 : 0;
    const bytes = buffer.subarray(mark, end);
    yield { bytes, offset: start + mark, ...decoded(bytes) };
    start += end;
    buffer.copyWithin(0, end, length);
    length -= end;
  }
}

function decoded(bytes: Uint8Array): Pick<TextBlock, "text" | "hasInvalid"> {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return { text, hasInvalid: false };
  let lines = "";
  for (let at = 0; at < bytes.length; ) {
    const lineFeed = bytes.indexOf(LINE_FEED, at);
    const end = lineFeed === -1 ? bytes.length : lineFeed + 1;
    const line = bytes.subarray(at, end);
    lines +=
      decodeUtf8(line) ??
      Buffer.from(line)
        .toString("latin1")
        .replace(/[^\0-\x7f]/g, INVALID);
    at = end;
  }
  return { text: lines, hasInvalid: true };
}
