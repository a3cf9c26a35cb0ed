/** `varexpand expand`: a byte filter. */
import { Environment } from "../expansion/environment.ts";
import { JsonExpansionStream } from "../expansion/json-stream.ts";
import { ExpansionStream } from "../expansion/stream.ts";
import { DONE, defineCommand, FINDINGS } from "./command.ts";
import { UsageError } from "./errors.ts";
import { type ByteReader, checkReadable, nameOf, openInput, STDIN } from "./files.ts";
import type { CommandIo } from "./io.ts";
import { PlaceCounter } from "./place.ts";
import { printable } from "./printable.ts";

const LINE_FEED = 0x0a;

/** Bytes that are read at once. */
const PIECE = 1 << 20;

export const expandCommand = defineCommand({
  usage: "expand [-e NAME=VALUE]... [--from-env] [--json] [--strict] [FILE...]",
  description: `
Copies files (or standard input) to standard output, with each $(NAME) replaced by the variable's value and each $$
by one $, as Kubernetes does in a container's env, command and args. A reference to a variable that is not set stays
as it is. Works on bytes, in bounded memory; values are not expanded again.`,
  options: {
    env: { type: "string", short: "e", multiple: true, value: "NAME=VALUE", help: "set a variable" },
    "from-env": { type: "boolean", help: "take this process's environment too; -e goes before it" },
    json: {
      type: "boolean",
      help: "the input is JSON or NDJSON: expand its strings, with the values escaped for them",
    },
    strict: { type: "boolean", help: "list unresolved references with their places, and exit with 1 if there are any" },
  },
  examples: [
    `echo 'http://$(HOST):$(PORT)' | varexpand expand -e HOST=db -e PORT=80`,
    `echo '{"greeting":"$(TEXT)"}' | varexpand expand --json -e TEXT='say "hi"'`,
  ],
  run({ options, operands }, io) {
    const environment = new Environment(
      variablesOf(options.env),
      options["from-env"] ? definedIn(io.environment) : new Map(),
    );
    const files = operands.length === 0 ? [STDIN] : operands;
    checkReadable(files);
    let unresolved = 0;
    for (const file of files) unresolved += expandFile(file, environment, options, io);
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
function expandFile(
  file: string,
  environment: Environment,
  { strict: isStrict, json: isJson }: { readonly strict: boolean; readonly json: boolean },
  io: CommandIo,
): number {
  let unresolved = 0;
  const place = new PlaceCounter();
  const stream = new (isJson ? JsonExpansionStream : ExpansionStream)(environment, {
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
    for (const piece of isJson ? linesOf(input) : piecesOf(input)) {
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

/** What a reader gives, as it comes. */
function* piecesOf(input: ByteReader): Generator<Uint8Array> {
  const buffer = new Uint8Array(PIECE);
  for (let count = input.read(buffer); count > 0; count = input.read(buffer)) yield buffer.subarray(0, count);
}

/** What a reader gives, in pieces that end where a line does: no string of JSON lies in two of them. */
function* linesOf(input: ByteReader): Generator<Uint8Array> {
  let buffer = new Uint8Array(PIECE);
  let length = 0;
  for (let count = input.read(buffer); count > 0; count = input.read(buffer.subarray(length))) {
    const end = buffer.subarray(length, length + count).lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      yield buffer.subarray(0, length + end);
      buffer.copyWithin(0, length + end, length + count);
      length = count - end;
    } else {
      length += count;
    }
    if (length === buffer.length) {
      const larger = new Uint8Array(length * 2);
      larger.set(buffer);
      buffer = larger;
    }
  }
  if (length > 0) yield buffer.subarray(0, length);
}
