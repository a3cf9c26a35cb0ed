/** The options of `varexpand expand --rows`. */
import { extname } from "node:path";
import { FilePattern, PatternError } from "../../../scale/rows/file-pattern.ts";
import { STDIN } from "../../files/files.ts";
import { hasShardOption, type ShardOptions } from "../../files/shard-options.ts";
import type { Arguments, Options } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";

const FORMATS = ["ndjson", "csv", "tsv"] as const;
export type RowsFormat = (typeof FORMATS)[number];

export const rowsOptions = {
  rows: {
    type: "string",
    value: "FILE",
    help: "expand the input once for each row of FILE (NDJSON, CSV, or TSV), whose columns are variables",
  },
  "rows-format": { type: "string", choices: FORMATS, help: "the format of the rows; default: by the name of the file" },
  delimiter: { type: "string", value: "CHARACTER", help: "the delimiter of CSV; default: a comma" },
  separator: { type: "string", value: "TEXT", help: "write TEXT between the texts of --rows; default: --- for YAML" },
  ndjson: { type: "boolean", help: "write the text of each row as a JSON string, one on a line" },
  append: { type: "boolean", help: "append the texts of rows that have the same file name" },
  "dry-run": { type: "boolean", formerName: "check", help: "read and expand all rows, and write nothing" },
  "skip-bad-rows": { type: "boolean", help: "report rows that cannot be used, continue, and exit with 1" },
} as const satisfies Options;

export type RowsOptions = Arguments<typeof rowsOptions>["options"];

/** What else a conflict depends on. */
interface Given extends RowsOptions, ShardOptions {
  readonly output: string | undefined;
  readonly files: readonly string[];
}

const isPattern = ({ output }: Given) => output !== undefined && FilePattern.isPattern(output);

const CONFLICTS: readonly (readonly [isWrong: (given: Given) => boolean, message: string])[] = [
  [(given) => hasShardOption(given) && isPattern(given), "with --shard, -o must be a folder, without {column}"],
  [({ files }) => files.length > 1, "--rows expands one text; name one file"],
  [({ rows, files }) => rows === STDIN && (files[0] ?? STDIN) === STDIN, "--rows -: name the file of the text"],
  [(given) => isPattern(given) && given.ndjson, "--ndjson writes one stream; write -o without {column}"],
  [
    (given) => isPattern(given) && given.separator !== undefined,
    "--separator is for one stream; write -o without {column}",
  ],
  [(given) => given.append && !isPattern(given), "--append is for files; write -o 'DIR/{column}'"],
];

/** @throws UsageError for options that exclude each other */
export function checkRowsOptions(given: Given): void {
  if (given.rows === undefined) return;
  for (const [isWrong, message] of CONFLICTS) if (isWrong(given)) throw new UsageError(message);
}

/** @throws UsageError if it is not known */
export function rowsFormat(file: string, { "rows-format": format, delimiter }: RowsOptions): RowsFormat {
  const known: Readonly<Record<string, RowsFormat>> = {
    ".ndjson": "ndjson",
    ".jsonl": "ndjson",
    ".json": "ndjson",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
  };
  const found = format ?? known[extname(file).toLowerCase()];
  if (found === undefined)
    throw new UsageError(`--rows ${file}: the name is not .ndjson, .csv, or .tsv; add --rows-format`);
  if (delimiter === undefined) return found;
  if (found !== "csv") throw new UsageError(`--delimiter is for CSV, and the rows are ${found.toUpperCase()}`);
  if (!/^[^"\r\n\ufeff]$/u.test(delimiter)) throw new UsageError("--delimiter is one character, and not a quote");
  return found;
}

/** @throws UsageError if the pattern is wrong */
export function filePattern(output: string): FilePattern {
  try {
    return new FilePattern(output, process.platform === "win32");
  } catch (error) {
    throw error instanceof PatternError ? new UsageError(`-o ${error.message}`) : error;
  }
}
