/** `varexpand expand`: a byte filter. */
import { existsSync, statSync } from "node:fs";
import { visibleText } from "../../../text/printable.ts";
import { writeAtomically } from "../../files/atomic-write.ts";
import { checkReadable, nameOf, STDIN } from "../../files/files.ts";
import { type FoundFile, findInputs } from "../../files/inputs.ts";
import { givenShard } from "../../files/shard-options.ts";
import { DONE, defineCommand, FINDINGS } from "../../frame/command.ts";
import { attempt, FindingsError, InputError, UsageError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { expanderOf, givenVariables, mergedVariables, onlyNames, rewriteOf } from "../../variables/environment.ts";
import { type Expansion, expandFile, nothingWritten, streamOf, unresolvedText } from "./file.ts";
import { expandInPlace } from "./in-place.ts";
import { JoinedFiles, separationsOf } from "./joined-files.ts";
import { checkOptions, expandCombinations, expandOptions, type Given } from "./options.ts";
import { OtherSyntax } from "./other-syntax.ts";
import { UsedPlaceholders } from "./placeholders.ts";
import { referencedVariables } from "./references.ts";
import { ShardFolder } from "./shard-folder.ts";

export const expandCommand = defineCommand({
  usage: `expand [-e NAME=VALUE]... [--envfile FILE]... [-i | -o FILE] [OPTION...] [PATH...]
expand -o DIR/ [-R] [OPTION...] PATH...
expand --shard I/N -o DIR [OPTION...] PATH...
expand --rows FILE [-o FILE | -o PATTERN] [OPTION...] [PATH]
expand --clean-temp -o PATH`,
  description: `
Copies files (or standard input) to standard output, with each $(NAME) replaced
by the variable's value and each $$ by one $, as Kubernetes does in a
container's env, command and args. A reference to a variable that is not set
is not changed. Works on bytes, in bounded memory. Values are not expanded
again. A $ before a byte that is not UTF-8 becomes $ and U+FFFD, as in
Kubernetes.

-i edits files in place. Each file is replaced completely or not at all. The new
file keeps the mode and, if the system allows it, the owner, but not extended
attributes such as ACLs. A message reports other hard links to the old file.
Files that do not change are not written. A symbolic link is an error; links in
directories are skipped. If any file has an error, no file is written.

With --syntax flux, objects with kustomize.toolkit.fluxcd.io/substitute: disabled
are not expanded. --placeholders replaces variables that are not set with values
that a validator such as kubeconform accepts: placeholder-NAME in strings, 1 in
numbers and quantities, true in booleans of Kubernetes' and Flux's own kinds.

--only copies everything else unchanged, including $$, for a later expansion. In
values, each $ that the later expansion would interpret is doubled.

--list-variables prints a line for each variable that the input refers to: its name,
the number of references, the position of the first one, and its default or the
word "required", separated by tabs.

--syntax selects the syntax of references. envsubst: $NAME and \${NAME}, as GNU
envsubst expands them. compose: Docker Compose's interpolation. flux: Flux's
post-build substitution of text; unset variables are errors, as in Flux 2.9,
unless --no-strict is given. otel: the configuration files of OpenTelemetry's
SDKs, with --yaml; plain scalars get their type after the expansion.
otel-collector: the configuration of the OpenTelemetry Collector, with --yaml;
a value that is one reference becomes the YAML in the variable, even a list or a
mapping. In compose, otel, and otel-collector, keys do not change. With --yaml,
a plain scalar stays plain if the result is one plain scalar. Without --yaml, a value can change the structure of YAML, as it does in
Flux. Malformed text and a required variable without a value are errors. After
an error nothing is written, so the output is held in memory. References can be
nested 100 levels deep.

-o DIR/ writes each input to a file in DIR: a file in a directory keeps its path
from there. All files appear at the end, or none does. Without it, the outputs
of several files are written one after the other, and "---" separates YAML files.

With --yaml, text that is not YAML is rejected.

--rows expands one text once for each row of NDJSON, CSV, or TSV. Its columns
are variables, which override -e and --envfile; null and missing values do not.
Numbers and booleans are used as text, and nested values as their JSON. The
texts are written one after the other, or with -o 'DIR/{COLUMN}.yaml', each to a
file of its own. {#} is the number of the row. A row that cannot be used stops
the run. Then, and if --strict reports a name, no file appears and none is
changed. What was written to standard output cannot be taken back. With
--strict, each unresolved name is reported once, with the number of rows.

--shard divides the work among processes. Each process writes DIR/part-I-of-N, completely or not at all. All parts in
order equal the output of one process. Existing parts are skipped. Unresolved references are listed in
DIR/events-I-of-N.ndjson. Use one DIR per job: other files, variables, options, or another N are rejected. With --rows,
the rows are divided.`,
  options: expandOptions,
  ...expandCombinations,
  common: ["syntax", "env", "envfile", "from-env", "only", "in-place", "output", "yaml", "strict", "rows"],
  examples: [
    `echo 'http://$(HOST):$(PORT)' | varexpand expand -e HOST=db -e PORT=80`,
    `echo '{"greeting":"$(TEXT)"}' | varexpand expand --json -e TEXT='say "hi"'`,
    `echo 'port: $(PORT) # a string' | varexpand expand --yaml -e PORT=80`,
    `echo '$(HOST) $(PORT)' | varexpand expand --only HOST --from-env -e HOST=db`,
    "echo 'http://${HOST}:${PORT:-80}' | varexpand expand --syntax compose -e HOST=db",
    "varexpand expand --strict --from-env -R -o out/ templates",
    "varexpand expand --rows tenants.csv -o 'out/{name}.yaml' tenant.yaml",
    "seq 0 7 | parallel varexpand expand --shard {}/8 -o parts -e HOST=db big.log",
  ],
  async run({ options, operands }, io) {
    const given = { ...options, files: [...options.file, ...operands] };
    checkOptions(given);
    checkOperands(operands);
    const { output } = options;
    const shard = givenShard(options, io);
    if (options["clean-temp"]) {
      const { cleanOutput, cleanShard } = await import("./clean-temp.ts");
      if (shard !== undefined) cleanShard(output!, shard, io);
      else {
        cleanOutput(output!, io);
        return DONE;
      }
    }
    const format = options.yaml ? "yaml" : options.json ? "json" : "bytes";
    const only = onlyNames(options.only);
    const { syntax = "kubernetes" } = options;
    const isStrict = options.strict || (syntax === "flux" && !options["no-strict"]);
    const advice = options["from-env"] && only === undefined ? OWN_VARIABLES : undefined;
    if (options.rows !== undefined) {
      const { expandRows } = await import("./rows.ts");
      const { expandRowsShard } = await import("./rows-shard.ts");
      const [template = STDIN] = given.files;
      const defaults = await givenVariables(options, only, io);
      const others = options.envfile;
      const rows = { options, template, format, syntax, defaults, only, isStrict, others } as const;
      if (shard === undefined) return expandRows(rows, io);
      return expandRowsShard({ ...rows, shard, folder: new ShardFolder(output!, shard), advice }, io);
    }
    if (shard !== undefined) {
      const { expandShard } = await import("./shard.ts");
      const folder = new ShardFolder(options.output!, shard);
      const files = (await inputsOf(options, operands, [folder.job, folder.part, folder.events], io)).map(
        ({ file }) => file,
      );
      if (separationsOf(files, format).includes("yaml") && format !== "yaml") {
        throw new UsageError(`--shard does not separate YAML files with ---; add --yaml, or name one file`);
      }
      const variables = await givenVariables(options, only, io);
      const environment = await expanderOf(syntax, variables, only);
      const given = { shard, folder, files, format, syntax, variables, environment, only, isStrict } as const;
      return expandShard({ ...given, advice }, io);
    }
    const target = output === STDIN ? undefined : output;
    const mirror = target !== undefined && !options["list-variables"] && isFolderPath(target) ? target : undefined;
    if (options.recursive && target !== undefined && mirror === undefined && !options["list-variables"]) {
      throw new UsageError(`-R can find many files, and -o ${target} is one; to write them to a folder: -o ${target}/`);
    }
    const outputs = target === undefined || mirror !== undefined ? [] : [target];
    const inputs = await inputsOf(options, operands, outputs, io, mirror);
    const files = inputs.map(({ file }) => file);
    if (options["list-variables"]) {
      const list = await referencedVariables(files, format, syntax, options["variables-format"] === "json", io);
      if (target === undefined) io.write(list);
      else await writeAtomically(target, list, io.report);
      return DONE;
    }

    const variables = await givenVariables(options, only, io);
    const environment = await expanderOf(syntax, variables, only);
    // Names outside of --only stay in the text.
    const isOfFlux = options["flux-kustomization"] !== undefined && only === undefined;
    const ofFlux = isOfFlux ? mergedVariables(variables) : undefined;
    const placeholders = options.placeholders ? new UsedPlaceholders(variables) : undefined;
    const otherSyntax = new OtherSyntax(syntax);
    let unresolved = 0;
    const report: Expansion["unresolved"] = (file, name, { line, column }) => {
      if (only?.has(name) === false) return;
      if (isStrict) unresolved++;
      io.report(`${nameOf(file)}:${line}:${column}: ${unresolvedText(name, syntax)}`);
    };
    const beforeWriting = () => {
      if (unresolved > 0) throw new FindingsError([nothingWritten(options.strict)]);
    };
    const Stream = await streamOf(format);
    const expansion = {
      environment,
      format,
      Stream,
      io,
      rewrite: await rewriteOf(syntax, { placeholders, variables: ofFlux }),
      onPiece: (file: string, piece: Uint8Array) => otherSyntax.search(file, piece),
      ...((isStrict || syntax === "compose" || syntax === "otel-collector") && { unresolved: report }),
    } as const;
    if (options["in-place"]) {
      await expandInPlace(files, { ...expansion, beforeWriting });
    } else if (mirror !== undefined) {
      const { expandMirrored } = await import("./mirror.ts");
      await expandMirrored(inputs, { ...expansion, path: mirror, others: options.envfile, beforeWriting });
    } else if (target !== undefined) {
      await writeAtomically(
        target,
        function* (write) {
          yield* expandJoined(files, { ...expansion, output: write });
          beforeWriting();
        },
        io.report,
      );
    } else {
      // A dialect can find an error at the end: nothing is written before.
      const held: Uint8Array[] = [];
      const isHeld = environment.canFail || (syntax === "envsubst" && isStrict);
      const write = (bytes: Uint8Array) => (isHeld ? held.push(bytes.slice()) : io.write(bytes));
      for (const _ of expandJoined(files, { ...expansion, output: write }));
      if (isHeld) beforeWriting();
      for (const bytes of held) io.write(bytes);
    }
    for (const message of [await otherSyntax.message(), placeholders?.message])
      if (message !== undefined) io.report(message);
    return unresolved > 0 ? FINDINGS : DONE;
  },
});

const OWN_VARIABLES = "--from-env takes those of each process; name the ones that count with --only";

/** The first operand of envsubst is a list of names, and not a file. */
function checkOperands(operands: readonly string[]): void {
  const names = operands.find((operand) => /^\$\{?[A-Za-z_]/.test(operand) && !existsSync(operand));
  if (names === undefined) return;
  throw new UsageError(`${visibleText(names)}: no such file; to expand only these variables, use --only`);
}

/** Whether `-o` names a folder, which can be new if the path ends with a slash. */
function isFolderPath(path: string): boolean {
  if (/[\\/]$/.test(path)) return true;
  return attempt(visibleText(path), () => statSync(path, { throwIfNoEntry: false }))?.isDirectory() === true;
}

/** The files to expand; standard input if none is named. */
async function inputsOf(
  {
    file,
    recursive,
    envfile: others,
    "in-place": isInPlace,
  }: Pick<Given, "file" | "recursive" | "envfile" | "in-place">,
  operands: readonly string[],
  outputs: readonly string[],
  io: CommandIo,
  mirror?: string,
): Promise<readonly FoundFile[]> {
  if (file.length + operands.length === 0) {
    checkReadable([STDIN, ...others], io, outputs);
    return [{ file: STDIN, name: STDIN, isFound: false }];
  }
  const options = { file, recursive, kustomize: [] };
  const followsLinks = !isInPlace;
  const found = await findInputs({ command: "expand", operands, options, others, outputs, followsLinks, mirror }, io);
  for (const line of found.skipped.lines()) io.report(line);
  if (found.files.length === 0) {
    const names = [...file, ...operands].map(nameOf).join(", ");
    throw new InputError(
      `${names}: no file there ends in .yaml, .yml or .json; name the files, or a pattern in quotes: '**/*.conf'`,
    );
  }
  return found.files;
}

/** Expands files one after the other into one output; a step for each piece. */
function* expandJoined(files: readonly string[], expansion: Expansion): Generator<void, void, undefined> {
  const separations = separationsOf(files, expansion.format);
  const isJoined = separations.some((separation) => separation !== "none");
  const joined = new JoinedFiles(expansion.output);
  const output = isJoined ? (bytes: Uint8Array) => joined.output(bytes) : expansion.output;
  for (const [index, file] of files.entries()) {
    joined.beginFile(separations[index]!);
    yield* expandFile(file, { ...expansion, output });
    joined.endFile();
  }
}
