/** Runs one target repeatedly. Keeps inputs that reach new branches, and mutates them. */
import { Random } from "../reference/random.ts";
import { type Counting, type Features, Reached } from "./coverage.ts";
import type { FuzzInput, FuzzTarget } from "./input.ts";
import { mutated, shrunk } from "./mutate.ts";

export interface Find {
  readonly input: FuzzInput;
  /** The error. */
  readonly message: string;
}

export interface Slowest {
  readonly input: FuzzInput;
  readonly ms: number;
}

export interface KeptInput {
  readonly input: FuzzInput;
  readonly adds: number;
}

interface Entry {
  readonly input: FuzzInput;
  readonly features: Features;
}

export interface EngineListener {
  /** Called before each run, so that an endless run can be reported. */
  begins(input: FuzzInput): void;
  found(find: Find): void;
}

/** The most finds that are reported for one place in the code, and the most tries to make an input small. */
const REPORTED = 2;
const TRIES_FOR_FINDS = 3000;
const TRIES_FOR_ENTRIES = 60;
const TRIES_FOR_KEPT = 250;
const RECENT = 20;
/** Runs of fewer milliseconds are not reported as slow. */
const SLOW = 50;

export class Engine {
  readonly reached = new Reached();
  readonly entries: Entry[] = [];
  executions = 0;
  slowest: Slowest | undefined;
  private readonly target: FuzzTarget;
  private readonly coverage: Counting;
  private isTiming = false;
  private readonly random: Random;
  private readonly listener: EngineListener;
  private readonly wrong = new Map<string, number>();

  constructor(target: FuzzTarget, coverage: Counting, seed: number, listener: EngineListener) {
    this.target = target;
    this.coverage = coverage;
    this.random = new Random(seed);
    this.listener = listener;
  }

  /** Runs the existing inputs. */
  async start(inputs: readonly FuzzInput[]): Promise<void> {
    for (const input of [...this.target.seeds, ...inputs]) await this.take(input, false);
  }

  /** Runs mutants until a time of `performance.now`. */
  async runUntil(end: number): Promise<void> {
    const { entries, random, target } = this;
    // Recent entries more often than old ones.
    const pick = () => {
      const among = random.below(3) === 0 ? Math.min(RECENT, entries.length) : entries.length;
      return entries[entries.length - 1 - random.below(among)]!;
    };
    // If every existing input fails, there is nothing to mutate.
    while (entries.length > 0 && performance.now() < end) {
      const made = target.make !== undefined && random.below(2) === 0 ? target.make(random) : undefined;
      await this.take(made ?? mutated(random, pick().input, pick().input, target.tokens), true);
    }
  }

  /** A small set of small inputs that reaches everything, and how many counters each adds. */
  async smallest(): Promise<KeptInput[]> {
    const kept: KeptInput[] = [];
    for (const { input, adds } of smallestSet(this.entries)) {
      const reaches = async (smaller: FuzzInput): Promise<boolean> => {
        if ((await this.execute(smaller)) !== undefined) return false;
        const counters = new Set(this.coverage.features().map((feature) => feature >> 8));
        return [...adds].every((counter) => counters.has(counter));
      };
      kept.push({ input: await shrunk(input, TRIES_FOR_KEPT, reaches), adds: adds.size });
    }
    return kept;
  }

  private async take(input: FuzzInput, isShrunk: boolean): Promise<void> {
    const error = await this.execute(input);
    if (error !== undefined) {
      await this.report(input, error);
      return;
    }
    const fresh = this.reached.add(this.coverage.features());
    if (fresh.length === 0 && this.entries.length > 0) return;
    const small = isShrunk ? await shrunk(input, TRIES_FOR_ENTRIES, (smaller) => this.reaches(smaller, fresh)) : input;
    await this.execute(small);
    this.entries.push({ input: small, features: this.coverage.features() });
  }

  private async reaches(input: FuzzInput, features: Features): Promise<boolean> {
    if ((await this.execute(input)) !== undefined) return false;
    const reached = new Set(this.coverage.features());
    return features.every((feature) => reached.has(feature));
  }

  /** The error, or undefined. */
  private async execute(input: FuzzInput): Promise<Error | undefined> {
    this.executions++;
    this.listener.begins(input);
    this.coverage.clear();
    const start = performance.now();
    try {
      const running = this.target.run(input);
      if (running !== undefined) await running;
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(`thrown: ${error}`);
    } finally {
      await this.time(input, performance.now() - start);
    }
  }

  /** Keeps the slowest input that is slow every time, because the machine can be busy. */
  private async time(input: FuzzInput, ms: number): Promise<void> {
    if (this.isTiming || ms <= Math.max(this.slowest?.ms ?? 0, SLOW)) return;
    this.isTiming = true;
    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      const start = performance.now();
      await this.execute(input);
      times.push(performance.now() - start);
    }
    this.isTiming = false;
    const least = Math.min(ms, ...times);
    if (least > Math.max(this.slowest?.ms ?? 0, SLOW)) this.slowest = { input, ms: least };
  }

  private async report(input: FuzzInput, error: Error): Promise<void> {
    const where = placeOf(error);
    const times = this.wrong.get(where) ?? 0;
    this.wrong.set(where, times + 1);
    if (times >= REPORTED) return;
    const small = await shrunk(input, TRIES_FOR_FINDS, async (smaller) => {
      const other = await this.execute(smaller);
      return other !== undefined && placeOf(other) === where;
    });
    this.listener.found({
      input: small,
      message: (await this.execute(small))?.stack ?? `only after other inputs: ${error.stack}`,
    });
  }
}

/** Identifies a defect by the kind of error and the innermost positions in the code. */
function placeOf(error: Error): string {
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line) && !line.includes("node:"));
  return [error.name, ...frames.slice(0, 2)].join("\n");
}

/** A nearly smallest set of entries that reaches every counter of all entries, each with the counters it adds. */
export function smallestSet(entries: readonly Entry[]): (Entry & { readonly adds: ReadonlySet<number> })[] {
  const left = entries.map((entry) => ({
    ...entry,
    adds: new Set(entry.features.map((feature) => feature >> 8)),
    size: JSON.stringify(entry.input).length,
  }));
  const chosen: typeof left = [];
  while (true) {
    left.sort((a, b) => b.adds.size - a.adds.size || a.size - b.size);
    const best = left.shift();
    if (best === undefined || best.adds.size === 0) return chosen;
    chosen.push(best);
    for (const { adds } of left) for (const counter of best.adds) adds.delete(counter);
  }
}
