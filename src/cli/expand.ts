/** `varexpand expand`: a byte filter. */

import { Environment } from "../expansion/environment.ts";
import { ExpansionStream } from "../streams/byte-stream.ts";
import { HeldInputError } from "../streams/held-input.ts";
import { JsonExpansionStream } from "../streams/json-stream.ts";
import type { ExpansionSink } from "../streams/reference-stream.ts";
import { YamlExpansionError } from "../streams/yaml-error.ts";
import { YamlExpansionStream } from "../streams/yaml-stream.ts";
import { PieceCounter } from "../text/position.ts";
import { printable } from "../text/printable.ts";
import { DONE, defineCommand, FAILED, FINDINGS } from "./command.ts";
import { InputError, UsageError } from "./errors.ts";
import { type ByteReader, checkReadable, nameOf, openInput, STDIN } from "./files.ts";
import type { CommandIo } from "./io.ts";
import { JoinedFiles } from "./joined-files.ts";
import { Progress } from "./progress.ts";

/** Bytes that are read at once. */
const PIECE = 1 << 20;

export const expandCommand = defineCommand({
  usage: "expand [-e NAME=VALUE]... [--from-env] [--json | --yaml] [--strict] [FILE...]",
  description: `
Copies files (or standard input) to standard output, with each $(NAME) replaced by the variable's value and each $$
by one $, as Kubernetes does in a container's env, command and args. A reference to a variable that is not set stays
as it is. Works on bytes, in bounded memory; values are not expanded again. With --yaml, "---" stands between files.`,
  options: {
    env: { type: "string", short: "e", multiple: true, value: "NAME=VALUE", help: "set a variable" },
    "from-env": { type: "boolean", help: "take this process's environment too; -e goes before it" },
    json: {
      type: "boolean",
      help: "the input is JSON or NDJSON: expand its strings, with the values escaped for them",
    },
    yaml: {
      type: "boolean",
      help: "the input is YAML: expand its strings, which stay strings, in quotes where that needs them",
    },
    strict: { type: "boolean", help: "list unresolved references with their places, and exit with 1 if there are any" },
  },
  examples: [
    `echo 'http://$(HOST):$(PORT)' | varexpand expand -e HOST=db -e PORT=80`,
    `echo '{"greeting":"$(TEXT)"}' | varexpand expand --json -e TEXT='say "hi"'`,
    `echo 'port: $(PORT) # a string' | varexpand expand --yaml -e PORT=80`,
  ],
  run({ options, operands }, io) {
    if (options.json && options.yaml) throw new UsageError("--json and --yaml: the input is one of them");
    const environment = new Environment(
      variablesOf(options.env),
      options["from-env"] ? definedIn(io.environment) : new Map(),
    );
    const files = operands.length === 0 ? [STDIN] : operands;
    checkReadable(files, io);
    let unresolved = 0;
    const joined = new JoinedFiles((bytes) => io.write(bytes), options.yaml);
    for (const file of files) {
      const input = openInput(file, io);
      const progress = new Progress(io, nameOf(file), input.size);
      try {
        joined.beginFile();
        const output = (bytes: Uint8Array) => (options.yaml || options.json ? joined.output(bytes) : io.write(bytes));
        unresolved += expandFile({ name: file, input, output }, environment, options, io, progress);
        joined.endFile();
      } catch (error) {
        if (error instanceof HeldInputError) {
          throw new InputError(`${nameOf(file)}: byte ${error.offset}: ${error.reason}`);
        }
        if (!(error instanceof YamlExpansionError)) throw error;
        for (const { line, column, name } of error.refusals) {
          io.report(`${nameOf(file)}:${line}:${column}: ${printable(`$(${name})`)} ${error.reason}`);
        }
        return FAILED;
      } finally {
        progress.end();
        input.close();
      }
    }
    return unresolved > 0 ? FINDINGS : DONE;
  },
});

/** The variables of `-e` options. The last one with a name counts. */
function variablesOf(options: readonly string[]): Map<string, string> {
  return new Map(
    options.map((option) => {
      const equals = option.indexOf("=");
      if (equals === -1) throw new UsageError(`-e ${option}: there is no "="; write -e NAME=VALUE`);
      return [option.slice(0, equals), option.slice(equals + 1)];
    }),
  );
}

function definedIn(environment: CommandIo["environment"]): Map<string, string> {
  return new Map(Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

interface ExpandedFile {
  readonly name: string;
  readonly input: ByteReader;
  readonly output: (bytes: Uint8Array) => void;
}

/**
 * Returns how many references could not be resolved, if `isStrict`.
 *
 * @throws YamlExpansionError
 */
function expandFile(
  { name: file, input, output }: ExpandedFile,
  environment: Environment,
  { strict: isStrict, json: isJson, yaml: isYaml }: Record<"strict" | "json" | "yaml", boolean>,
  io: CommandIo,
  progress: Progress,
): number {
  let unresolved = 0;
  const counter = new PieceCounter();
  const sink: ExpansionSink = {
    output,
    ...(isStrict && {
      unresolved(name, offset) {
        unresolved++;
        // Documents of YAML are expanded later than the piece comes that they are in.
        const { line, column } = stream instanceof YamlExpansionStream ? stream.place(offset) : counter.at(offset);
        const reference = printable(`$(${new TextDecoder().decode(name)})`);
        io.report(`${nameOf(file)}:${line}:${column}: ${reference} cannot be expanded: the variable is not defined`);
      },
    }),
  };
  const stream = new (isYaml ? YamlExpansionStream : isJson ? JsonExpansionStream : ExpansionStream)(environment, sink);
  const counts = isStrict && !isYaml;
  for (const piece of piecesOf(input)) {
    if (counts) counter.beginPiece(piece);
    stream.push(piece);
    if (counts) counter.endPiece(stream.consumed);
    progress.advance(piece.length);
  }
  stream.end();
  return unresolved;
}

/** An input in pieces, each valid until the next one. */
function* piecesOf(input: ByteReader): Generator<Uint8Array> {
  const buffer = new Uint8Array(PIECE);
  for (let count = input.read(buffer); count > 0; count = input.read(buffer)) yield buffer.subarray(0, count);
}
