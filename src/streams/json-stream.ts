/** `$(NAME)` expansion inside the strings of JSON text that comes in pieces: NDJSON, or documents of any shape. */
import type { Environment } from "../expansion/environment.ts";
import { allScanners } from "../wasm/all-scanners.ts";
import { expandChunk } from "../wasm/byte-expansion.ts";
import type { StreamLimits } from "./held-input.ts";
import { type ExpansionSink, ReferenceStream } from "./reference-stream.ts";
import { checkStreamArguments } from "./stream-arguments.ts";

const jsonScanner = () => allScanners().expandJson;

/**
 * Expands every string of JSON text, keys too, without parsing the text: what stands between the strings stays byte for
 * byte, and values are escaped for JSON. Parsing the output gives what expanding each string of the parsed input gives.
 * Text that is not JSON is not refused: a `"` or a line's end ends a reference, and the rest is copied.
 *
 * @example
 * const stream = new JsonExpansionStream(new Environment({ NAME: 'say "hi"' }), { output: (bytes) => file.write(bytes) });
 * stream.push(new TextEncoder().encode('{"text":"$(NAME)"}\n')); // {"text":"say \"hi\""}
 * stream.end();
 */
export class JsonExpansionStream extends ReferenceStream {
  constructor(environment: Environment, sink: ExpansionSink, limits: StreamLimits = {}) {
    checkStreamArguments(environment, sink);
    super(sink, limits, (...held) => expandChunk(jsonScanner, environment.compiledJson(), ...held));
  }
}
