/** `$(NAME)` expansion inside the strings of JSON text that comes in pieces: NDJSON, or documents of any shape. */

import type { Environment } from "../expansion/environment.ts";
import { expandJsonChunk } from "../wasm/json.ts";
import { HeldInput, REFERENCE, type StreamLimits } from "./held-input.ts";
import { type ExpansionSink, handlerOf } from "./stream.ts";

/**
 * Expands every string of JSON text, keys too, without parsing the text: what stands between the strings stays byte for
 * byte, and the values are escaped as a string needs it. Parsing what comes out gives what expanding each string of the
 * parsed input gives. Text that is not JSON is not refused: a `"` or a line's end
 * ends a reference, and the rest is copied.
 *
 * @example
 * const stream = new JsonExpansionStream(new Environment({ NAME: 'say "hi"' }), { output: (bytes) => file.write(bytes) });
 * stream.push(new TextEncoder().encode('{"text":"$(NAME)"}\n')); // {"text":"say \"hi\""}
 * stream.end();
 */
export class JsonExpansionStream {
  private readonly environment: Environment;
  private readonly sink: ExpansionSink;
  /** From the end of one call to the next: a reference, or an escape, that is still open. */
  private readonly held: HeldInput;
  /** Held bytes that are not worth another look: looked at anew only when there are twice as many, the sum is linear. */
  private wanted = 0;
  /** How many of them are known to hold no `)` for the reference that they begin with. */
  private known = 0;

  constructor(environment: Environment, sink: ExpansionSink, limits: StreamLimits = {}) {
    this.environment = environment;
    this.sink = sink;
    this.held = new HeldInput(limits, REFERENCE);
  }

  /** How many bytes of the input are done with. */
  get consumed(): number {
    return this.held.consumed;
  }

  /**
   * Expands a piece of the text. The piece may change as soon as the sink is called.
   *
   * @throws HeldInputError if a reference stays open for longer than `maxHeldBytes`.
   */
  push(piece: Uint8Array): void {
    const { held } = this;
    held.borrow(piece);
    if (piece.length > 0 && (held.length >= this.wanted || held.length > held.limit)) this.expand(false);
  }

  /** Says that nothing follows. */
  end(): void {
    this.expand(true);
  }

  private expand(isLast: boolean): void {
    const { environment, held, sink } = this;
    held.use(() => {
      const compiled = environment.compiledJson();
      const { used, known } = expandJsonChunk(compiled, held, isLast, this.known, handlerOf(held, sink));
      this.known = known;
      return used;
    });
    this.wanted = 2 * held.length;
  }
}
