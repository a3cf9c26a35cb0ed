/**
 * Expansion inside the strings of YAML text that comes in pieces: one document, or many. The scanner expands simple documents
 * in one pass. All others are read and edited in place (yaml-scalars.ts), which takes about 20 times as long.
 */

import { quote } from "../../text/go-string.ts";
import { BEGINNING, type Position, positionAfter } from "../../text/position.ts";
import { startsWithMark } from "../../text/utf8.ts";
import { countLineFeeds, expandKnownYaml } from "../../wasm/yaml.ts";
import type { Variables } from "../variables.ts";
import { HeldInput, type Holding, type StreamLimits } from "./held-input.ts";
import { type ExpansionSink, strictSink } from "./reference-stream.ts";
import { documentsIn, lastDocumentStart } from "./yaml-documents.ts";
import { expandDocument } from "./yaml-scalars.ts";

/** The length of a line break, `---`, and a space, minus one: the longest part of a marker at the end of a chunk. */
const MARKER = 4;
/** Bytes of a byte order mark. */
const MARK = 3;
/** No more documents are read after so many problems. */
const MAX_REFUSALS = 20;
const DOCUMENT: Holding = { what: "a YAML document", remedy: 'write "---" between documents' };

const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * The format `yaml`: reading the output gives what expanding each string of the read input gives. The structure is the
 * same, and a string stays a string. Takes memory for one piece and one document.
 *
 * After a document that is not YAML, or that cannot be expanded safely, no more documents are output, and `end` throws.
 */
export class YamlStream {
  private readonly environment: Variables;
  private readonly sink: ExpansionSink;
  /** A document that the next piece may go on with. */
  private readonly held: HeldInput;
  private readonly refusals: UnsafeYamlReference[] = [];
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
    const text = held.subarray(0);
    const mark = this.markLength(text);
    const start = lastDocumentStart(text.subarray(mark), Math.max(0, searchFrom - mark));
    if (start <= 0) held.checkLimit();
    else held.use(() => this.expand(held.subarray(0, mark + start), false));
  }

  /**
   * Expands what is held: no more input follows.
   *
   * @throws YamlExpansionError with every refusal in the whole text.
   */
  end(): void {
    this.held.use(() => this.expand(this.held.subarray(0), true));
    if (this.refusals.length > 0) throw new YamlExpansionError(this.refusals);
  }

  /** The position of a reference: for the sink's `unresolved`, while it is called. */
  place(offset: number): Position {
    const end = Math.max(this.counted, offset - this.held.consumed);
    this.position = positionAfter(this.text, this.counted, end, "LF", this.position);
    this.counted = end;
    return this.position;
  }

  /** The length of a byte order mark, with which only the first text can begin. */
  private markLength(text: Uint8Array): number {
    return this.held.consumed === 0 && startsWithMark(text) ? MARK : 0;
  }

  /** @param isEnd whether no more input follows */
  private expand(text: Uint8Array, isEnd: boolean): number {
    this.text = text;
    this.counted = 0;
    const start = this.markLength(text);
    if (start > 0) this.output(text.subarray(0, start));
    const documents = text.subarray(start);
    const reports = this.sink.unresolved !== undefined;
    for (const range of expandKnownYaml(this.environment.compiledYaml(), documents, reports)) {
      if (this.refusals.length >= MAX_REFUSALS) break;
      if (range.expanded !== undefined) {
        this.output(range.expanded);
        for (const { name, offset } of range.unresolved) this.report(name, start + offset);
      } else {
        this.expandUnclear(text, start + range.start, start + range.end, isEnd);
      }
    }
    // A document that follows begins after a line break.
    this.position = { line: this.position.line + countLineFeeds(text.subarray(this.counted)), column: 1 };
    return text.length;
  }

  private expandUnclear(text: Uint8Array, from: number, to: number, isEnd: boolean): void {
    for (const { start, end } of documentsIn(text.subarray(from, to))) {
      if (this.refusals.length >= MAX_REFUSALS) return;
      const bytes = text.subarray(from + start, from + end);
      const { output, reports } = expandDocument(this.environment, bytes, isEnd && from + end === text.length);
      if (output !== undefined) this.output(output);
      for (const { name, offset, problem } of reports) {
        if (problem === undefined) this.report(name, from + start + offset);
        else this.refuse(name, from + start + offset, problem);
      }
    }
  }

  private output(bytes: Uint8Array): void {
    if (this.refusals.length === 0 && bytes.length > 0) this.sink.output(bytes);
  }

  private report(name: string, offset: number): void {
    this.sink.unresolved?.(encoder.encode(name), this.held.consumed + offset);
  }

  private refuse(name: string, offset: number, problem: string): void {
    const inStream = this.held.consumed + offset;
    this.refusals.push({ name, problem, offset: inStream, ...this.place(inStream) });
  }
}

/** The most characters of a name in a message. */
const SHOWN = 200;

/** Why a document is not expanded, with the place. Columns count characters from 1. */
export interface UnsafeYamlReference extends Position {
  /** In bytes, from 0. */
  readonly offset: number;
  /** The reference that the problem is about, or "". It is raw: escape control characters before you print it. */
  readonly name: string;
  /** What is wrong, and what to do. */
  readonly problem: string;
}

/**
 * Text that is not YAML, or references in it that cannot be expanded safely. The message is safe to print: it escapes
 * control characters in names, and shows no value.
 */
export class YamlExpansionError extends Error {
  override readonly name = "YamlExpansionError";
  readonly code = "unclear-yaml";
  /** At least one for each of the first documents with a problem. */
  readonly refusals: readonly UnsafeYamlReference[];

  /** @internal */
  constructor(refusals: readonly UnsafeYamlReference[]) {
    const lines = refusals.map(({ line, column, name, problem }) => {
      const place = `line ${line}, column ${column}`;
      return name === "" ? `${place}: ${problem}` : `${place}: ${shown(name)}: ${problem}`;
    });
    super(lines.join("\n"));
    this.refusals = refusals;
  }
}

function shown(text: string): string {
  return quote(text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text).slice(1, -1);
}
