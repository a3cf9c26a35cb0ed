/**
 * Runs each test as usual, and then again with each mutant that it reached; see quick.ts. The hooks around a test run only
 * once, so a test that cannot be repeated detects no mutants here.
 */
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RunnerTestCase, TestRunner } from "vitest";
import { FOLDER_VARIABLE, KILLED, running } from "./quick.ts";
import { OFF, ON_VARIABLE, REACHED_VARIABLE, STATE, type Switches } from "./switches.ts";

/** Slower tests are left to the workbenches. */
const SLOWEST_MS = 50;
/** The time for one mutant in a file of tests. */
const BUDGET_MS = 3_000;

type Run = () => Promise<void>;

export default class SwitchingRunner extends TestRunner {
  private readonly folder = process.env[FOLDER_VARIABLE]!;
  private readonly spent = new Map<number, number>();
  /** The content of KILLED. */
  private killed = "";
  /** Whether a mutant has left this process in a state in which tests fail without it. */
  private isSpoiled = false;

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test) as Run;
    const start = performance.now();
    const reached = await this.reachedBy(run);
    const ms = performance.now() - start;
    if (this.isSpoiled || ms > SLOWEST_MS) return;
    const limit = Math.max(1_500, 8 * ms);
    let isRepeatable = false;
    for (const mutant of reached) {
      if ((this.spent.get(mutant) ?? 0) > BUDGET_MS || this.isKilled(mutant)) continue;
      isRepeatable ||= (await failureOf(run, 2 * limit)) === undefined;
      if (!isRepeatable) return;
      const error = await this.failureWith(mutant, run, limit);
      if (error === undefined) continue;
      this.isSpoiled = (await failureOf(run, 2 * limit)) !== undefined;
      if (this.isSpoiled) return;
      const by = { test: test.file.name, name: test.name, error: error.message };
      appendFileSync(join(this.folder, KILLED), `${JSON.stringify({ mutant, by })}\n`);
    }
  }

  /** The mutants that a test reaches, in this process and in those that it starts. */
  private async reachedBy(run: Run): Promise<Set<number>> {
    const file = join(this.folder, `reached-${process.pid}`);
    switches()?.reached.clear();
    process.env[REACHED_VARIABLE] = file;
    try {
      await run();
    } finally {
      delete process.env[REACHED_VARIABLE];
    }
    const reached = new Set(switches()?.reached);
    if (!existsSync(file)) return reached;
    for (const line of readFileSync(file, "utf8").split("\n")) if (line !== "") reached.add(Number(line));
    rmSync(file);
    return reached;
  }

  private async failureWith(mutant: number, run: Run, ms: number): Promise<Error | undefined> {
    const state = switches();
    if (state !== undefined) Object.assign(state, { on: mutant, deadline: Date.now() + ms });
    process.env[ON_VARIABLE] = `${mutant}`;
    writeFileSync(running(this.folder, process.pid), JSON.stringify({ mutant, until: Date.now() + 2 * ms }));
    const start = performance.now();
    const error = await failureOf(run, ms + 500);
    this.spent.set(mutant, (this.spent.get(mutant) ?? 0) + performance.now() - start);
    rmSync(running(this.folder, process.pid));
    delete process.env[ON_VARIABLE];
    if (state !== undefined) Object.assign(state, { on: OFF, deadline: Number.POSITIVE_INFINITY });
    return error;
  }

  /** Whether any process has killed a mutant. */
  private isKilled(mutant: number): boolean {
    const file = join(this.folder, KILLED);
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > this.killed.length) this.killed = readFileSync(file, "latin1");
    return this.killed.includes(`{"mutant":${mutant},`);
  }
}

function switches(): Switches | undefined {
  return (globalThis as unknown as Record<string, Switches | undefined>)[STATE];
}

async function failureOf(run: Run, ms: number): Promise<Error | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the test does not end")), ms);
  });
  try {
    await Promise.race([run(), late]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(timer);
  }
}
