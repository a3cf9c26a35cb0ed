/** npm run bench: prints a table for each question, writes the results as JSON and as a page with charts. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { InputError, UsageError } from "../src/cli/errors.ts";
import { writeWhole } from "../src/cli/whole-file.ts";
import { sweepsIn } from "./crossover.ts";
import { FULL, QUICK } from "./effort.ts";
import type { Competitor } from "./engine.ts";
import { ENGINES } from "./engines.ts";
import { loadGuest } from "./guests.ts";
import { type BenchOptions, help, parseOptions } from "./options.ts";
import { readOwnInput } from "./own-input.ts";
import { machineText } from "./report/numbers.ts";
import { page } from "./report/page.ts";
import { picture, type Reference } from "./report/picture.ts";
import { memoryTable, questionTable, sweepTable } from "./report/table.ts";
import { goalsOf, type Report, runSuite, thisMachine } from "./suite.ts";

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

async function bench({
  groups,
  isQuick,
  json,
  html,
  own,
  engines,
  picture: name,
  references,
}: BenchOptions): Promise<void> {
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

  console.log(machineText(thisMachine()));
  const report = await runSuite(
    groups,
    {
      effort: isQuick ? QUICK : FULL,
      competitors: [...competitors, ...guests],
      ...(ownInput !== undefined && { own: ownInput }),
    },
    {
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
  const crossovers = report.groups
    .flatMap(({ questions }) => sweepsIn(questions))
    .flatMap(({ title, crossovers }) =>
      crossovers.map(({ row, from }) => ({ sweep: title, row, fromBytes: from ?? null })),
    );
  for (const [file, text] of [
    [json, `${JSON.stringify({ ...report, crossovers }, null, 2)}\n`],
    [html, page(report)],
    ...pictures(report, name, references),
  ] as const) {
    mkdirSync(dirname(file), { recursive: true });
    await writeWhole(file, text);
    console.log(`written: ${file}`);
  }
}

/** The README's picture, if it is asked for: its files and their texts. */
function pictures(report: Report, name: string | undefined, references: readonly Reference[]): [string, string][] {
  if (name === undefined) return [];
  return (["light", "dark"] as const).flatMap((theme) => {
    const text = picture(report, theme, references);
    return text === undefined ? [] : [[`${name}-${theme}.svg`, text]];
  });
}
