/**
 * npm run test:differential: compares varexpand with other programs on random inputs for a given time. It writes inputs
 * with different results to test/vectors/differential.jsonl, where the usual tests find them.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Random } from "../reference/random.ts";
import { compare, type Difference } from "./suite.ts";
import { suites } from "./suites.ts";

const HELP = `npm run test:differential -- [options]

Compares varexpand with other programs on random inputs. Programs that are not installed are listed. Inputs with
different results are added to test/vectors/differential.jsonl, with what the other program answers.

  --minutes N     total time of all suites (10)
  --seed N        seed of the random inputs (1)
  --suite NAME    run only this suite; repeatable
                  ${suites.map(({ name }) => name).join(", ")}
`;

/** After this many differences, a suite stops. */
const MAX_DIFFERENCES = 5;

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    suite: { type: "string", multiple: true, default: [] },
    help: { type: "boolean", default: false },
  },
});
const isUnknown = options.suite.some((name) => !suites.some((suite) => suite.name === name));
if (options.help) {
  process.stdout.write(HELP);
} else if (isUnknown || !(Number(options.minutes) > 0) || !/^\d+$/.test(options.seed)) {
  process.stderr.write(HELP);
  process.exitCode = 2;
} else {
  await main();
}

async function main(): Promise<void> {
  const chosen = suites.filter(({ name }) => options.suite.length === 0 || options.suite.includes(name));
  for (const { name, missing } of chosen) if (missing !== undefined) console.log(`${name}: not run: ${missing}`);
  const runs = chosen
    .filter(({ missing }) => missing === undefined)
    .map((suite, i) => ({
      suite,
      random: new Random(Number(options.seed) + 1_000_003 * i),
      spent: 0,
      known: 0,
      differences: 0,
    }));
  const end = performance.now() + 60_000 * Number(options.minutes);
  while (performance.now() < end) {
    // Each suite gets the same time.
    const [run] = runs.filter(({ differences }) => differences < MAX_DIFFERENCES).sort((a, b) => a.spent - b.spent);
    if (run === undefined) break;
    const start = performance.now();
    const { known, differences } = await compare(run.suite, run.random);
    run.spent += performance.now() - start;
    run.known += known;
    run.differences += differences.length;
    report(differences.slice(0, MAX_DIFFERENCES));
  }
  for (const { suite, known, differences } of runs) {
    console.log(`${suite.name}: ${known} inputs, ${differences} with different results`);
  }
  process.exitCode = runs.some(({ differences }) => differences > 0) ? 1 : 0;
}

function report(differences: readonly Difference[]): void {
  for (const { suite, input, ours, theirs } of differences) {
    console.log(`\n${suite}: ${JSON.stringify(input)}\n  varexpand: ${JSON.stringify(ours)}`);
    console.log(`  ${suite}: ${JSON.stringify(theirs)}\n`);
    const line = JSON.stringify({ suite, input, expected: theirs });
    appendFileSync(join("test", "vectors", "differential.jsonl"), `${line}\n`);
  }
}
