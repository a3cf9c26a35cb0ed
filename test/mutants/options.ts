/** The command's options. */
import { parseArgs } from "node:util";

export const HELP = `npm run test:mutants -- [options]

Changes the sources in one place at a time and runs the tests that concern it. A change survives if no test fails.

  --seed N       chooses other random mutants (1)
  --count N      the number of mutants (400)
  --each N       the number of mutants in each folder of src, instead of --count
  --files GLOB   only in these files, as in "assembly/*" or "src/events/**"
  --again LOG    try only the survivors in the output of an earlier run
  --shard I/N    only part I of N of the chosen mutants
  --workers N    the number of mutants tried at once (2)
  --named        only the named mutants (they are part of every run)
  --list         print the chosen mutants, and try none
`;

export interface Options {
  readonly seed: number;
  readonly count: number;
  /** How many to draw in each folder of src. */
  readonly each: number | undefined;
  readonly files: string;
  readonly again: string | undefined;
  readonly shard: { readonly index: number; readonly count: number };
  readonly workers: number;
  readonly onlyNamed: boolean;
  readonly onlyList: boolean;
}

export class UsageError extends Error {}

/** @returns undefined for --help. @throws UsageError */
export function parseOptions(args: readonly string[]): Options | undefined {
  const { values } = parse(args);
  if (values.help) return undefined;
  return {
    seed: whole("--seed", values.seed, 0),
    count: whole("--count", values.count, 1),
    each: values.each === undefined ? undefined : whole("--each", values.each, 1),
    files: values.files,
    again: values.again,
    shard: shard(values.shard),
    workers: whole("--workers", values.workers, 1),
    onlyNamed: values.named,
    onlyList: values.list,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        seed: { type: "string", default: "1" },
        count: { type: "string", default: "400" },
        each: { type: "string" },
        files: { type: "string", default: "**" },
        again: { type: "string" },
        shard: { type: "string", default: "1/1" },
        workers: { type: "string", default: "2" },
        named: { type: "boolean", default: false },
        list: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function whole(name: string, text: string, least: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least) {
    throw new UsageError(`${name} takes a whole number from ${least} on, not "${text}"`);
  }
  return number;
}

function shard(text: string): Options["shard"] {
  const [index, count, ...rest] = text.split("/").map(Number);
  if (rest.length > 0 || !Number.isInteger(index) || !Number.isInteger(count) || !(1 <= index! && index! <= count!)) {
    throw new UsageError(`--shard takes I/N with I from 1 to N, not "${text}"`);
  }
  return { index: index!, count: count! };
}
