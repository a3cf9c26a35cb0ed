/** The options of `varexpand expand`, and those that cannot be used together. */
import { STDIN } from "../../files/files.ts";
import { inputOptions } from "../../files/inputs.ts";
import { hasShardOption, shardOptions } from "../../files/shard-options.ts";
import type { Arguments, Options } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import { envFileOptions } from "../../variables/env-file-options.ts";
import { EXPAND_SYNTAXES } from "../../variables/environment.ts";
import { checkRowsOptions, rowsOptions } from "./rows-options.ts";

export const expandOptions = {
  file: inputOptions.file,
  recursive: inputOptions.recursive,
  env: { type: "string", short: "e", multiple: true, value: "NAME=VALUE", help: "set a variable" },
  ...envFileOptions,
  "from-env": { type: "boolean", help: "also use this process's environment; -e and env files win" },
  only: {
    type: "string",
    multiple: true,
    value: "NAMES",
    help: "expand only these variables: A,B or '$A ${B}'",
  },
  "in-place": { type: "boolean", short: "i", help: "edit the files in place" },
  output: {
    type: "string",
    short: "o",
    value: "PATH",
    help: "write to a file, completely or not at all; with DIR/, each input to a file there",
  },
  ...rowsOptions,
  ...shardOptions,
  "clean-temp": {
    type: "boolean",
    help: "remove what killed runs with this -o have left, or only this shard of them; keep what runs on this host use",
  },
  "list-variables": { type: "boolean", formerName: "variables", help: "list the variables that the input refers to" },
  "variables-format": {
    type: "string",
    choices: ["text", "json"],
    help: "the format of --list-variables",
  },
  syntax: {
    type: "string",
    choices: EXPAND_SYNTAXES,
    help: "the syntax of references (default: kubernetes)",
  },
  json: {
    type: "boolean",
    help: "the input is JSON or NDJSON: expand its strings and escape the values",
  },
  yaml: {
    type: "boolean",
    help: "the input is YAML: expand its strings, which remain strings, in quotes if necessary",
  },
  strict: {
    type: "boolean",
    help: "list unresolved references, and exit with 1 if there are any; -i and -o then write nothing",
  },
  "flux-kustomization": {
    type: "string",
    value: "FILE",
    help: "use the variables of a Flux Kustomization; FILE#NAME selects one of several",
  },
  placeholders: {
    type: "boolean",
    help: "with --syntax flux: replace variables that are not set with values that validators accept",
  },
  "no-strict": { type: "boolean", help: "with --syntax flux: expand variables that are not set to nothing" },
} as const satisfies Options;

const SHARD = Object.keys(shardOptions);

export const expandCombinations = {
  requires: {
    rows: ["rows-format", "delimiter", "separator", "ndjson", "append", "dry-run", "skip-bad-rows"],
    "list-variables": ["variables-format"],
    envfile: ["envfile-dialect"],
  },
  excludes: {
    yaml: ["json"],
    strict: ["no-strict"],
    separator: ["ndjson"],
    "dry-run": SHARD,
    "in-place": ["output", "list-variables", "rows", "clean-temp", ...SHARD],
    "list-variables": [
      "env",
      "envfile",
      "from-env",
      "flux-kustomization",
      "only",
      "strict",
      "rows",
      "clean-temp",
      ...SHARD,
    ],
    placeholders: ["json", "in-place", "list-variables", "only", "rows", ...SHARD],
  },
} as const;

/** The options, and the inputs that they and the operands name. */
export type Given = Arguments<typeof expandOptions>["options"] & { readonly files: readonly string[] };

/** @throws UsageError for options that exclude each other */
export function checkOptions(given: Given): void {
  for (const [isWrong, message] of CONFLICTS) if (isWrong(given)) throw new UsageError(message);
  checkRowsOptions(given);
}

function writesParts(given: Given): boolean {
  return hasShardOption(given) || given["clean-temp"];
}

/** Further combinations that are errors. */
const CONFLICTS: readonly (readonly [isWrong: (given: Given) => boolean, message: string])[] = [
  [(given) => given["in-place"] && given.files.length === 0, "--in-place requires a file"],
  [
    (given) => writesParts(given) && (given.output === undefined || given.output === STDIN),
    "--shard and --clean-temp require -o PATH",
  ],
  [(given) => hasShardOption(given) && given.files.length === 0, "--shard requires a file"],
  [
    (given) => given["clean-temp"] && !hasShardOption(given) && (given.files.length > 0 || given.rows !== undefined),
    "--clean-temp cannot be used with input files or --rows, except with --shard",
  ],
  [({ syntax, yaml }) => syntax === "otel" && !yaml, "--syntax otel requires --yaml"],
  [({ syntax, yaml }) => syntax === "otel-collector" && !yaml, "--syntax otel-collector requires --yaml"],
  [
    (given) => given["flux-kustomization"] !== undefined && given.syntax !== "flux",
    "--flux-kustomization requires --syntax flux",
  ],
  [(given) => given.placeholders && given.syntax !== "flux", "--placeholders requires --syntax flux"],
  [
    (given) => hasShardOption(given) && given.syntax === "flux" && !given.yaml && !given.json,
    "--shard: a reference of --syntax flux can span lines, so the text cannot be divided; add --yaml or --json",
  ],
];
