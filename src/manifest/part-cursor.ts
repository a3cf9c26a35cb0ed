import { BEGINNING, type Position, positionAfter, positionAfterAscii } from "../text/position.ts";
import { decodeUtf8, isUtf16, UTF_16, validPrefix } from "../text/utf8.ts";
import { DocumentError, tooLarge } from "../yaml/error.ts";
import type { DuplicateKey, Node, OnDuplicate } from "../yaml/node.ts";
import { type ByteSource, Window } from "./window.ts";

/** A part of a manifest that can be read and edited by itself. */
export interface Part extends ReadDocuments {
  readonly text: string;
  /** The position of its first character. */
  readonly start: Position;
  /** The List that the part belongs to, if its items are read one by one. The text around the items is in other parts. */
  readonly list?: LargeList;
}

/** Documents that were read. Offsets are into the part's text. */
export interface ReadDocuments {
  /** The root of each document, or of the item of a List. */
  readonly documents: readonly Node[];
  readonly duplicates: readonly DuplicateKey[];
}

/** An object whose kind ends with `List`. */
export interface LargeList {
  readonly kind: string;
  /** The object without the items. */
  readonly value: Record<string, unknown>;
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const NO_DOCUMENTS: ReadDocuments = { documents: [], duplicates: [] };

/** How many bytes beyond the limit of a document are read to find its end. */
const LOOKAHEAD = 1 << 20;

/** Cuts parts off the start of a source, and counts the position of the rest. */
export class PartCursor {
  readonly source: ByteSource;
  /** The bytes that do not belong to a part yet. */
  readonly window: Window;
  private readonly limit: number;
  private start: Position = BEGINNING;

  /** @param limit the most bytes of one document */
  constructor(source: ByteSource, limit: number) {
    this.source = source;
    this.limit = limit;
    this.window = new Window(source, 0, limit + LOOKAHEAD);
    if (this.window.has(2) && BYTE_ORDER_MARK.every((byte, i) => this.window.bytes[i] === byte)) this.window.drop(3);
  }

  /**
   * The text up to an offset of the window.
   *
   * @throws DocumentError if it is too large or not UTF-8
   */
  text(end: number): string {
    if (end > this.limit) throw tooLarge(this.limit);
    const bytes = this.window.bytes.subarray(0, end);
    const text = decodeUtf8(bytes);
    if (text !== undefined) return text;
    const valid = validPrefix(bytes);
    const message = isUtf16(bytes) ? UTF_16 : "the file is not valid UTF-8";
    throw this.placed(valid, new DocumentError("not-utf8", message, valid.length));
  }

  /**
   * Reads the documents of a text that starts here.
   *
   * @throws DocumentError with its position
   */
  read(text: string, read: (onDuplicate: OnDuplicate) => readonly Node[]): ReadDocuments {
    const duplicates: DuplicateKey[] = [];
    try {
      return { documents: read((duplicate) => duplicates.push(duplicate)), duplicates };
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      throw this.placed(text, error);
    }
  }

  /** An error in a text that starts here, with its position. */
  placed(text: string, { code, message, offset }: DocumentError): DocumentError {
    return new DocumentError(code, message, offset, positionAfter(text, 0, offset, "YAML", this.start));
  }

  /** The parts. If a document is too large, the error gets the position where it starts. */
  *parts<T>(parts: Generator<Part, T, undefined>): Generator<Part, T, undefined> {
    try {
      return yield* parts;
    } catch (error) {
      const isPlaced = !(error instanceof DocumentError) || error.position !== undefined;
      throw isPlaced ? error : this.placed("", tooLarge(this.limit));
    }
  }

  /** Makes a part of the text up to an offset of the window. */
  take(text: string, end: number, read = NO_DOCUMENTS, list?: LargeList): Part {
    const { start } = this;
    // A character beyond ASCII has more bytes than units.
    const isAscii = text.length === end;
    this.start = isAscii ? positionAfterAscii(text, start) : positionAfter(text, 0, text.length, "YAML", start);
    this.window.drop(end);
    return { text, start, ...read, ...(list && { list }) };
  }
}
