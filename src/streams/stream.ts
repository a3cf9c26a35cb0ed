/** `$(NAME)` expansion of bytes that come in pieces. */

import type { Environment } from "../expansion/environment.ts";
import { type ChunkHandler, expandChunk } from "../wasm/expansion.ts";
import { HeldInput, REFERENCE, type StreamLimits } from "./held-input.ts";

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
  /** From the end of one call to the next: a `$` and what follows it, as far as it is known. */
  private readonly held: HeldInput;

  constructor(environment: Environment, sink: ExpansionSink, limits: StreamLimits = {}) {
    this.environment = environment;
    this.sink = sink;
    this.held = new HeldInput(limits, REFERENCE);
  }

  /** How many bytes of the input are done with; what is beyond waits for more. */
  get consumed(): number {
    return this.held.consumed;
  }

  /**
   * Expands a piece of the input. The piece may change as soon as the sink is called.
   *
   * @throws HeldInputError if a reference stays open for longer than `maxHeldBytes`.
   */
  push(piece: Uint8Array): void {
    const { held } = this;
    // An open reference waits for its `)`: else many small pieces of one long name would be scanned again and again.
    const known = held.length >= 2 && held.subarray(1, 2)[0] === LEFT_PARENTHESIS ? held.length : 0;
    held.borrow(piece);
    if (known > 0 && !held.subarray(known).includes(RIGHT_PARENTHESIS)) held.checkLimit();
    else if (piece.length > 0) this.expand(known, false);
  }

  /** Says that nothing follows. */
  end(): void {
    this.expand(0, true);
  }

  private expand(known: number, isLast: boolean): void {
    const { environment, held, sink } = this;
    held.use(() => expandChunk(environment.compiledBytes().table, held, isLast, known, handlerOf(held, sink)));
  }
}

/** What hands a sink the output, and the references without a value, of what is held. */
export function handlerOf(held: HeldInput, sink: ExpansionSink): ChunkHandler {
  return {
    output(bytes, unread) {
      held.own(unread);
      sink.output(bytes);
    },
    unresolved:
      sink.unresolved &&
      ((name, offset, unread) => {
        held.own(unread);
        sink.unresolved!(name, held.consumed + offset);
      }),
  };
}
