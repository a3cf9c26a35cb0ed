/**
 * npm run test:load: runs tests that take minutes. Every part is a file in this folder; it prints figures, and fails if
 * something is lost, doubled or different.
 */
import { parseArgs } from "node:util";
import { shards } from "./shards.ts";
import { streams } from "./streams.ts";

/** A part: runs with so many records, and returns whether all was as it must be. */
export type Part = (records: number, workers: readonly number[]) => Promise<boolean>;

const PARTS: Readonly<Record<string, Part>> = { shards, streams };

const HELP = `npm run test:load -- [options] [PART...]

Parts: ${Object.keys(PARTS).join(", ")}; all if none is named. Needs the built command; streams need nats-server.

  --records N        records of each run (1000000)
  --workers N,N,...  numbers of workers (1,2,4)
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    records: { type: "string", default: "1000000" },
    workers: { type: "string", default: "1,2,4" },
    help: { type: "boolean", default: false },
  },
});
const records = Number(values.records);
const workers = values.workers.split(",").map(Number);
const chosen = positionals.length === 0 ? Object.keys(PARTS) : positionals;
const isRight = [records, ...workers].every((number) => Number.isSafeInteger(number) && number > 0);
if (values.help) {
  process.stdout.write(HELP);
} else if (!isRight || chosen.some((name) => !(name in PARTS))) {
  process.stderr.write(HELP);
  process.exitCode = 2;
} else {
  for (const name of chosen) {
    if (!(await PARTS[name]!(records, workers))) process.exitCode = 1;
  }
}
