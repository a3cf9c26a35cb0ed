/** `varexpand expand`: a byte filter. */
import { existsSync } from "node:fs";
import type { Shard } from "../../../scale/shard/shard.ts";
import { checkReadable, nameOf, STDIN } from "../../files/files.ts";
import { inputOptions } from "../../files/input-options.ts";
import { findInputs } from "../../files/inputs.ts";
import { writeWhole } from "../../files/whole-file.ts";
import { DONE, defineCommand, FINDINGS } from "../../frame/command.ts";
import { FindingsError, InputError, UsageError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { envFileOptions } from "../envfile/options.ts";
import { expandEnvironment, givenVariables, onlyNames } from "./environment.ts";
import { type Expansion, expandFile, streamOf, unresolvedText } from "./file.ts";
import { expandInPlace } from "./in-place.ts";
import { JoinedFiles } from "./joined-files.ts";
import { referencedVariables } from "./references.ts";
import { removeLeftovers, ShardFolder } from "./shard-folder.ts";
import { givenShard, hasShardOption, type ShardOptions, shardOptions } from "./shard-options.ts";

export const expandCommand = defineCommand({
  usage: `expand [-e NAME=VALUE]... [--envfile FILE]... [-i | -o FILE] [OPTION...] [PATH...]
expand --shard I/N -o DIR [OPTION...] PATH...
expand --clean -o DIR`,
  description: `
Copies files (or standard input) to standard output, with each $(NAME) replaced
by the variable's value and each $$ by one $, as Kubernetes does in a
container's env, command and args. A reference to a variable that is not set
stays as it is. Works on bytes, in bounded memory; values are not expanded
again. A $ before a byte that is not UTF-8 gives $ and U+FFFD, as in Kubernetes.

-i writes each file in place: whole or not at all, with its mode, and with its
owner if the system allows that. Each becomes a new file, without the extended
attributes (such as ACLs) of the old one, and a message reports other hard links
to the old one. Files that do not change are not touched, and symbolic links are
kept. If any file has an error, no file is written.

--only leaves everything else as it is written, $$ too, for a later expansion:
in values, a $ that it would read is doubled.

--variables prints a line for each variable that the input refers to: its name,
how many references there are, and where the first one is, with tabs between.

With --yaml, "---" stands between files, and what is not YAML is refused.

--shard is for work that many processes share. Each writes DIR/part-I-of-N, whole or not at all; all of them, in order,
are what one process writes. What is there already is not done again, and references without a value are told in
DIR/events-I-of-N.ndjson. DIR is of one job: other files, variables, options or another N are refused.`,
  options: {
    file: inputOptions.file,
    recursive: inputOptions.recursive,
    env: { type: "string", short: "e", multiple: true, value: "NAME=VALUE", help: "set a variable" },
    ...envFileOptions,
    "from-env": { type: "boolean", help: "also use this process's environment; -e and env files win" },
    only: {
      type: "string",
      multiple: true,
      value: "NAME[,NAME...]",
      help: "expand these variables only; the rest stays as written",
    },
    "in-place": { type: "boolean", short: "i", help: "write the files in place" },
    output: { type: "string", short: "o", value: "FILE", help: "write to FILE, whole or not at all; or DIR" },
    ...shardOptions,
    clean: { type: "boolean", help: "remove what killed processes have left in DIR: of this shard, or of all" },
    variables: { type: "boolean", help: "list the variables that the input refers to" },
    json: {
      type: "boolean",
      help: "the input is JSON or NDJSON: expand its strings, with the values escaped for them",
    },
    yaml: {
      type: "boolean",
      help: "the input is YAML: expand its strings, which stay strings, in quotes where that needs them",
    },
    strict: {
      type: "boolean",
      help: "list unresolved references, and exit with 1 if there are any; with -i and -o nothing is written then",
    },
  },
  examples: [
    `echo 'http://$(HOST):$(PORT)' | varexpand expand -e HOST=db -e PORT=80`,
    `echo '{"greeting":"$(TEXT)"}' | varexpand expand --json -e TEXT='say "hi"'`,
    `echo 'port: $(PORT) # a string' | varexpand expand --yaml -e PORT=80`,
    `echo '$(HOST) $(PORT)' | varexpand expand --only HOST --from-env -e HOST=db`,
    "seq 0 7 | parallel varexpand expand --shard {}/8 -o parts -e HOST=db big.log",
  ],
  async run({ options, operands }, io) {
    const given = { ...options, files: [...options.file, ...operands] };
    for (const [isWrong, message] of CONFLICTS) if (isWrong(given)) throw new UsageError(message);
    const shard = givenShard(options, io);
    if (options.clean) await reportRemoved(options.output!, shard, io);
    if (options.clean && shard === undefined) return DONE;
    const format = options.yaml ? "yaml" : options.json ? "json" : "bytes";
    const only = onlyNames(options.only);
    if (shard !== undefined) {
      const { expandShard } = await import("../../on-demand.ts");
      const folder = new ShardFolder(options.output!, shard);
      const files = await filesOf(options, operands, [folder.job, folder.part, folder.events], io);
      const variables = await givenVariables(options, only, io);
      const environment = expandEnvironment(variables, only === undefined);
      const given = { shard, folder, files, format, variables, environment, only, isStrict: options.strict } as const;
      const isOwn = options["from-env"] && only === undefined;
      return expandShard({ ...given, ...(isOwn && { advice: OWN_VARIABLES }) }, io);
    }
    const output = options.output === STDIN ? undefined : options.output;
    const files = await filesOf(options, operands, output === undefined ? [] : [output], io);
    if (options.variables) {
      const list = await referencedVariables(files, format, io);
      if (output === undefined) io.write(list);
      else await writeWhole(output, list, io.report);
      return DONE;
    }

    let unresolved = 0;
    const report: Expansion["unresolved"] = (file, name, { line, column }) => {
      if (only?.has(name) === false) return;
      unresolved++;
      io.report(`${nameOf(file)}:${line}:${column}: ${unresolvedText(name)}`);
    };
    const beforeWriting = () => {
      if (unresolved > 0) throw new FindingsError(["nothing is written, as --strict is given"]);
    };
    const environment = expandEnvironment(await givenVariables(options, only, io), only === undefined);
    const Stream = await streamOf(format);
    const expansion = { environment, format, Stream, io, ...(options.strict && { unresolved: report }) } as const;
    if (options["in-place"]) {
      await expandInPlace(files, { ...expansion, beforeWriting });
    } else if (output !== undefined) {
      await writeWhole(
        output,
        function* (write) {
          yield* expandJoined(files, { ...expansion, output: write });
          beforeWriting();
        },
        io.report,
      );
    } else {
      for (const _ of expandJoined(files, { ...expansion, output: (bytes) => io.write(bytes) }));
    }
    return unresolved > 0 ? FINDINGS : DONE;
  },
});

const OWN_VARIABLES = "--from-env takes those of each process; name the ones that count with --only";

/** Removes what killed shards have left, and tells it. */
async function reportRemoved(folder: string, shard: Shard | undefined, io: CommandIo): Promise<void> {
  if (shard !== undefined && !existsSync(folder)) return;
  const count = removeLeftovers(folder, shard);
  if (shard !== undefined && count === 0) return;
  io.report(`${folder}: ${count === 1 ? "1 temporary file is" : `${count} temporary files are`} removed`);
}

/** The files to expand; standard input if none is named. */
async function filesOf(
  { file, recursive, envfile: others }: Pick<Given, "file" | "recursive" | "envfile">,
  operands: readonly string[],
  outputs: readonly string[],
  io: CommandIo,
): Promise<readonly string[]> {
  if (file.length + operands.length === 0) {
    checkReadable([STDIN, ...others], io, outputs);
    return [STDIN];
  }
  const options = { file, recursive, kustomize: [] };
  const found = await findInputs({ command: "expand", operands, options, others, outputs }, io);
  for (const line of found.skipped.lines()) io.report(line);
  if (found.files.length === 0) {
    const names = [...file, ...operands].map(nameOf).join(", ");
    throw new InputError(`${names}: no file there ends in .yaml, .yml or .json; name the files`);
  }
  return found.files.map((input) => input.file);
}

interface Given extends ShardOptions {
  readonly file: readonly string[];
  readonly recursive: boolean;
  readonly files: readonly string[];
  readonly env: readonly string[];
  readonly envfile: readonly string[];
  readonly "envfile-dialect": string | undefined;
  readonly "from-env": boolean;
  readonly only: readonly string[];
  readonly "in-place": boolean;
  readonly output: string | undefined;
  readonly variables: boolean;
  readonly json: boolean;
  readonly yaml: boolean;
  readonly strict: boolean;
  readonly clean: boolean;
}

function writesParts(given: Given): boolean {
  return hasShardOption(given) || given.clean;
}

/** Options that make no sense together, and what to say then. */
const CONFLICTS: readonly (readonly [isWrong: (given: Given) => boolean, message: string])[] = [
  [({ json, yaml }) => json && yaml, "--json and --yaml: the input is one of them"],
  [(given) => given["in-place"] && given.files.length === 0, "-i writes files in place: name a file"],
  [(given) => given["in-place"] && given.output !== undefined, "-i and -o: write in place, or to one file"],
  [(given) => given["in-place"] && given.variables, "-i and --variables: a list has no place in the files"],
  [
    (given) => given.variables && (given.env.length > 0 || given.envfile.length > 0 || given["from-env"]),
    "--variables lists every variable that the input refers to: leave out -e, --envfile and --from-env",
  ],
  [(given) => given.variables && given.only.length > 0, "--variables lists every variable: leave out --only"],
  [(given) => given.variables && given.strict, "--variables expands nothing: leave out --strict"],
  [
    (given) => given["envfile-dialect"] !== undefined && given.envfile.length === 0,
    "--envfile-dialect needs --envfile FILE",
  ],
  [
    (given) => writesParts(given) && (given.output === undefined || given.output === STDIN),
    "--shard and --clean need a folder for the parts: -o DIR",
  ],
  [(given) => hasShardOption(given) && given.files.length === 0, "--shard does a part of files: name them"],
  [(given) => given.clean && !hasShardOption(given) && given.files.length > 0, "--clean alone takes no files"],
  [(given) => writesParts(given) && given["in-place"], "-i and --shard: a shard writes a part of its own"],
  [
    (given) => writesParts(given) && given.variables,
    "--variables lists the variables of whole files: leave out --shard",
  ],
  [({ only }) => only.some((names) => names.split(",").includes("")), "--only needs names: --only NAME[,NAME...]"],
];

/** Expands files one after the other into one output; a step for each piece. */
function* expandJoined(files: readonly string[], expansion: Expansion): Generator<void, void, undefined> {
  const { format, output } = expansion;
  const joined = new JoinedFiles(output, format === "yaml");
  for (const file of files) {
    joined.beginFile();
    yield* expandFile(file, {
      ...expansion,
      output: (bytes) => (format === "bytes" ? output(bytes) : joined.output(bytes)),
    });
    joined.endFile();
  }
}
