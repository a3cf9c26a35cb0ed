/** `$(NAME)` expansion of bytes that come in pieces. */
import { expandChunk } from "../wasm/expansion.ts";
import type { Environment } from "./environment.ts";

const LEFT_PARENTHESIS = 0x28;
const RIGHT_PARENTHESIS = 0x29;

/** What a stream of expanded bytes is handed to. Neither function may call back into this package. */
export interface ExpansionSink {
  /** Expanded bytes, in order. The view is only valid during the call. */
  output(bytes: Uint8Array): void;
  /**
   * A reference without a value, which stays as it is: its name's bytes (a view, only valid during the call), and where
   * its `$` stands, in bytes from the beginning of the stream.
   */
  unresolved?(name: Uint8Array, offset: number): void;
}

/**
 * Expands a stream, whatever the pieces are that it comes in: what comes out is what `Environment.expandBytes` makes of
 * the whole. Takes memory for one piece, and for a reference that is still open at its end.
 *
 * @example
 * const stream = new ExpansionStream(new Environment({ HOST: "db" }), { output: (bytes) => file.write(bytes) });
 * stream.push(first);
 * stream.push(second);
 * stream.end();
 */
export class ExpansionStream {
  private readonly environment: Environment;
  private readonly sink: ExpansionSink;
  /** What the last pieces left over: a `$` and what follows it, as far as it is known. */
  private readonly open: Uint8Array[] = [];
  private openLength = 0;
  private usedUp = 0;

  constructor(environment: Environment, sink: ExpansionSink) {
    this.environment = environment;
    this.sink = sink;
  }

  /** How many bytes of the input are done with; what is beyond waits for more. */
  get consumed(): number {
    return this.usedUp;
  }

  /** Expands a piece of the input. */
  push(piece: Uint8Array): void {
    if (piece.length === 0) return;
    // An open reference waits for its `)`, and is put together once, when it comes: else many small pieces of one long
    // name would be copied again and again.
    if (this.isReferenceOpen() && !piece.includes(RIGHT_PARENTHESIS)) this.keep(piece);
    else this.expand(piece, false);
  }

  /** Says that nothing follows. */
  end(): void {
    this.expand(new Uint8Array(0), true);
  }

  private isReferenceOpen(): boolean {
    // Only the first kept piece can be shorter than two bytes, and `expand` never leaves "$" and "(" in two.
    return this.openLength >= 2 && this.open[0]![1] === LEFT_PARENTHESIS;
  }

  private keep(bytes: Uint8Array): void {
    this.open.push(bytes.slice());
    this.openLength += bytes.length;
  }

  private expand(piece: Uint8Array, isLast: boolean): void {
    const known = this.isReferenceOpen() ? this.openLength : 0;
    const input = this.openLength === 0 ? piece : concatenated([...this.open, piece], this.openLength + piece.length);
    const { sink, usedUp } = this;
    const used = expandChunk(this.environment.compiledBytes().table, input, isLast, known, {
      output: (bytes) => sink.output(bytes),
      unresolved:
        sink.unresolved === undefined
          ? undefined
          : (start, end) => sink.unresolved!(input.subarray(start, end), usedUp + start - 2),
    });
    this.usedUp += used;
    this.open.length = 0;
    this.openLength = 0;
    if (used < input.length) this.keep(input.subarray(used));
  }
}

function concatenated(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
