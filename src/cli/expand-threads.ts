/** `varexpand expand` of a large file in several threads; what comes out is the same for any number of them. */
import { Worker } from "node:worker_threads";
import type { Environment } from "../expansion/environment.ts";
import { JsonExpansionStream } from "../streams/json-stream.ts";
import { ExpansionStream } from "../streams/stream.ts";
import { inputError } from "./errors.ts";
import { type ExpandedSegment, readSegment, type Segment, type WorkerInput } from "./expand-worker.ts";
import { nameOf, shortened } from "./files.ts";
import type { CommandIo } from "./io.ts";
import type { Progress } from "./progress.ts";

/** Bytes that a thread expands at a time. */
const SEGMENT = 4 << 20;
/** Segments that a thread is given ahead: it has one to do while the output of the other waits for its turn. */
const AHEAD = 2;

/** An open file to be expanded, and by how many threads. */
export interface ThreadedExpansion {
  /** The file's. */
  readonly name: string;
  readonly descriptor: number;
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
  const { name, descriptor, size, threads, environment, isJson } = expansion;
  const segments: Segment[] = [];
  for (let start = 0; start < size; start += SEGMENT) segments.push({ start, end: Math.min(start + SEGMENT, size) });
  const workerData: WorkerInput = { descriptor, variables: [...environment.entries()], isJson };
  const workers = Array.from({ length: Math.min(threads, segments.length) }, () => new SegmentWorker(workerData));
  const output = (bytes: Uint8Array) => io.write(bytes);
  const read = (segment: Segment) => whole(readSegment(descriptor, segment), name);
  let open: ExpansionStream | JsonExpansionStream | undefined;
  let openStart = 0;
  try {
    const results: Promise<ExpandedSegment | undefined>[] = [];
    const ask = (index: number) => {
      const segment = segments[index];
      if (segment !== undefined) results[index] = workers[index % workers.length]!.expand(segment);
    };
    for (let index = 0; index < workers.length * AHEAD; index++) ask(index);
    for (const [index, segment] of segments.entries()) {
      const { pieces, used } = whole(await results[index]!, name);
      delete results[index];
      ask(index + workers.length * AHEAD);
      if (open !== undefined) {
        open.push(read(segment));
      } else {
        for (const piece of pieces) io.write(piece);
        if (used < segment.end - segment.start) {
          open = new (isJson ? JsonExpansionStream : ExpansionStream)(environment, { output });
          openStart = segment.start + used;
          open.push(read({ start: openStart, end: segment.end }));
        }
      }
      if (open !== undefined && openStart + open.consumed === segment.end) open = undefined;
      progress.advance(segment.end - segment.start);
    }
    open?.end();
  } catch (error) {
    throw inputError(nameOf(name), error);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

/** What has been read of a file, if it is all that was there. */
function whole<T>(read: T | undefined, name: string): T {
  if (read === undefined) throw shortened(name);
  return read;
}

/** A worker thread; it answers in the order in which it is asked. */
class SegmentWorker {
  private readonly worker: Worker;
  private readonly waiting: { resolve(expanded: ExpandedSegment | undefined): void; reject(error: unknown): void }[] =
    [];
  private failure: Error | undefined;

  constructor(workerData: WorkerInput) {
    this.worker = new Worker(new URL("../cli/expand-worker.js", import.meta.url), { workerData });
    this.worker.on("message", (expanded: ExpandedSegment | undefined) => this.waiting.shift()!.resolve(expanded));
    this.worker.on("error", (error) => this.fail(error));
    this.worker.on("exit", () => this.fail(new Error("a thread has ended early")));
  }

  /** Undefined where the file is shorter. */
  expand(segment: Segment): Promise<ExpandedSegment | undefined> {
    const promise = new Promise<ExpandedSegment | undefined>((resolve, reject) => {
      if (this.failure !== undefined) reject(this.failure);
      else this.waiting.push({ resolve, reject });
    });
    // Whoever waits for it hears of a failure; one that comes earlier is not unhandled.
    promise.catch(() => {});
    this.worker.postMessage(segment);
    return promise;
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(this.failure);
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
