import { BEGINNING, type Position, positionAfter, positionAfterAscii } from "../text/position.ts";
import { decodeUtf8, validPrefix } from "../text/utf8.ts";
import { DocumentError, PlacedDocumentError, tooLarge } from "../yaml/error.ts";
import type { DuplicateKey, Node, OnDuplicate } from "../yaml/node.ts";
import type { LargeList, Part } from "./part.ts";
import { type ByteSource, Window } from "./window.ts";

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** How many bytes more than a document may have are read to see where it ends. */
const LOOKAHEAD = 1 << 20;

/** The documents of a text, and the keys that a mapping in them has more than once. */
export interface ReadDocuments {
  readonly documents: readonly Node[];
  readonly duplicates: readonly DuplicateKey[];
}

const NO_DOCUMENTS: ReadDocuments = { documents: [], duplicates: [] };

/** Reads documents, and keeps what is found of duplicate keys. */
export function readDocuments(read: (onDuplicate: OnDuplicate) => readonly Node[]): ReadDocuments {
  const duplicates: DuplicateKey[] = [];
  return { documents: read((duplicate) => duplicates.push(duplicate)), duplicates };
}

/** Cuts parts off the beginning of a source, and counts the position of what follows. */
export class PartCursor {
  readonly source: ByteSource;
  /** What has not become a part yet. */
  readonly window: Window;
  private readonly limit: number;
  private start: Position = BEGINNING;

  /** @param limit bytes of one document */
  constructor(source: ByteSource, limit: number) {
    this.source = source;
    this.limit = limit;
    this.window = new Window(source, 0, limit + LOOKAHEAD);
    if (this.window.has(2) && BYTE_ORDER_MARK.every((byte, i) => this.window.bytes[i] === byte)) this.window.drop(3);
  }

  /**
   * The text up to an offset of the window.
   *
   * @throws PlacedDocumentError if it is not UTF-8; DocumentError if it is too large
   */
  text(end: number): string {
    if (end > this.limit) throw tooLarge(this.limit);
    const bytes = this.window.bytes.subarray(0, end);
    const text = decodeUtf8(bytes);
    if (text !== undefined) return text;
    const valid = validPrefix(bytes);
    throw this.placedError(valid, new DocumentError("not-utf8", "the file is not valid UTF-8", valid.length));
  }

  /** Calls `read` for a text that begins here; its errors get their positions. */
  placed<T>(text: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      throw this.placedError(text, error);
    }
  }

  /** An error in a text that begins here, with its position. */
  placedError(text: string, { code, message, offset }: DocumentError): PlacedDocumentError {
    return new PlacedDocumentError(code, message, positionAfter(text, 0, offset, "YAML", this.start));
  }

  /** The parts; the error for a text that is too large gets the position of what has not become a part. */
  *placedHere<T>(parts: Generator<Part, T, undefined>): Generator<Part, T, undefined> {
    try {
      return yield* parts;
    } catch (error) {
      // Errors of any other kind have their position already.
      throw error instanceof DocumentError ? this.placedError("", tooLarge(this.limit)) : error;
    }
  }

  /** Makes a part of the text up to an offset of the window. */
  take(text: string, end: number, { documents, duplicates }: ReadDocuments = NO_DOCUMENTS, list?: LargeList): Part {
    const { start } = this;
    // Every character beyond ASCII has more bytes than units.
    const isAscii = text.length === end;
    this.start = isAscii ? positionAfterAscii(text, start) : positionAfter(this.window.bytes, 0, end, "YAML", start);
    this.window.drop(end);
    return { text, start, documents, duplicates, ...(list && { list }) };
  }
}
