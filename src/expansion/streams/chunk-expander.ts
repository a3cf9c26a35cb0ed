import { checkFunction, checkObject, wrongArgument } from "../../text/argument.ts";
import type { Variables } from "../variables.ts";
import type { StreamLimits } from "./held-input.ts";
import { type ExpansionSink, JsonStream, type ReferenceStream, TextStream } from "./reference-stream.ts";
import { YamlStream } from "./yaml-stream.ts";

const STREAMS = { text: TextStream, json: JsonStream, yaml: YamlStream };

/** What a stream expands, and its limits. */
export interface ChunkOptions extends StreamLimits {
  /**
   * What the input is, which decides which references are expanded.
   *
   * - `text` (default): any bytes, and every `$(NAME)` in them. The output is that of `Environment.expandBytes`.
   * - `json`: JSON or NDJSON, and the references in its strings, keys included. Values are escaped, so that the text stays
   *   JSON. Everything between the strings is copied. Input that is not JSON is not refused: a `"` or the end of a line
   *   ends a reference, and the rest is copied.
   * - `yaml`: YAML documents, and the references in their strings, keys included. A string stays a string, and comments,
   *   layout, anchors, and tags do not change. A scalar that cannot hold its new value is written in another style, for
   *   example in quotes. Where the structure of a document is unclear, no more documents are output, and the end of the
   *   stream fails with a `YamlExpansionError`.
   */
  readonly format?: keyof typeof STREAMS | undefined;
}

/**
 * Expands bytes that arrive in pieces and passes the output to a sink. The pieces can end anywhere: the output does not
 * depend on where the input is cut. The stream holds back what the next piece may complete: a reference, or in YAML a
 * document.
 *
 * @example
 * const stream = new ChunkExpander(new Environment({ NAME: 'say "hi"' }), sink, { format: "json" });
 * stream.push(new TextEncoder().encode('{"text":"$(NA'));
 * stream.push(new TextEncoder().encode('ME)"}\n'));
 * stream.end(); // sink.output has received {"text":"say \"hi\""}
 */
export class ChunkExpander {
  private readonly stream: ReferenceStream | YamlStream;

  constructor(environment: Variables, sink: ExpansionSink, options: ChunkOptions = {}) {
    // An instance of this class, or of the same class in another bundle.
    if (typeof environment?.compiledBytes !== "function") {
      throw wrongArgument("environment", "an Environment", environment, "new Environment(variables) makes one");
    }
    checkObject(sink, "sink");
    checkFunction(sink.output, "sink.output");
    const { format = "text" } = options;
    if (!Object.hasOwn(STREAMS, format)) throw new TypeError(`format must be "text", "json" or "yaml", not ${format}`);
    this.stream = new STREAMS[format](environment, sink, options);
  }

  /** The number of input bytes that are expanded. The bytes after them are held back until more input arrives. */
  get consumed(): number {
    return this.stream.consumed;
  }

  /**
   * Expands a piece of the input. Afterwards, the caller can reuse the piece's memory.
   *
   * @throws HeldInputError if a reference or a document stays open for more than `maxHeldBytes`.
   */
  push(piece: Uint8Array): void {
    this.stream.push(piece);
  }

  /**
   * Expands what is held back: no more input follows.
   *
   * @throws YamlExpansionError with every reference in the input that cannot be expanded safely.
   */
  end(): void {
    this.stream.end();
  }
}
