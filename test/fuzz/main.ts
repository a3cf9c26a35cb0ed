/**
 * npm run test:fuzz: mutates inputs that reached new branches at random, and compares each result with an oracle.
 *
 *   targets/                        the targets and their oracles
 *   input.ts mutate.ts engine.ts    inputs, how they are mutated, and which ones are kept
 *   instrument.ts build.ts coverage.ts    counters in src/ and assembly/, and the build with them
 *   worker.ts messages.ts           the thread that runs a target
 *   fuzz.test.ts                    runs test/vectors/fuzz-seeds.jsonl on the targets, in the usual tests
 *
 * (jazzer.js has a binary that needs a newer C library than common systems have, jsfuzz is no longer maintained, and
 * neither supports WebAssembly.)
 *
 * Kept inputs are in build/fuzz/corpus/, where the next run continues.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { build, type Places } from "./build.ts";
import type { FuzzInput } from "./input.ts";
import type { Message, Task } from "./messages.ts";
import { targetNames } from "./targets/names.ts";

const HELP = `npm run test:fuzz -- [options]

Runs random inputs on each target and compares the results with an oracle. Inputs that reach new code are kept and mutated.

  --minutes N     total time of all targets (10)
  --target NAME   run one target: ${targetNames.join(", ")}
  --seed N        seed of the random inputs (1)
  --write         write a small set of inputs that reaches everything to test/vectors/fuzz-seeds.jsonl
`;

/** Seconds after which a run counts as endless. */
const TOO_LONG = 20;
const LARGEST_INPUT = 1 << 20;
/** The most inputs that the usual tests have time for. */
const MOST_SEEDS = 220;

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "build/fuzz");
const corpus = join(folder, "corpus");
const SEEDS = join(root, "test/vectors/fuzz-seeds.jsonl");

type Done = Message & { kind: "done" };

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    target: { type: "string" },
    seed: { type: "string", default: "1" },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const chosen = targetNames.filter((name) => options.target === undefined || name === options.target);
if (options.help) {
  process.stdout.write(HELP);
} else if (chosen.length === 0 || !(Number(options.minutes) >= 0) || !/^\d+$/.test(options.seed)) {
  process.stderr.write(HELP);
  process.exitCode = 2;
} else {
  await main();
}

async function main(): Promise<void> {
  const places = await build(root, folder);
  mkdirSync(corpus, { recursive: true });
  const all = new Set<number>();
  // Inputs of other targets are kept.
  const smallest = linesOf(SEEDS)
    .filter(({ target }) => !chosen.some((name) => name === target))
    .map((input) => ({ adds: Number.POSITIVE_INFINITY, line: JSON.stringify(input) }));
  let finds = 0;
  let executions = 0;
  for (const target of chosen) {
    const run = await fuzz(target, places);
    finds += run.finds;
    if (run.done === undefined) continue;
    const { done } = run;
    executions += done.executions;
    for (const counter of done.counters) all.add(counter);
    writeFileSync(join(corpus, `${target}.jsonl`), done.entries.map((input) => `${JSON.stringify(input)}\n`).join(""));
    for (const { input, adds } of done.smallest) smallest.push({ adds, line: JSON.stringify({ target, ...input }) });
    const { slowest } = done;
    const slow = slowest && `; slow: ${slowest.ms.toFixed(0)} ms for ${JSON.stringify(slowest.input)}`;
    console.log(
      `${target}: ${done.executions} runs, ${Math.round(done.executions / done.seconds)} a second; ` +
        `${reached(done.counters, places)}; ${done.entries.length} inputs kept${slow ?? ""}`,
    );
  }
  writeFileSync(join(folder, "reached.json"), JSON.stringify([...all].map((counter) => placeOf(counter, places))));
  if (options.write) writeSeeds(smallest);
  console.log(`${executions} runs; ${reached(all, places)}; ${finds} finds`);
  process.exitCode = finds > 0 ? 1 : 0;
}

/** Writes the inputs in the order of the targets. If there are too many, it keeps those that add most. */
function writeSeeds(inputs: readonly { readonly adds: number; readonly line: string }[]): void {
  const least = inputs.map(({ adds }) => adds).sort((a, b) => b - a)[MOST_SEEDS - 1] ?? 0;
  let room = MOST_SEEDS - inputs.filter(({ adds }) => adds > least).length;
  const lines = inputs.filter(({ adds }) => adds > least || (adds === least && room-- > 0)).map(({ line }) => line);
  writeFileSync(SEEDS, `${lines.join("\n")}\n`);
}

/** Runs one target. Terminates its thread if a run is endless. */
async function fuzz(target: string, { host, scanners }: Places): Promise<{ done: Done | undefined; finds: number }> {
  const current = new SharedArrayBuffer(8 + LARGEST_INPUT);
  const task: Task = {
    target,
    seed: Number(options.seed),
    seconds: (60 * Number(options.minutes)) / chosen.length,
    isWritten: options.write,
    inputs: [...linesOf(SEEDS).filter((input) => input.target === target), ...linesOf(join(corpus, `${target}.jsonl`))],
    hostCounters: host.length,
    scannerCounters: scanners.length,
    current,
  };
  const numbers = new Uint32Array(current, 0, 2);
  const input = () => Buffer.from(new Uint8Array(current, 8, numbers[0]).slice()).toString();
  let finds = 0;
  const report = (text: string, message: string) => {
    finds++;
    console.log(`\nfind: ${target}: ${text}\n${message}\n`);
  };
  const worker = new Worker(join(folder, "worker.js"), { workerData: task, execArgv: ["--enable-source-maps"] });
  let last = -1;
  const watch = setInterval(() => {
    if (numbers[1] === last && last > 0) {
      report(input(), `does not end within ${TOO_LONG} s`);
      void worker.terminate();
    }
    last = numbers[1]!;
  }, 1000 * TOO_LONG);
  const done = await new Promise<Done | undefined>((resolve) => {
    worker.on("message", (message: Message) => {
      if (message.kind === "find") report(JSON.stringify(message.find.input), message.find.message);
      else resolve(message);
    });
    worker.on("error", (error) => report(input(), `ends the thread: ${error.stack}`));
    worker.on("exit", () => resolve(undefined));
  });
  clearInterval(watch);
  await worker.terminate();
  return { done, finds };
}

function linesOf(file: string): (FuzzInput & { target?: string })[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** The counters of the scanners follow those of the host, which are padded to a multiple of four. */
function placeOf(counter: number, { host, scanners }: Places): string {
  return host[counter] ?? scanners[counter - Math.ceil(host.length / 4) * 4]!;
}

function reached(counters: Iterable<number>, places: Places): string {
  const found = [...counters].map((counter) => placeOf(counter, places));
  const ofScanners = found.filter((place) => place.startsWith("assembly/")).length;
  return `${found.length - ofScanners} of ${places.host.length} branches of the host, ${ofScanners} of ${places.scanners.length} of the scanners`;
}
