/** A run: several workbenches take mutants from one order until enough have been tried. */
import { join } from "node:path";
import type { Failure } from "./messages.ts";
import { type Mutant, mutated } from "./mutant.ts";
import { type NamedMutant, patched } from "./named.ts";
import { TestOrder } from "./order.ts";
import { quickKills } from "./quick.ts";
import { RelatedTests } from "./related.ts";
import type { NamedOutcome, Outcome } from "./report.ts";
import { type Changed, type Verdict, Workbench } from "./workbench.ts";

/** Where the copies of the tree are. */
const FOLDER = "build/mutants";

export class Run {
  private readonly benches: Workbench[];
  private readonly root: string;
  private related!: RelatedTests;
  private kills: ReadonlyMap<Mutant, Failure> = new Map();
  private readonly read: (file: string) => string;
  /** How long each test takes without a mutant, in ms. */
  private readonly times = new Map<string, number>();
  private readonly order = new TestOrder(this.times);

  constructor(root: string, workers: number, read: (file: string) => string) {
    this.root = root;
    this.read = read;
    this.benches = Array.from(
      { length: workers },
      (_, i) => new Workbench(root, join(root, FOLDER, `worker-${i + 1}`)),
    );
  }

  /** Finds the tests. @throws Error if a test fails without a mutant */
  async prepare(): Promise<void> {
    this.related = new RelatedTests(this.root, await this.benches[0]!.list());
    const failure = await this.benches[0]!.failing(this.related.all(), this.times);
    if (failure !== undefined) {
      const { test, name, error } = failure;
      throw new Error(`${test} fails without a mutant, too: ${name}${error === undefined ? "" : `: ${error}`}`);
    }
  }

  /** Tries these mutants with fast tests first, so that `draw` finds most of them killed. */
  async quick(mutants: readonly Mutant[]): Promise<void> {
    this.kills = await quickKills(this.root, join(this.root, FOLDER, "quick"), mutants);
  }

  /** Tries mutants in this order until `count` were built and differ; the same ones whatever the number of workers. */
  async draw(order: readonly Mutant[], count: number, report: (outcome: Outcome) => void): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    let next = 0;
    let taken = 0;
    await this.share(async (bench) => {
      while (next < order.length) {
        if (taken === count) {
          // One that is being tried may still turn out to be none.
          if (outcomes.length === next) return;
          await new Promise((resolve) => setTimeout(resolve, 50));
          continue;
        }
        const mutant = order[next++]!;
        taken++;
        const { file } = mutant;
        const by = this.kills.get(mutant);
        const verdict: Verdict =
          by === undefined
            ? await this.try(bench, new Map([[file, mutated(this.read(file), mutant)]]))
            : { kind: "killed", by };
        if (verdict.kind === "identical" || verdict.kind === "invalid") taken--;
        outcomes.push({ mutant, verdict });
        report({ mutant, verdict });
      }
    });
    return outcomes;
  }

  async named(mutants: readonly NamedMutant[], report: (outcome: NamedOutcome) => void): Promise<NamedOutcome[]> {
    const outcomes: NamedOutcome[] = [];
    let next = 0;
    await this.share(async (bench) => {
      while (next < mutants.length) {
        const mutant = mutants[next++]!;
        const outcome = { name: mutant.name, verdict: await this.try(bench, patched(mutant, this.read)) };
        outcomes.push(outcome);
        report(outcome);
      }
    });
    return outcomes;
  }

  close(): void {
    for (const bench of this.benches) bench.close();
  }

  private async try(bench: Workbench, changed: Changed): Promise<Verdict> {
    const [file] = changed.keys();
    const verdict = await bench.try(changed, this.order.testsFor(file!, this.related.of(file!)), this.times);
    if (verdict.kind !== "killed" && verdict.kind !== "timed out") return verdict;
    const { test } = verdict.by;
    if (test !== undefined) this.order.learn(file!, test);
    return verdict;
  }

  private async share(work: (bench: Workbench) => Promise<void>): Promise<void> {
    await Promise.all(this.benches.map(work));
  }
}
