/** Expansion of streams: web streams and async iterables, in bounded memory, on every runtime. */

import { type ObjectEventRecorder, UNRESOLVED_REFERENCE, unresolvedMessage } from "../../events/recorder.ts";
import { resized } from "../../text/byte-buffer.ts";
import type { Variables } from "../variables.ts";
import { ExpansionStream, type StreamOptions } from "./expansion-stream.ts";
import { type ExpansionSink, RIGHT_PARENTHESIS } from "./reference-stream.ts";

declare global {
  // For compilers whose libraries do not declare it; otherwise it merges with that declaration and adds nothing.
  interface TransformStream<I, O> {}
}

/** What a stream expands, what it reports, and its limits. */
export interface ExpansionOptions extends StreamOptions {
  /** Receives an event for each reference without a value, in order. */
  readonly recorder?: ObjectEventRecorder | undefined;
  /**
   * The maximum number of events for the recorder; default: no limit. Set it for untrusted text: each reference without a
   * value is an event.
   */
  readonly maxEvents?: number | undefined;
}

/**
 * A transform stream that expands bytes. Chunks may end anywhere: a reference (in YAML: a document) that the next chunk
 * may complete is held back. The writer waits while the reader does not read. Fails with a `HeldInputError` if more than
 * `maxHeldBytes` would be held back.
 *
 * @example response.body.pipeThrough(expansionStream(new Environment({ HOST: "db" })))
 */
export function expansionStream(
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
  private readonly expansion: ExpansionStream;
  private readonly recorder: ObjectEventRecorder | undefined;
  private pieces: Uint8Array<ArrayBuffer>[] = [];
  /** Unresolved names, each followed by a `)`. They are decoded in one call, because each call of a decoder is slow. */
  private names = new Uint8Array(0);
  private namesLength = 0;
  private eventsLeft: number;
  private readonly sink: ExpansionSink;

  constructor(
    environment: Variables,
    { recorder, maxEvents = Number.POSITIVE_INFINITY, ...options }: ExpansionOptions,
  ) {
    if (maxEvents !== Number.POSITIVE_INFINITY && !(Number.isInteger(maxEvents) && maxEvents >= 0))
      throw new RangeError(`maxEvents is a whole number from 0 on, not ${maxEvents}`);
    this.eventsLeft = maxEvents;
    const output = (bytes: Uint8Array) => {
      // Not `slice`, which of a Buffer is a view.
      this.pieces.push(new Uint8Array(bytes));
    };
    if (recorder !== undefined && maxEvents > 0) this.sink = { output, unresolved: (name) => this.keepName(name) };
    else this.sink = { output };
    this.expansion = new ExpansionStream(environment, this.sink, options);
    this.recorder = recorder;
  }

  push(chunk: Uint8Array): Uint8Array<ArrayBuffer>[] {
    this.expansion.push(chunk);
    return this.taken();
  }

  end(): Uint8Array<ArrayBuffer>[] {
    this.expansion.end();
    return this.taken();
  }

  private keepName(name: Uint8Array): void {
    this.eventsLeft -= 1;
    // From now on, the scanner does not record names.
    if (this.eventsLeft === 0) delete this.sink.unresolved;
    const end = this.namesLength + name.length;
    if (end >= this.names.length) this.names = resized(this.names, 2 * end + 64);
    const { names, namesLength } = this;
    if (name.length > SHORT_NAME) names.set(name, namesLength);
    else for (let i = 0; i < name.length; i++) names[namesLength + i] = name[i]!;
    names[end] = RIGHT_PARENTHESIS;
    this.namesLength = end + 1;
  }

  private taken(): Uint8Array<ArrayBuffer>[] {
    const { pieces, recorder } = this;
    this.pieces = [];
    if (recorder === undefined || this.namesLength === 0) return pieces;
    const names = new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.names.subarray(0, this.namesLength));
    this.names = new Uint8Array(0);
    this.namesLength = 0;
    let last: string | undefined;
    let message = "";
    for (const name of names.slice(0, -1).split(")")) {
      // The same message again, not an equal one: recorders that look it up would have to read it.
      if (name !== last) message = unresolvedMessage(name);
      last = name;
      recorder.event(UNRESOLVED_REFERENCE, message);
    }
    return pieces;
  }
}
