/** `$(NAME)` expansion inside the strings of JSON text that comes in pieces: NDJSON, or documents of any shape. */

import { allScanners } from "../../wasm/all-scanners.ts";
import { expandChunk } from "../../wasm/byte-expansion.ts";
import type { Environment } from "../environment.ts";
import type { StreamLimits } from "./held-input.ts";
import { type ExpansionSink, ReferenceStream } from "./reference-stream.ts";

const jsonScanner = () => allScanners().expandJson;

/** The format `json`: parsing the output gives what expanding each string of the parsed input gives. */
export class JsonStream extends ReferenceStream {
  constructor(environment: Environment, sink: ExpansionSink, limits: StreamLimits = {}) {
    super(sink, limits, (...held) => expandChunk(jsonScanner, environment.compiledJson(), ...held));
  }
}
