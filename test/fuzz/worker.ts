/** The thread that runs one target. Its bundle has counters. */
import { parentPort, workerData } from "node:worker_threads";
import { Random } from "../reference/random.ts";
import { Coverage } from "./coverage.ts";
import { Engine } from "./engine.ts";
import type { FuzzInput } from "./input.ts";
import type { Message, Task } from "./messages.ts";
import { targets } from "./targets/index.ts";

const task = workerData as Task;
const target = targets.find(({ name }) => name === task.target)!;
const post = (message: Message) => parentPort!.postMessage(message);

// Errors are frequent, and their stacks are slow.
Error.stackTraceLimit = 5;

// The secret of the hashes decides which slots collide, so it depends on the seed.
const secret = new Random(task.seed);
crypto.getRandomValues = (array) => {
  const bytes = array as unknown as Uint8Array;
  for (let i = 0; i < bytes.length; i++) bytes[i] = secret.below(256);
  return array;
};

const numbers = new Uint32Array(task.current, 0, 2);
const bytes = new Uint8Array(task.current, 8);
const encoder = new TextEncoder();

function begins(input: FuzzInput): void {
  numbers[0] = encoder.encodeInto(JSON.stringify(input), bytes).written;
  Atomics.add(numbers, 1, 1);
}

const coverage = new Coverage(task.hostCounters, task.scannerCounters);
const engine = new Engine(target, coverage, task.seed, { begins, found: (find) => post({ kind: "find", find }) });
const start = performance.now();
await engine.start(task.inputs);
await engine.runUntil(start + 1000 * task.seconds);
post({
  kind: "done",
  executions: engine.executions,
  seconds: (performance.now() - start) / 1000,
  counters: [...engine.reached.counters()],
  entries: engine.entries.map(({ input }) => input),
  smallest: task.isWritten ? await engine.smallest() : [],
  slowest: engine.slowest,
});
