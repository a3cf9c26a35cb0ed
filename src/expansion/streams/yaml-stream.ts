/** `$(NAME)` expansion inside the strings of YAML text that comes in pieces: one document, or many. */

import { BEGINNING, charactersIn, LINE_FEED, type Position, positionAfter } from "../../text/position.ts";
import { countLineFeeds } from "../../wasm/line-feeds.ts";
import type { Environment } from "../environment.ts";
import { HeldInput, type Holding, type StreamLimits } from "./held-input.ts";
import type { ExpansionSink } from "./reference-stream.ts";
import { documentStart, lastDocumentStart } from "./yaml-documents.ts";
import { YamlExpansionError, type YamlRefusal } from "./yaml-error.ts";
import { type ExpandedYaml, expandDocuments } from "./yaml-expansion.ts";
import type { Reference } from "./yaml-references.ts";

/** Bytes of `---` with the line break before it and the blank behind it, less one: the most that a piece can cut off. */
const MARKER = 4;
/** Bytes of a byte order mark. */
const MARK = 3;
const DOCUMENT: Holding = { what: "a YAML document", remedy: 'write "---" between documents' };

const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * The format `yaml`: reading the output gives what expanding each string of the read input gives. The structure is the
 * same, and a string stays a string. Takes memory for one piece and one document.
 *
 * After a reference in text that is not YAML, or in a form that this scanner does not support, no more documents are
 * output, and `end` throws.
 */
export class YamlStream {
  /** @internal */
  protected readonly environment: Environment;
  private readonly sink: ExpansionSink;
  /** A document that the next piece may go on with. */
  private readonly held: HeldInput;
  private readonly refusals: YamlRefusal[] = [];
  /** The documents that are being expanded, and how far lines and columns are counted in them. */
  private text: Uint8Array = new Uint8Array(0);
  private counted = 0;
  private position = BEGINNING;

  constructor(environment: Environment, sink: ExpansionSink, limits: StreamLimits = {}) {
    this.environment = environment;
    this.sink = sink;
    this.held = new HeldInput(limits, DOCUMENT);
  }

  /** How many bytes of the input are expanded; the rest waits for more. */
  get consumed(): number {
    return this.held.consumed;
  }

  /**
   * Expands the documents that a piece of the text completes.
   *
   * @throws HeldInputError if a document is longer than `maxHeldBytes`.
   */
  push(piece: Uint8Array): void {
    const { held } = this;
    const searchFrom = Math.max(0, held.length - MARKER);
    held.add(piece);
    const start = lastDocumentStart(held.subarray(0), searchFrom);
    if (start <= 0) held.checkLimit();
    else held.use(() => this.expand(held.subarray(0, start)));
  }

  /**
   * Expands what is held: no more input follows.
   *
   * @throws YamlExpansionError with every refusal in the whole text.
   */
  end(): void {
    this.held.use(() => this.expand(this.held.subarray(0)));
    if (this.refusals.length > 0) throw new YamlExpansionError(this.refusals);
  }

  /** The position of a reference: for the sink's `unresolved`, while it is called. */
  place(offset: number): Position {
    const end = Math.max(this.counted, offset - this.held.consumed);
    this.position = positionAfter(this.text, this.counted, end, "LF", this.position);
    this.counted = end;
    return this.position;
  }

  private expand(text: Uint8Array): number {
    this.text = text;
    this.counted = 0;
    const { pieces, unresolved = [], refused } = this.expanded(text);
    if (this.refusals.length === 0) {
      const good =
        refused.length === 0 ? pieces : this.expanded(text.subarray(0, documentStart(text, refused[0]!.offset))).pieces;
      for (const piece of good) this.sink.output(piece);
    }
    const usedUp = this.held.consumed;
    let next = 0;
    for (const { offset, ...what } of refused) {
      while (next < unresolved.length && unresolved[next]!.offset < offset) this.report(unresolved[next++]!);
      this.refusals.push({ ...what, offset: usedUp + offset, ...this.place(usedUp + offset) });
    }
    while (next < unresolved.length) this.report(unresolved[next++]!);
    this.position = positionBehind(text.subarray(this.counted), this.position);
    return text.length;
  }

  private report({ name, offset }: Reference): void {
    this.sink.unresolved?.(encoder.encode(name), this.held.consumed + offset);
  }

  private expanded(text: Uint8Array): ExpandedYaml {
    const result: ExpandedYaml = {
      pieces: [],
      rewritten: 0,
      unresolved: this.sink.unresolved && [],
      refused: [],
    };
    // The text may begin with a byte order mark where it is the first.
    const hasMark = this.held.consumed === 0 && text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf;
    if (hasMark) result.pieces.push(text.subarray(0, MARK));
    this.expandInto(result, text, hasMark ? MARK : 0);
    return result;
  }

  /** Expands the documents that begin at an offset. @internal */
  protected expandInto(result: ExpandedYaml, text: Uint8Array, start: number): void {
    expandDocuments(this.environment, text, start, result);
  }
}

/** The position behind UTF-8 that begins at a position: `positionAfter` for long texts. */
function positionBehind(text: Uint8Array, { line, column }: Position): Position {
  const lineStart = text.lastIndexOf(LINE_FEED) + 1;
  const characters = charactersIn(text, lineStart, text.length);
  if (lineStart === 0) return { line, column: column + characters };
  return { line: line + countLineFeeds(text), column: 1 + characters };
}
