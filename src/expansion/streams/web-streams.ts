/** Expansion of streams: web streams and async iterables, in bounded memory, on every runtime. */

import { resizeBuffer } from "../../text/byte-buffer.ts";
import type { UnexpandedHandler } from "../unexpanded.ts";
import type { Variables } from "../variables.ts";
import { ChunkExpander, type ChunkOptions } from "./chunk-expander.ts";
import { type ExpansionSink, RIGHT_PARENTHESIS } from "./reference-stream.ts";

declare global {
  // For compilers whose libraries do not declare it; otherwise it merges with that declaration and adds nothing.
  interface TransformStream<I, O> {}
}

/** What a stream expands, what it reports, and its limits. */
export interface ExpansionOptions extends ChunkOptions {
  /** Receives each reference that is not expanded, in order; its offset is in bytes from the start of the stream. */
  readonly onUnexpanded?: UnexpandedHandler | undefined;
  /** The maximum number of calls of `onUnexpanded`; default: no limit. Set it for untrusted text. */
  readonly maxUnexpanded?: number | undefined;
}

/**
 * A transform stream that expands bytes. Chunks may end anywhere: a reference (in YAML: a document) that the next chunk
 * may complete is held back. The writer waits while the reader does not read. Fails with a `HeldInputError` if more than
 * `maxHeldBytes` would be held back.
 *
 * @example response.body.pipeThrough(createExpansionStream(new Environment({ HOST: "db" })))
 */
export function createExpansionStream(
  environment: Variables,
  options: ExpansionOptions = {},
): TransformStream<Uint8Array, Uint8Array> {
  const expansion = new PiecewiseExpansion(environment, options);
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      for (const piece of expansion.push(chunk)) controller.enqueue(piece);
    },
    flush(controller) {
      for (const piece of expansion.end()) controller.enqueue(piece);
    },
  });
}

/**
 * Expands chunks of bytes, and yields the output in memory of its own; a chunk is only read when the consumer asks for
 * more, and its owner may reuse it when the next one is asked for.
 *
 * @example for await (const bytes of expandChunks(createReadStream("app.log"), environment)) output.write(bytes);
 */
export async function* expandChunks(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  environment: Variables,
  options: ExpansionOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const expansion = new PiecewiseExpansion(environment, options);
  for await (const chunk of chunks) yield* expansion.push(chunk);
  yield* expansion.end();
}

/** Bytes that are copied faster one by one than by a call. */
const SHORT_NAME = 16;

/** Keeps the output until a chunk is expanded: its readers are the caller's code, and may call this package. */
class PiecewiseExpansion {
  private readonly expansion: ChunkExpander;
  private readonly syntax: Variables["referenceSyntax"];
  private readonly onUnexpanded: UnexpandedHandler | undefined;
  private pieces: Uint8Array<ArrayBuffer>[] = [];
  /** Names, each followed by a `)`. They are decoded in one call, because each call of a decoder is slow. */
  private names = new Uint8Array(0);
  private namesLength = 0;
  private offsets: number[] = [];
  private callsLeft: number;
  private readonly sink: ExpansionSink;

  constructor(
    environment: Variables,
    { onUnexpanded, maxUnexpanded = Number.POSITIVE_INFINITY, ...options }: ExpansionOptions,
  ) {
    if (maxUnexpanded !== Number.POSITIVE_INFINITY && !(Number.isInteger(maxUnexpanded) && maxUnexpanded >= 0))
      throw new RangeError(`maxUnexpanded must be a whole number of at least 0, not ${maxUnexpanded}`);
    this.callsLeft = maxUnexpanded;
    const output = (bytes: Uint8Array) => {
      // Not `slice`, which of a Buffer is a view.
      this.pieces.push(new Uint8Array(bytes));
    };
    const isReported = onUnexpanded !== undefined && maxUnexpanded > 0;
    this.sink = isReported ? { output, unresolved: (name, offset) => this.keep(name, offset) } : { output };
    this.expansion = new ChunkExpander(environment, this.sink, options);
    this.syntax = environment.referenceSyntax;
    this.onUnexpanded = onUnexpanded;
  }

  push(chunk: Uint8Array): Uint8Array<ArrayBuffer>[] {
    this.expansion.push(chunk);
    return this.taken();
  }

  end(): Uint8Array<ArrayBuffer>[] {
    this.expansion.end();
    return this.taken();
  }

  private keep(name: Uint8Array, offset: number): void {
    this.callsLeft -= 1;
    // From now on, the scanner does not record names.
    if (this.callsLeft === 0) delete this.sink.unresolved;
    this.offsets.push(offset);
    const end = this.namesLength + name.length;
    if (end >= this.names.length) this.names = resizeBuffer(this.names, 2 * end + 64);
    const { names, namesLength } = this;
    if (name.length > SHORT_NAME) names.set(name, namesLength);
    else for (let i = 0; i < name.length; i++) names[namesLength + i] = name[i]!;
    names[end] = RIGHT_PARENTHESIS;
    this.namesLength = end + 1;
  }

  private taken(): Uint8Array<ArrayBuffer>[] {
    const { offsets, pieces, syntax } = this;
    this.pieces = [];
    if (offsets.length === 0) return pieces;
    const names = new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.names.subarray(0, this.namesLength));
    this.names = new Uint8Array(0);
    this.namesLength = 0;
    this.offsets = [];
    for (const [i, name] of names.slice(0, -1).split(")").entries()) {
      this.onUnexpanded!({ name, offset: offsets[i]!, syntax, reason: "unset" });
    }
    return pieces;
  }
}
