import { BEGINNING, type Position, positionAfter } from "../text/position.ts";
import { decodeUtf8, validPrefix } from "../text/utf8.ts";
import { DocumentError, PlacedDocumentError, tooLarge } from "./error.ts";
import type { Node } from "./node.ts";
import type { LargeList, Part } from "./part.ts";
import { type ByteSource, Window } from "./window.ts";

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** In bytes. */
const LOOKAHEAD = 1 << 20;

/** Cuts parts off a source, from its beginning on, and knows the places of what is left. */
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
    // So much more may be looked at to see what the document is.
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
    throw new PlacedDocumentError("not-utf8", "the file is not valid UTF-8", this.positionIn(valid, valid.length));
  }

  private positionIn(text: string, offset: number): Position {
    return positionAfter(text, 0, offset, "YAML", this.start);
  }

  /** What is read of a text that begins here; its errors get their places. */
  placed<T>(text: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      throw new PlacedDocumentError(error.code, error.message, this.positionIn(text, error.offset));
    }
  }

  /** Its errors are about the text that begins here. */
  *placedHere<T>(parts: Generator<Part, T, undefined>): Generator<Part, T, undefined> {
    try {
      return yield* parts;
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      const { message } = error.code === "too-large" ? tooLarge(this.limit) : error;
      throw new PlacedDocumentError(error.code, message, this.start);
    }
  }

  /** Makes a part of the text up to an offset of the window. */
  take(text: string, end: number, documents: readonly Node[], list?: LargeList): Part {
    const { start } = this;
    this.start = positionAfter(this.window.bytes, 0, end, "YAML", start);
    this.window.drop(end);
    return { text, start, documents, ...(list && { list }) };
  }
}
