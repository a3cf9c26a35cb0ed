/** Expands one input of `varexpand expand`. */

import { unresolvedMessage } from "../../../events/recorder.ts";
import type { SubstitutionError } from "../../../expansion/dialects/evaluation.ts";
import { HeldInputError } from "../../../expansion/streams/held-input.ts";
import { type ExpansionSink, JsonStream, TextStream } from "../../../expansion/streams/reference-stream.ts";
import type { YamlExpansionError, YamlStream } from "../../../expansion/streams/yaml-stream.ts";
import type { Variables } from "../../../expansion/variables.ts";
import { PieceCounter, type Position } from "../../../text/position.ts";
import { printable } from "../../../text/printable.ts";
import { type ByteReader, bytesReader, nameOf, openInput, readBytes } from "../../files/files.ts";
import { InputError, InputErrors } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { type Progress, startProgress } from "../../frame/progress.ts";
import type { ExpandSyntax } from "../../variables/environment.ts";

/** What an input is: any bytes, JSON or NDJSON, or YAML. */
export type InputFormat = "bytes" | "json" | "yaml";

type Stream = TextStream | JsonStream | YamlStream;
type StreamClass = new (environment: Variables, sink: ExpansionSink) => Stream;

/** What expands inputs of a format. The reader of YAML is loaded only if it is needed. */
export async function streamOf(format: InputFormat): Promise<StreamClass> {
  switch (format) {
    case "json":
      return JsonStream;
    case "yaml":
      return (await import("../../../expansion/streams/yaml-stream.ts")).YamlStream;
    default:
      return TextStream;
  }
}

/** Bytes that are read at once: into a buffer, or straight into the scanners' memory. Larger pieces leave the cache. */
export const PIECE = 1 << 18;
const READ = 1 << 19;

export interface Expansion {
  readonly environment: Variables;
  readonly format: InputFormat;
  readonly Stream: StreamClass;
  readonly io: CommandIo;
  /** Takes the output; the view is only valid during the call. */
  output(bytes: Uint8Array): void;
  /** Changes an input before it is expanded. */
  readonly rewrite?: ((bytes: Uint8Array) => Uint8Array) | undefined;
  /** Receives each piece of an input, as it is read. */
  readonly onPiece?: (file: string, piece: Uint8Array) => void;
  /** Takes each reference without a value. */
  readonly unresolved?: (file: string, name: string, place: Position) => void;
}

/**
 * Expands a file, piece by piece: one with each step.
 *
 * @throws InputError, InputErrors
 */
export function* expandFile(file: string, expansion: Expansion): Generator<void, void, undefined> {
  const { io, rewrite } = expansion;
  const input = rewrite === undefined ? openInput(file, io) : bytesReader(rewritten(file, rewrite, io));
  const progress = startProgress(io, nameOf(file), input.size);
  try {
    yield* expandPieces(file, input, expansion, progress);
  } catch (error) {
    throw locateError(error, (problem) => `${nameOf(file)}:${placeText(problem)}`);
  } finally {
    progress.end();
    input.close();
  }
}

/** @throws InputErrors with the place of a string that Flux cannot apply */
function rewritten(file: string, rewrite: NonNullable<Expansion["rewrite"]>, io: CommandIo): Uint8Array {
  const bytes = readBytes(file, io);
  try {
    return rewrite(bytes);
  } catch (error) {
    if (!isSubstitutionError(error)) throw error;
    const counter = new PieceCounter();
    counter.beginPiece(bytes);
    throw placed(error, file, counter);
  }
}

function placed(error: SubstitutionError, file: string, counter: PieceCounter): InputErrors {
  const { line, column } = counter.at(error.offset);
  return new InputErrors([`${nameOf(file)}:${line}:${column}: ${problemText(error)}`]);
}

function* expandPieces(
  file: string,
  input: ByteReader,
  { environment, format, Stream, output, unresolved, onPiece }: Expansion,
  progress: Progress,
): Generator<void, void, undefined> {
  const counter = new PieceCounter();
  const sink: ExpansionSink = {
    output,
    ...(unresolved && {
      unresolved(name, offset) {
        // Documents of YAML are expanded later than the piece comes that they are in.
        const place = "place" in stream ? stream.place(offset) : counter.at(offset);
        unresolved(file, new TextDecoder().decode(name), place);
      },
    }),
  };
  const stream = new Stream(environment, sink);
  const read = (into: Uint8Array) => {
    const count = input.read(into);
    onPiece?.(file, into.subarray(0, count));
    return count;
  };
  const counts = (unresolved !== undefined || environment.canFail) && format !== "yaml";
  try {
    if (stream instanceof TextStream && !counts) {
      const size = Math.min(READ, input.size || READ);
      for (let count = 1; count > 0; yield) {
        count = stream.read(read, size);
        progress.advance(count);
      }
      stream.end();
      return;
    }
    const buffer = new Uint8Array(PIECE);
    for (let count = read(buffer); count > 0; count = read(buffer)) {
      const piece = buffer.subarray(0, count);
      if (counts) counter.beginPiece(piece);
      stream.push(piece);
      if (counts) counter.endPiece(stream.consumed);
      progress.advance(count);
      yield;
    }
    stream.end();
  } catch (error) {
    if (!isSubstitutionError(error)) throw error;
    throw placed(error, file, counter);
  }
}

/** An error of a stream, or of a dialect, as one about its file. */
export function locateError(error: unknown, placeOf: (problem: Problem) => string): unknown {
  const problems = problemsOf(error);
  if (problems === undefined) return error;
  const lines = problems.map((problem) => `${placeOf(problem)}: ${problem.text}`);
  return problems[0]!.position === undefined ? new InputError(lines[0]) : new InputErrors(lines);
}

/** What is wrong with a text. */
interface Problem {
  /** In bytes. */
  readonly offset: number;
  readonly position?: Position;
  readonly text: string;
}

/** What an error of a stream, or of a dialect, is about; undefined for other errors. */
export function problemsOf(error: unknown): readonly Problem[] | undefined {
  if (error instanceof HeldInputError) return [{ offset: error.offset, text: error.reason }];
  if (isSubstitutionError(error)) return [{ offset: error.offset, text: problemText(error) }];
  if (!isYamlError(error)) return undefined;
  return error.refusals.map(({ name, problem, offset, line, column }) => {
    const text = name === "" ? `not YAML: ${problem}` : `${printable(name)}: ${problem}`;
    return { offset, position: { line, column }, text };
  });
}

export function placeText({ offset, position }: Problem): string {
  return position === undefined ? ` byte ${offset}` : `${position.line}:${position.column}`;
}

/** Whether YAML cannot be expanded. Only some inputs need the code of YAML. */
function isYamlError(error: unknown): error is YamlExpansionError {
  return (error as Partial<Error> | undefined)?.name === "YamlExpansionError";
}

/** Whether a dialect cannot expand a reference. Only some inputs need the code of the dialects. */
function isSubstitutionError(error: unknown): error is SubstitutionError {
  return (error as Partial<Error> | undefined)?.name === "SubstitutionError";
}

/** What is wrong with a reference, without the place. */
function problemText(error: SubstitutionError): string {
  return `${printable(error.variable)}: ${error.message}`;
}

/** That a reference has no value. */
export function unresolvedText(name: string, syntax: ExpandSyntax): string {
  if (syntax === "kubernetes") return printable(unresolvedMessage(name));
  const isUri = syntax === "otel-collector" && name.includes(":");
  return isUri
    ? `${printable(`\${${name}}`)}: only the Collector can read this; it does not change`
    : `${printable(name)}: the variable is not set; set it with -e`;
}

/** Why nothing is written: a syntax can be strict by itself. */
export function nothingWritten(isStrictGiven: boolean): string {
  const reason = isStrictGiven
    ? "--strict is set"
    : "--syntax flux is strict; --no-strict expands such references to nothing";
  return `nothing is written, because ${reason}`;
}
