/** npm run bench: prints a table for each question, writes the results as JSON and as a page with charts. */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { styleText } from "node:util";
import { writeAtomically } from "../src/cli/files/atomic-write.ts";
import { InputError, UsageError } from "../src/cli/frame/errors.ts";
import { sweepsIn } from "./crossover.ts";
import { writeDocs } from "./docs.ts";
import { FOR_DOCS, FULL, QUICK } from "./effort.ts";
import type { Competitor } from "./engine.ts";
import { ENGINES } from "./engines.ts";
import { loadGuest, sortGuests } from "./guests.ts";
import { isHeadline } from "./headlines.ts";
import { type BenchOptions, help, parseOptions } from "./options.ts";
import { readOwnInput } from "./own-input.ts";
import { memoryCells, questionCells, sweepCells } from "./report/cells.ts";
import { headlineTable } from "./report/headlines.ts";
import { limitText, machineText, noiseText } from "./report/numbers.ts";
import { page } from "./report/page.ts";
import { terminalTable } from "./report/terminal.ts";
import type { Report } from "./report.ts";
import { runSuite } from "./suite.ts";

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
  const { nodes, json, html, docs } = options;
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
  ] as const) {
    mkdirSync(dirname(file), { recursive: true });
    await writeAtomically(file, text);
    console.log(`written: ${file}`);
  }
  if (docs) await writeDocs(runs);
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

async function runHere({ groups, isQuick, own, engines, docs }: BenchOptions): Promise<Report> {
  const ownInput = own && readOwnInput(own);
  const guests: Competitor[] = [];
  const { templates, others } = await sortGuests(engines);
  for (const file of others) {
    const taken = [...ENGINES, ...guests].map(({ engine }) => engine.name);
    guests.push(await loadGuest(file, taken));
  }
  // On the user's own text, a baseline may not do all that varexpand does.
  const competitors = ENGINES.map((engine) => ({
    ...engine,
    mayBeWrong: ownInput !== undefined && engine.role === "rival",
  }));

  return runSuite(
    groups,
    {
      effort: isQuick ? QUICK : docs ? FOR_DOCS : FULL,
      competitors: [...competitors, ...guests],
      engineFiles: templates,
      ...(docs && { only: (group, title) => group === "engines" || isHeadline(group, title) }),
      ...(ownInput !== undefined && { own: ownInput }),
    },
    {
      start(machine, noise, copying) {
        console.log(`${machineText(machine)}\n${limitText(copying)}`);
        const busy = noiseText(noise);
        if (busy !== undefined) console.log(styleText("yellow", busy));
      },
      question(result) {
        if (result.sweep === undefined) console.log(`\n${terminalTable(questionCells(result))}`);
      },
      group({ questions, memory }) {
        for (const sweep of sweepsIn(questions)) console.log(`\n${terminalTable(sweepCells(sweep))}`);
        if (memory !== undefined) console.log(`\n${terminalTable(memoryCells(memory))}`);
      },
    },
  );
}

function withCrossovers(report: Report): object {
  const crossovers = report.groups
    .flatMap(({ questions }) => sweepsIn(questions))
    .flatMap(({ title, crossovers }) =>
      crossovers.map(({ row, from }) => ({ sweep: title, row, fromBytes: from ?? null })),
    );
  return { ...report, crossovers };
}
