/** `varexpand expand` of a large file in several threads; what comes out is the same for any number of them. */
import { closeSync, openSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Environment } from "../expansion/environment.ts";
import { JsonExpansionStream } from "../expansion/json-stream.ts";
import { ExpansionStream } from "../expansion/stream.ts";
import { type ExpandedSegment, readSegment, type Segment, type WorkerInput } from "./expand-worker.ts";
import type { CommandIo } from "./io.ts";
import type { Progress } from "./progress.ts";

/** Bytes that a thread expands at a time. */
const SEGMENT = 4 << 20;
/** Segments that a thread is given ahead: it has one to do while the output of the other waits for its turn. */
const AHEAD = 2;

/** A file to be expanded, and by how many threads. */
export interface ThreadedExpansion {
  readonly file: string;
  readonly size: number;
  readonly threads: number;
  readonly environment: Environment;
  readonly isJson: boolean;
}

/**
 * Each thread expands its segments as if a file began there. That is right unless the segment before ended inside
 * something, a reference that is still open: then this thread expands the next one itself, and goes on like that until
 * a segment ends clean.
 */
export async function expandInThreads(expansion: ThreadedExpansion, io: CommandIo, progress: Progress): Promise<void> {
  const { file, size, threads, environment, isJson } = expansion;
  const segments: Segment[] = [];
  for (let start = 0; start < size; start += SEGMENT) segments.push({ start, end: Math.min(start + SEGMENT, size) });
  const workerData: WorkerInput = { file, variables: [...environment.entries()], isJson };
  const workers = Array.from({ length: Math.min(threads, segments.length) }, () => new SegmentWorker(workerData));
  const descriptor = openSync(file, "r");
  const output = (bytes: Uint8Array) => io.write(bytes);
  let open: ExpansionStream | JsonExpansionStream | undefined;
  let openStart = 0;
  try {
    const results: Promise<ExpandedSegment>[] = [];
    const ask = (index: number) => {
      const segment = segments[index];
      if (segment !== undefined) results[index] = workers[index % workers.length]!.expand(segment);
    };
    for (let index = 0; index < workers.length * AHEAD; index++) ask(index);
    for (const [index, segment] of segments.entries()) {
      const { pieces, used } = await results[index]!;
      delete results[index];
      ask(index + workers.length * AHEAD);
      if (open !== undefined) {
        open.push(readSegment(descriptor, segment));
      } else {
        for (const piece of pieces) io.write(piece);
        if (used < segment.end - segment.start) {
          open = new (isJson ? JsonExpansionStream : ExpansionStream)(environment, { output });
          openStart = segment.start + used;
          open.push(readSegment(descriptor, { start: openStart, end: segment.end }));
        }
      }
      if (open !== undefined && openStart + open.consumed === segment.end) open = undefined;
      progress.advance(segment.end - segment.start);
    }
    open?.end();
  } finally {
    closeSync(descriptor);
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

/** A worker thread; it answers in the order in which it is asked. */
class SegmentWorker {
  private readonly worker: Worker;
  private readonly waiting: { resolve(expanded: ExpandedSegment): void; reject(error: unknown): void }[] = [];

  constructor(workerData: WorkerInput) {
    this.worker = new Worker(new URL("../cli/expand-worker.js", import.meta.url), { workerData });
    this.worker.on("message", (expanded: ExpandedSegment) => this.waiting.shift()!.resolve(expanded));
    this.worker.on("error", (error) => {
      for (const { reject } of this.waiting.splice(0)) reject(error);
    });
  }

  expand(segment: Segment): Promise<ExpandedSegment> {
    const promise = new Promise<ExpandedSegment>((resolve, reject) => {
      this.waiting.push({ resolve, reject });
    });
    // Whoever waits for it hears of a failure; one that comes earlier is not unhandled.
    promise.catch(() => {});
    this.worker.postMessage(segment);
    return promise;
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
