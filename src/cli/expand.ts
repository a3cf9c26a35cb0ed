/** `varexpand expand`: a byte filter. */
import { Environment } from "../expansion/environment.ts";
import { ExpansionStream } from "../expansion/stream.ts";
import { DONE, defineCommand, FINDINGS } from "./command.ts";
import { UsageError } from "./errors.ts";
import { checkReadable, nameOf, openInput, STDIN } from "./files.ts";
import type { CommandIo } from "./io.ts";
import { PlaceCounter } from "./place.ts";
import { printable } from "./printable.ts";

/** Bytes that are read at once. */
const PIECE = 1 << 20;

export const expandCommand = defineCommand({
  usage: "expand [-e NAME=VALUE]... [--from-env] [--strict] [FILE...]",
  description: `
Copies files (or standard input) to standard output, with each $(NAME) replaced by the variable's value and each $$
by one $, as Kubernetes does in a container's env, command and args. A reference to a variable that is not set stays
as it is. Works on bytes, in bounded memory; values are not expanded again.`,
  options: {
    env: { type: "string", short: "e", multiple: true, value: "NAME=VALUE", help: "set a variable" },
    "from-env": { type: "boolean", help: "take this process's environment too; -e goes before it" },
    strict: { type: "boolean", help: "list unresolved references with their places, and exit with 1 if there are any" },
  },
  examples: [`echo 'http://$(HOST):$(PORT)' | varexpand expand -e HOST=db -e PORT=80`],
  run({ options, operands }, io) {
    const environment = new Environment(
      variablesOf(options.env),
      options["from-env"] ? definedIn(io.environment) : new Map(),
    );
    const files = operands.length === 0 ? [STDIN] : operands;
    checkReadable(files);
    let unresolved = 0;
    for (const file of files) unresolved += expandFile(file, environment, options.strict, io);
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

/** Returns how many references could not be resolved, if `isStrict`. */
function expandFile(file: string, environment: Environment, isStrict: boolean, io: CommandIo): number {
  let unresolved = 0;
  const place = new PlaceCounter();
  const stream = new ExpansionStream(environment, {
    output: (bytes) => io.write(bytes),
    ...(isStrict && {
      unresolved(name: Uint8Array, offset: number) {
        unresolved++;
        const { line, column } = place.at(offset);
        const reference = printable(`$(${new TextDecoder().decode(name)})`);
        io.report(`${nameOf(file)}:${line}:${column}: ${reference} cannot be expanded: the variable is not defined`);
      },
    }),
  });
  const input = openInput(file, io);
  try {
    const buffer = new Uint8Array(PIECE);
    for (let count = input.read(buffer); count > 0; count = input.read(buffer)) {
      const piece = buffer.subarray(0, count);
      if (isStrict) place.beginPiece(piece);
      stream.push(piece);
      if (isStrict) place.endPiece(stream.consumed);
    }
    stream.end();
  } finally {
    input.close();
  }
  return unresolved;
}
