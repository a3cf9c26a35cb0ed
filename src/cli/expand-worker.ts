/** What a worker thread of `varexpand expand --threads` does: expands the segments of a file that it is told to. */
import { readSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { Environment } from "../expansion/environment.ts";
import { JsonExpansionStream } from "../streams/json-stream.ts";
import { ExpansionStream } from "../streams/stream.ts";

export interface WorkerInput {
  /** Of the file, which the main thread has opened: its name may lead to another one by now. */
  readonly descriptor: number;
  readonly variables: readonly (readonly [string, string])[];
  readonly isJson: boolean;
}

/** A range of the file, in bytes. */
export interface Segment {
  readonly start: number;
  readonly end: number;
}

export interface ExpandedSegment {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  /** Bytes of the segment that are used up: what is left of it depends on the next one. */
  readonly used: number;
}

/** Reads a segment; undefined if the file has become shorter. */
export function readSegment(descriptor: number, { start, end }: Segment): Uint8Array | undefined {
  const bytes = new Uint8Array(end - start);
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, start + length);
    if (count === 0) return undefined;
    length += count;
  }
  return bytes;
}

function work({ descriptor, variables, isJson }: WorkerInput): void {
  const port = parentPort!;
  const environment = new Environment(new Map(variables));
  port.on("message", (segment: Segment) => {
    const bytes = readSegment(descriptor, segment);
    if (bytes === undefined) {
      port.postMessage(undefined);
      return;
    }
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    const sink = { output: (bytes: Uint8Array) => void pieces.push(bytes.slice()) };
    const stream = isJson ? new JsonExpansionStream(environment, sink) : new ExpansionStream(environment, sink);
    stream.push(bytes);
    const expanded: ExpandedSegment = { pieces, used: stream.consumed };
    port.postMessage(
      expanded,
      pieces.map((piece) => piece.buffer),
    );
  });
}

if (parentPort !== null) work(workerData as WorkerInput);
