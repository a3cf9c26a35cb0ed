/** `$(NAME)` expansion of bytes that come in pieces. */
import type { Environment } from "../expansion/environment.ts";
import { expandByteChunk } from "../wasm/byte-expansion.ts";
import type { StreamLimits } from "./held-input.ts";
import { type ExpansionSink, ReferenceStream } from "./reference-stream.ts";
import { checkStreamArguments } from "./stream-arguments.ts";

/**
 * Expands a stream of bytes. However the input is cut into pieces, the output is that of `Environment.expandBytes` on the
 * whole. Takes memory for one piece, and for a reference that is still open at its end.
 *
 * @example
 * const stream = new ExpansionStream(new Environment({ HOST: "db" }), { output: (bytes) => file.write(bytes) });
 * stream.push(first);
 * stream.push(second);
 * stream.end();
 */
export class ExpansionStream extends ReferenceStream {
  constructor(environment: Environment, sink: ExpansionSink, limits: StreamLimits = {}) {
    checkStreamArguments(environment, sink);
    super(sink, limits, (...held) => expandByteChunk(environment.compiledBytes().table, ...held));
  }
}
