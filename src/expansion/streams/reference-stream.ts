/** Streams that hold back a reference that is still open: the one of any bytes, and what it shares with that of JSON. */
import { type ChunkHandler, type ChunkProgress, expandByteChunk } from "../../wasm/byte-expansion.ts";
import type { Environment } from "../environment.ts";
import { HeldInput, REFERENCE, type StreamLimits } from "./held-input.ts";

/** Ends every name, and is part of none. */
export const RIGHT_PARENTHESIS = 0x29;

/** Takes a stream's expanded bytes. Neither function may call back into this package. */
export interface ExpansionSink {
  /** Expanded bytes, in order. The view is only valid during the call. */
  output(bytes: Uint8Array): void;
  /**
   * A reference without a value, which stays as it is: its name's bytes (a view, only valid during the call), and where
   * its `$` stands, in bytes from the beginning of the stream.
   */
  unresolved?(name: Uint8Array, offset: number): void;
}

type Scan = (held: HeldInput, isLast: boolean, known: number, handler: ChunkHandler) => ChunkProgress;

/** Expands text that comes in pieces; the pieces may end anywhere. */
export class ReferenceStream {
  /** From the end of one call to the next: a reference, or an escape, that is still open. */
  private readonly held: HeldInput;
  private readonly handler: ChunkHandler;
  private readonly scan: Scan;
  /** How many of the held bytes belong to an open reference and have no `)` for it. */
  private known = 0;

  /** @internal */
  constructor(sink: ExpansionSink, limits: StreamLimits, scan: Scan) {
    this.held = new HeldInput(limits, REFERENCE);
    this.handler = new SinkHandler(sink, this.held);
    this.scan = scan;
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
    held.borrow(piece);
    // An open reference waits for a `)`, or until there is twice as much of it (a quote may end it, too): scanned with
    // every small piece, a long one would take quadratic time.
    const isWaiting = held.length < 2 * known && held.length <= held.limit && !piece.includes(RIGHT_PARENTHESIS);
    if (piece.length > 0 && !isWaiting) this.expand(false);
  }

  /** Expands what is held: no more input follows. */
  end(): void {
    this.expand(true);
  }

  private expand(isLast: boolean): void {
    const { held, handler } = this;
    held.use(() => {
      const { used, known } = this.scan(held, isLast, this.known, handler);
      this.known = known;
      return used;
    });
  }
}

/**
 * The format `text`: however the input is cut into pieces, the output is that of `Environment.expandBytes` on the whole.
 * Takes memory for one piece, and for a reference that is still open at its end.
 */
export class TextStream extends ReferenceStream {
  constructor(environment: Environment, sink: ExpansionSink, limits: StreamLimits = {}) {
    super(sink, limits, (...held) => expandByteChunk(environment.compiledBytes().table, ...held));
  }
}

/** Hands what a scan finds to the sink. Before, the input that is still to be read becomes the stream's own. */
class SinkHandler implements ChunkHandler {
  private readonly sink: ExpansionSink;
  private readonly held: HeldInput;

  constructor(sink: ExpansionSink, held: HeldInput) {
    this.sink = sink;
    this.held = held;
  }

  output(bytes: Uint8Array, unread: number): void {
    this.held.own(unread);
    this.sink.output(bytes);
  }

  get unresolved(): ChunkHandler["unresolved"] {
    return this.sink.unresolved && this.report;
  }

  private report(name: Uint8Array, offset: number, unread: number): void {
    this.held.own(unread);
    this.sink.unresolved!(name, this.held.consumed + offset);
  }
}
