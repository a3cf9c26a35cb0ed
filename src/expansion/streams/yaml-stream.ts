/** `$(NAME)` expansion inside the strings of YAML text that comes in pieces: one document, or many. */

import { quote } from "../../text/go-string.ts";
import { BEGINNING, type Position, positionAfter } from "../../text/position.ts";
import { countLineFeeds } from "../../wasm/yaml.ts";
import type { Variables } from "../variables.ts";
import { HeldInput, type Holding, type StreamLimits } from "./held-input.ts";
import { type ExpansionSink, strictSink } from "./reference-stream.ts";
import { documentStart, lastDocumentStart } from "./yaml-documents.ts";
import { type ExpandedYaml, expandDocuments, type Reference } from "./yaml-expansion.ts";

/** The length of a line break, `---`, and a space, minus one: the longest part of a marker at the end of a chunk. */
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
  protected readonly environment: Variables;
  private readonly sink: ExpansionSink;
  /** A document that the next piece may go on with. */
  private readonly held: HeldInput;
  private readonly refusals: YamlRefusal[] = [];
  /** The documents that are being expanded, and how far lines and columns are counted in them. */
  private text: Uint8Array = new Uint8Array(0);
  private counted = 0;
  private position = BEGINNING;

  constructor(environment: Variables, sink: ExpansionSink, limits: StreamLimits = {}) {
    this.environment = environment;
    this.sink = strictSink(environment, sink);
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
      for (const piece of good) if (piece.length > 0) this.sink.output(piece);
    }
    const usedUp = this.held.consumed;
    let next = 0;
    for (const { offset, ...what } of refused) {
      while (next < unresolved.length && unresolved[next]!.offset < offset) this.report(unresolved[next++]!);
      this.refusals.push({ ...what, offset: usedUp + offset, ...this.place(usedUp + offset) });
    }
    while (next < unresolved.length) this.report(unresolved[next++]!);
    // A document that follows begins after a line break.
    this.position = { line: this.position.line + countLineFeeds(text.subarray(this.counted)), column: 1 };
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

/** The most characters of a name in a message. */
const SHOWN = 200;

/** A reference that is not expanded because its place in the YAML is unclear. Columns count characters from 1. */
export interface YamlRefusal extends Position {
  /** In bytes, from 0. */
  readonly offset: number;
  /** The name in the reference, raw: escape control characters before you print it. */
  readonly name: string;
  /** What is wrong with the YAML here, where it is not a reference that is unclear. @internal */
  readonly problem?: string;
}

/**
 * YAML text with references that cannot be expanded safely. The message is safe to print: it escapes control characters
 * in names, and shows no value.
 */
export class YamlExpansionError extends Error {
  override readonly name = "YamlExpansionError";
  readonly code = "unclear-yaml";
  /** Why they are not expanded, and what to do; without the places. */
  readonly reason: string =
    "cannot be expanded: this is not YAML, or of a form that is not known here; put double quotes around the text";
  /** One for each document that has such references: the first. */
  readonly refusals: readonly YamlRefusal[];

  /** @internal */
  constructor(refusals: readonly YamlRefusal[]) {
    super();
    this.refusals = refusals;
    this.message = refusals
      .map(({ line, column, name, problem }) => {
        const place = `line ${line}, column ${column}`;
        if (problem === undefined) return `${place}: $(${shown(name)}) ${this.reason}`;
        return name === "" ? `${place}: ${problem}` : `${place}: ${shown(name)}: ${problem}`;
      })
      .join("\n");
  }
}

function shown(text: string): string {
  return quote(text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text).slice(1, -1);
}
