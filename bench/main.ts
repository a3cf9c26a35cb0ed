/** npm run bench: prints a table for each question, writes the results as JSON and as a page with charts. */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { styleText } from "node:util";
import { writeAtomically } from "../src/cli/files/atomic-write.ts";
import { InputError, UsageError } from "../src/cli/frame/errors.ts";
import { sweepsIn } from "./crossover.ts";
import { FULL, QUICK } from "./effort.ts";
import type { Competitor } from "./engine.ts";
import { ENGINES } from "./engines.ts";
import { loadGuest } from "./guests.ts";
import { type BenchOptions, help, parseOptions } from "./options.ts";
import { readOwnInput } from "./own-input.ts";
import { headlineTable } from "./report/headlines.ts";
import { machineText, noiseText } from "./report/numbers.ts";
import { page } from "./report/page.ts";
import { picture } from "./report/picture.ts";
import { memoryTable, questionTable, sweepTable } from "./report/table.ts";
import { goalsOf, type Report, runSuite } from "./suite.ts";

try {
  const options = parseOptions(process.argv.slice(2));
  if (options === undefined) process.stdout.write(help());
  else await bench(options);
} catch (error) {
  if (error instanceof UsageError) console.error(`bench: ${error.message} (see npm run bench -- --help)`);
  else if (error instanceof InputError) console.error(`bench: ${error.message}`);
  else throw error;
  process.exitCode = 2;
}

async function bench(options: BenchOptions): Promise<void> {
  const { nodes, json, html, picture: name } = options;
  // This process was started for `--node`, and sends its results to its parent.
  if (process.send !== undefined) return void process.send(await runHere(options));
  const runs: Report[] = [];
  for (const node of nodes) runs.push(await runIn(node));
  if (nodes.length === 0) runs.push(await runHere(options));

  const table = headlineTable(runs);
  if (table !== undefined) console.log(`\n${table}`);
  for (const [file, text] of [
    [json, `${JSON.stringify({ runs: runs.map(withCrossovers) }, null, 2)}\n`],
    [html, page(runs)],
    ...pictures(runs[0]!, name),
  ] as const) {
    mkdirSync(dirname(file), { recursive: true });
    await writeAtomically(file, text);
    console.log(`written: ${file}`);
  }
}

/** @throws InputError for a Node that cannot be started or fails. */
async function runIn(node: string): Promise<Report> {
  const child = spawn(node, process.argv.slice(1), { stdio: ["inherit", "inherit", "inherit", "ipc"] });
  let report: Report | undefined;
  child.once("message", (message) => {
    report = message as Report;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", (error) => reject(new InputError(`--node ${node}: ${error.message}`)));
    child.once("close", resolve);
  });
  if (report === undefined) throw new InputError(`--node ${node}: the run ended with ${code}`);
  return report;
}

async function runHere({ groups, isQuick, own, engines }: BenchOptions): Promise<Report> {
  const ownInput = own && readOwnInput(own);
  const guests: Competitor[] = [];
  for (const file of engines) {
    const taken = [...ENGINES, ...guests].map(({ engine }) => engine.name);
    guests.push(await loadGuest(file, taken));
  }
  // On the user's own text, a baseline may not do all that varexpand does.
  const competitors = ENGINES.map((engine) => ({
    ...engine,
    mayBeWrong: ownInput !== undefined && engine.role === "rival",
  }));

  const report = await runSuite(
    groups,
    {
      effort: isQuick ? QUICK : FULL,
      competitors: [...competitors, ...guests],
      ...(ownInput !== undefined && { own: ownInput }),
    },
    {
      start(machine, noise) {
        console.log(machineText(machine));
        const busy = noiseText(noise);
        if (busy !== undefined) console.log(styleText("yellow", busy));
      },
      question(result) {
        if (result.sweep === undefined) console.log(`\n${questionTable(result)}`);
      },
      group({ questions, memory }) {
        for (const sweep of sweepsIn(questions)) console.log(`\n${sweepTable(sweep)}`);
        if (memory !== undefined) console.log(`\n${memoryTable(memory)}`);
      },
    },
  );
  const goals = goalsOf(report.groups);
  const reached = goals.filter(({ reached }) => reached).length;
  if (goals.length > 0) console.log(`\n${reached} of ${goals.length} goals reached`);
  return report;
}

function withCrossovers(report: Report): object {
  const crossovers = report.groups
    .flatMap(({ questions }) => sweepsIn(questions))
    .flatMap(({ title, crossovers }) =>
      crossovers.map(({ row, from }) => ({ sweep: title, row, fromBytes: from ?? null })),
    );
  return { ...report, crossovers };
}

/** The files of the README's picture, if it is requested, with their texts. */
function pictures(report: Report, name: string | undefined): [string, string][] {
  if (name === undefined) return [];
  return (["light", "dark"] as const).flatMap((theme) => {
    const text = picture(report, theme);
    return text === undefined ? [] : [[`${name}-${theme}.svg`, text]];
  });
}
