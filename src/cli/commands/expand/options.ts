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

/** Options that make no sense together, and what to say then. */
const CONFLICTS: readonly (readonly [isWrong: (given: Given) => boolean, message: string])[] = [
  [({ json, yaml }) => json && yaml, "--json and --yaml: the input is one of them"],
  [(given) => given["in-place"] && given.files.length === 0, "-i writes files in place: name a file"],
  [(given) => given["in-place"] && given.output !== undefined, "-i and -o: write in place, or to one file"],
  [
    (given) => given["in-place"] && given["list-variables"],
    "-i and --list-variables: a list has no place in the files",
  ],
  [
    (given) => given["list-variables"] && (given.env.length > 0 || given.envfile.length > 0 || given["from-env"]),
    "--list-variables lists every variable that the input refers to: leave out -e, --envfile and --from-env",
  ],
  [
    (given) => given["list-variables"] && given.only.length > 0,
    "--list-variables lists every variable: leave out --only",
  ],
  [(given) => given["list-variables"] && given.strict, "--list-variables expands nothing: leave out --strict"],
  [
    (given) => given["envfile-dialect"] !== undefined && given.envfile.length === 0,
    "--envfile-dialect requires --envfile FILE",
  ],
  [
    (given) => writesParts(given) && (given.output === undefined || given.output === STDIN),
    "--shard and --clean-temp require -o PATH",
  ],
  [(given) => hasShardOption(given) && given.files.length === 0, "--shard does a part of files: name them"],
  [
    (given) => given["clean-temp"] && !hasShardOption(given) && given.files.length > 0,
    "--clean-temp cannot be used with input files, except with --shard",
  ],
  [(given) => writesParts(given) && given["in-place"], "-i and --shard: a shard writes a part of its own"],
  [
    (given) => writesParts(given) && given["list-variables"],
    "--list-variables lists the variables of whole files: leave out --shard",
  ],
  [({ syntax, yaml }) => syntax === "otel" && !yaml, "--syntax otel expands the scalars of YAML: add --yaml"],
  [
    ({ syntax, yaml }) => syntax === "otel-collector" && !yaml,
    "--syntax otel-collector expands the scalars of YAML: add --yaml",
  ],
  [
    (given) => given["flux-kustomization"] !== undefined && (given.syntax !== "flux" || given["list-variables"]),
    "--flux-kustomization gives variables for --syntax flux, which --list-variables does not use",
  ],
  [
    (given) => given.placeholders && (given.syntax !== "flux" || given.json),
    "--placeholders requires --syntax flux, without --json",
  ],
  [(given) => given.placeholders && given["in-place"], "--placeholders cannot be used with -i"],
  [
    (given) => given.placeholders && (given["list-variables"] || given.only.length > 0 || given.rows !== undefined),
    "--placeholders cannot be used with --list-variables, --only, or --rows",
  ],
  [(given) => given.placeholders && hasShardOption(given), "--placeholders cannot be used with --shard"],
  [({ strict, ...given }) => strict && given["no-strict"], "--strict cannot be used with --no-strict"],
  [
    (given) => given["variables-format"] !== undefined && !given["list-variables"],
    "--variables-format is the format of --list-variables: add --list-variables",
  ],
  [
    (given) => hasShardOption(given) && given.syntax === "flux" && !given.yaml && !given.json,
    "--shard: a reference of --syntax flux can span lines, so the text cannot be divided; add --yaml or --json",
  ],
];
