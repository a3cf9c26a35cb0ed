/** `$(NAME)` expansion of bytes that come in pieces. */
import type { Environment } from "../expansion/environment.ts";
import { expandByteChunk } from "../wasm/byte-expansion.ts";
import type { StreamLimits } from "./held-input.ts";
import { type ExpansionSink, ReferenceStream } from "./reference-stream.ts";

/**
 * The format `text`: however the input is cut into pieces, the output is that of `Environment.expandBytes` on the whole.
 * Takes memory for one piece, and for a reference that is still open at its end.
 */
export class TextStream extends ReferenceStream {
  constructor(environment: Environment, sink: ExpansionSink, limits: StreamLimits = {}) {
    super(sink, limits, (...held) => expandByteChunk(environment.compiledBytes().table, ...held));
  }
}
