/** Streams that hold back a reference that is still open: the one of any bytes, and what it shares with that of JSON. */

import { allScanners } from "../../wasm/all-scanners.ts";
import {
  type Chunk,
  type ChunkHandler,
  type ExpandHeld,
  expandByteChunk,
  expandChunk,
  lend,
} from "../../wasm/byte-expansion.ts";
import { PlacedError } from "../../wasm/host-references.ts";
import { shiftOffset } from "../../wasm/stopped.ts";
import type { Variables } from "../variables.ts";
import { BRACED_REFERENCE, HeldInput, REFERENCE, type StreamLimits } from "./held-input.ts";

/** Ends every name, and is part of none. */
export const RIGHT_PARENTHESIS = 0x29;

/** Takes a stream's expanded bytes. Neither function may call back into this package. */
export interface ExpansionSink {
  /** Expanded bytes, in order. The view is only valid during the call. */
  output(bytes: Uint8Array): void;
  /**
   * Receives an unresolved reference, which is not changed: the bytes of its name (a view that is valid only during the call),
   * and the offset of its `$`, in bytes from the start of the stream.
   */
  unresolved?(name: Uint8Array, offset: number): void;
}

/** Expands text that comes in pieces; the pieces may end anywhere. */
export class ReferenceStream {
  /** From the end of one call to the next: a reference, or an escape, that is still open. */
  private readonly held: HeldInput;
  private readonly handler: SinkHandler;
  private readonly scan: ExpandHeld;
  /** The byte that can end an open reference; -1 if none does for sure. */
  private readonly closer: number;
  /** How many of the held bytes belong to an open reference and have no `)` for it. */
  private known = 0;

  /** @internal */
  constructor(environment: Variables, sink: ExpansionSink, limits: StreamLimits, scan: ExpandHeld) {
    const isDialect = environment.referenceSyntax !== "kubernetes";
    this.held = new HeldInput(limits, isDialect ? BRACED_REFERENCE : REFERENCE);
    this.handler = new SinkHandler(strictSink(environment, sink), this.held);
    this.scan = scan;
    this.closer = isDialect ? -1 : RIGHT_PARENTHESIS;
  }

  /** How many bytes of the input are expanded; the rest waits for more. */
  get consumed(): number {
    return this.held.consumed;
  }

  /**
   * Expands a piece of the input. The piece may change as soon as the sink is called.
   *
   * @throws HeldInputError if a reference stays open for longer than `maxHeldBytes`.
   */
  push(piece: Uint8Array): void {
    const { held, known } = this;
    const plain = held.borrow(piece);
    // An open reference waits for a `)`, or until there is twice as much of it (a quote may end it, too): scanned with
    // every small piece, a long one would take quadratic time.
    const isWaiting = held.length < 2 * known && held.length <= held.limit && !plain.includes(this.closer);
    if (plain.length > 0 && !isWaiting) this.expand(false);
  }

  /** Expands what is held: no more input follows. */
  end(): void {
    this.expand(true);
  }

  private expand(isLast: boolean): void {
    this.held.use(() => this.use(this.held, isLast));
  }

  private use(chunk: Chunk, isLast: boolean, scan = this.scan): number {
    try {
      const { used, known } = scan(chunk, isLast, this.known, this.handler);
      this.known = known;
      return used;
    } catch (error) {
      const isFromScan = error instanceof PlacedError && !this.handler.isInSink;
      throw isFromScan ? shiftOffset(error, this.held.consumed) : error;
    }
  }

  /** Reads and expands: see `TextStream`. */
  protected readWith(read: (into: Uint8Array) => number, size: number, scan: ExpandHeld): number {
    const { held, handler } = this;
    const plain = (bytes: Uint8Array) => lend(handler, bytes, 0);
    return held.useWith(read, Math.max(size, held.length), plain, (chunk) => this.use(chunk, false, scan));
  }
}

/**
 * The format `text`: however the input is cut into pieces, the output is that of `Environment.expandBytes` on the whole.
 * Takes memory for one piece, and for a reference that is still open at its end.
 */
export class TextStream extends ReferenceStream {
  private readonly environment: Variables;

  constructor(environment: Variables, sink: ExpansionSink, limits: StreamLimits = {}) {
    super(environment, sink, limits, (held, ...rest) => {
      environment.checkText(held.subarray(0, held.length));
      return expandByteChunk(environment.compiledBytes(), held, ...rest, environment.scanner);
    });
    this.environment = environment;
  }

  /**
   * Reads up to `size` bytes of the input straight into the scanners' memory, and expands them. Returns what `read` returns,
   * the number of bytes. It must not call back.
   */
  read(read: (into: Uint8Array) => number, size: number): number {
    const { environment } = this;
    const table = environment.compiledBytes();
    return this.readWith(read, size, (...rest) => expandChunk(environment.scanner, table, ...rest));
  }
}

/** A sink that fails for a variable that is not set, if that is an error and nothing else receives it. */
export function strictSink(environment: Variables, sink: ExpansionSink): ExpansionSink {
  if (!environment.strict || sink.unresolved !== undefined) return sink;
  return {
    output: (bytes) => sink.output(bytes),
    unresolved(name, offset) {
      environment.report([{ name: new TextDecoder().decode(name), offset }], undefined);
    },
  };
}

/** Hands what a scan finds to the sink. Before, the input that is still to be read becomes the stream's own. */
class SinkHandler implements ChunkHandler {
  private readonly sink: ExpansionSink;
  private readonly held: HeldInput;
  /** Whether the sink is being called. An error that it throws has no offset in the chunk. */
  isInSink = false;

  constructor(sink: ExpansionSink, held: HeldInput) {
    this.sink = sink;
    this.held = held;
  }

  output(bytes: Uint8Array, unread: number): void {
    this.held.own(unread);
    this.isInSink = true;
    this.sink.output(bytes);
    this.isInSink = false;
  }

  get unresolved(): ChunkHandler["unresolved"] {
    return this.sink.unresolved && this.report;
  }

  private report(name: Uint8Array, offset: number, unread: number): void {
    this.held.own(unread);
    this.isInSink = true;
    this.sink.unresolved!(name, this.held.consumed + offset);
    this.isInSink = false;
  }
}

/** `$(NAME)` expansion inside the strings of JSON text that comes in pieces: NDJSON, or documents of any shape. */

const jsonScanner = () => allScanners().expandJson;

/** The format `json`: parsing the output gives what expanding each string of the parsed input gives. */
export class JsonStream extends ReferenceStream {
  constructor(environment: Variables, sink: ExpansionSink, limits: StreamLimits = {}) {
    super(environment, sink, limits, (...held) => environment.expandJson(jsonScanner, ...held));
  }
}
