/**
 * npm run test:mutants: changes the sources in one place at a time, and checks whether a test fails.
 *
 * One mutator serves assembly/ and src/: AssemblyScript without decorators is TypeScript to the compiler's parser. (A
 * mutator for src/ alone, as Stryker is, would be a second one beside it; it tries all mutants of a file, draws none by
 * a seed, and changes no number by one.) A file is one idea:
 *
 *   sources.ts                      which files are mutated, and how often they are drawn
 *   mutant.ts enumerate.ts          a mutant; all mutants of a source
 *   expressions.ts statements.ts regex.ts    the operators
 *   draw.ts                         the order that a seed makes
 *   related.ts order.ts             which tests concern a file; which are tried first
 *   switches.ts switching-runner.ts quick.ts quick.config.js    many mutants at once, with the fast tests
 *   tree.ts workbench.ts runner.ts messages.ts    a copy of the tree, and the process that compiles and tests there
 *   named.ts                        mutants made by hand
 *   explained.ts survivors.json     the reasons for known survivors
 *   run.ts report.ts options.ts     the run, its figures, the command's options
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { drawOrder, shardOf } from "./draw.ts";
import { mutantsOf } from "./enumerate.ts";
import { type Explanations, LIST, outdated, readExplanations } from "./explained.ts";
import { idOf, type Mutant } from "./mutant.ts";
import { NAMED, patched } from "./named.ts";
import { HELP, type Options, parseOptions, UsageError } from "./options.ts";
import {
  byFolder,
  byOperator,
  describe,
  figuresOf,
  folderTable,
  type Outcome,
  shortcomings,
  summary,
} from "./report.ts";
import { Run } from "./run.ts";
import { globPattern, isAssembly, mutatedFiles, weightOf } from "./sources.ts";

process.env.VAREXPAND_GROWTH = "off";

/** For fewer mutants, running all tests once takes longer than the workbenches do. */
const LEAST_FOR_QUICK = 200;

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

try {
  const options = parseOptions(process.argv.slice(2));
  if (options === undefined) process.stdout.write(HELP);
  else await main(options);
} catch (error) {
  console.error(`test:mutants: ${error instanceof UsageError ? `${error.message} (see --help)` : error}`);
  process.exitCode = 2;
}

async function main(options: Options): Promise<void> {
  const { seed, count, each, files, again, shard, onlyList, onlyNamed } = options;
  const explanations = readExplanations(root);
  const all = mutatedFiles(root).flatMap((file) => mutantsOf(file, read(file)));
  for (const id of outdated(explanations, all)) console.log(`${LIST} explains a mutant that no longer exists: ${id}`);
  const pattern = globPattern(files);
  const chosen = all.filter(({ file }) => pattern.test(file));
  if (chosen.length === 0) throw new UsageError(`--files ${files}: no file that is mutated has such a name`);
  const drawn = drawOrder(chosen, seed, weightOf);
  const order = onlyNamed
    ? []
    : shardOf(again === undefined ? drawn : survivorsIn(readFileSync(again, "utf8"), drawn), shard);
  const groups = each === undefined ? [order] : [...byFolder(order).values()];
  const part = Math.ceil((each ?? count) / shard.count);
  if (onlyList) {
    for (const mutant of groups.flatMap((group) => group.slice(0, part))) console.log(describe(mutant));
    return;
  }
  if (!existsSync(join(root, "src/wasm/embedded-all.ts"))) throw new Error("run `npm run build` first");
  // A patch that does not apply is found before the long run, not after it.
  for (const mutant of NAMED) patched(mutant, read);
  await tryAll(options, groups, part, explanations);
}

/** @param count how many mutants to try of each group */
async function tryAll(
  options: Options,
  groups: readonly Mutant[][],
  count: number,
  explanations: Explanations,
): Promise<void> {
  const { workers, shard, files } = options;
  const run = new Run(root, workers, read);
  process.on("exit", () => run.close());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(2));
  const pattern = globPattern(files);
  const ofFiles = NAMED.filter(({ patches }) => patches.some(({ file }) => pattern.test(file)));
  const named = shardOf(ofFiles, shard);
  const tried = async () => {
    const start = performance.now();
    const first = groups.flatMap((group) => group.slice(0, count)).filter(({ file }) => !isAssembly(file));
    const isQuick = first.length >= LEAST_FOR_QUICK;
    console.log(`all tests, without a mutant${isQuick ? "; fast tests, with many mutants at once" : ""}`);
    await Promise.all([run.prepare(), isQuick && run.quick(first)]);
    const outcomes: Outcome[] = [];
    for (const group of groups) {
      outcomes.push(...(await run.draw(group, count, (outcome) => console.log(progress(outcome, explanations)))));
    }
    const seconds = (performance.now() - start) / 1000;
    const namedOutcomes = await run.named(named, ({ name, verdict }) => console.log(`${verdict.kind}: named: ${name}`));
    return { outcomes, namedOutcomes, seconds };
  };
  const { outcomes, namedOutcomes, seconds } = await tried().finally(() => run.close());

  const figures = figuresOf(outcomes, namedOutcomes, explanations);
  console.log(`\nBy operator: ${byOperator(outcomes)}`);
  console.log(`\n${folderTable(outcomes, explanations)}`);
  if (figures.unexplained.length > 0) console.log("\nSurvivors that are not explained:");
  for (const mutant of figures.unexplained) console.log(`  ${describe(mutant)}\n    ${JSON.stringify(idOf(mutant))}`);
  console.log(`\n${summary(figures)}`);
  if (figures.drawn > 0) console.log(`${(seconds / figures.drawn).toFixed(1)} s a mutant`);
  const wrong = shortcomings(figures);
  for (const sentence of wrong) console.log(`not good enough: ${sentence}`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

/** The survivors in a log. Their line numbers may have changed since. */
function survivorsIn(log: string, mutants: readonly Mutant[]): Mutant[] {
  const withoutPlace = (text: string) => text.replace(/:\d+:\d+ /, " ");
  const lines = log.split("\n").flatMap((line) => (line.startsWith("survived: ") ? [line.slice(10)] : []));
  const survivors = new Set(lines.map(withoutPlace));
  return mutants.filter((mutant) => survivors.has(withoutPlace(describe(mutant))));
}

function progress({ mutant, verdict }: Outcome, explanations: Explanations): string {
  const by = "by" in verdict ? ` (${verdict.by.test ?? ""}: ${verdict.by.name})` : "";
  const reason = verdict.kind === "survived" ? explanations[idOf(mutant)] : undefined;
  return `${reason === undefined ? verdict.kind : Object.keys(reason)[0]}: ${describe(mutant)}${by}`;
}
