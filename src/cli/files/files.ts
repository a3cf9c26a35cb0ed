/** Files and standard input as commands read them. */
import { constants as limits } from "node:buffer";
import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from "node:fs";
import { readAll } from "../../text/byte-buffer.ts";
import { positionAfter } from "../../text/position.ts";
import { type VisibleText, visibleText } from "../../text/printable.ts";
import { decodeUtf8, validPrefix } from "../../text/utf8.ts";
import { attempt, InputError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";
import { checkOutputs, type InputStatus } from "./output-conflicts.ts";

/** The operand that stands for standard input. */
export const STDIN = "-";

/** What messages call an input. */
export function nameOf(file: string): VisibleText {
  return visibleText(file === STDIN ? "<stdin>" : file);
}

/** An open input. */
export interface ByteReader {
  /** Bytes of a regular file. */
  readonly size?: number | undefined;
  /**
   * Fills the buffer from its beginning; returns the number of bytes read, 0 at the end.
   *
   * @throws InputError also at the end of a file that was longer when it was opened
   */
  read(into: Uint8Array): number;
  close(): void;
}

/**
 * Checks that every input can be read, before any of them is read: a command that writes as it reads would otherwise
 * stop half-way at a mistyped name. Also checks that no input is an output.
 *
 * @param outputs Files that will be written, beside the standard streams.
 *
 * @throws InputError
 */
export function checkReadable(files: readonly string[], io: CommandIo, outputs: readonly string[] = []): void {
  if (files.filter((file) => file === STDIN).length > 1) {
    throw new InputError(`${nameOf(STDIN)}: standard input can be read only once`);
  }
  const inputs = files.map((file): InputStatus => ({ name: nameOf(file), status: statusOf(file, io) }));
  checkOutputs(inputs, outputs, io);
}

function statusOf(file: string, io: CommandIo): BigIntStats | undefined {
  if (file === STDIN) return io.statusOf?.("standard input");
  return attempt(nameOf(file), () => {
    accessSync(file, constants.R_OK);
    const status = statSync(file, { bigint: true });
    if (status.isDirectory()) throw new InputError(`${nameOf(file)}: is a directory`);
    return status;
  });
}

/** @throws InputError */
export function openInput(file: string, io: CommandIo): ByteReader {
  if (file === STDIN) {
    const status = () => io.statusOf?.("standard input");
    return { read: readingAll(file, (into) => io.read(into), status(), status), close() {} };
  }
  const descriptor = attempt(nameOf(file), () => openSync(file, "r"));
  const status = () => fstatSync(descriptor);
  const opened = status();
  return {
    size: opened.isFile() ? opened.size : undefined,
    read: readingAll(file, (into) => readSync(descriptor, into), opened, status),
    close: () => closeSync(descriptor),
  };
}

type Sized = Pick<Stats | BigIntStats, "isFile" | "size">;

/** Reads as `read` does, but throws at the end of a file that has become shorter. */
function readingAll(
  file: string,
  read: ByteReader["read"],
  opened: Sized | undefined,
  status: () => Sized | undefined,
): ByteReader["read"] {
  return (into) => {
    const count = attempt(nameOf(file), () => read(into));
    if (count === 0 && opened?.isFile() && status()!.size < opened.size) throw shortened(file);
    return count;
  };
}

/** The error for a file that has become shorter while it was read. */
export function shortened(file: string): InputError {
  return new InputError(`${nameOf(file)}: the file has become shorter while it was read`);
}

/** How many bytes of an input are asked for at first, where the system does not tell its size, or tells none. */
const FIRST_READ = 64 * 1024;
/** The largest input that is read as a whole, in bytes: as long as text can be. */
const LARGEST = limits.MAX_STRING_LENGTH;

/**
 * A whole input.
 *
 * @param largest The most bytes that it may have.
 *
 * @throws InputError
 */
export function readBytes(file: string, io: CommandIo, largest = LARGEST): Uint8Array {
  checkReadable([file], io);
  const input = openInput(file, io);
  try {
    const problem = `${nameOf(file)}: the file is larger than ${largest} bytes, the most that is read at once`;
    return readAll(
      (into) => input.read(into),
      input.size || FIRST_READ,
      largest,
      () => new InputError(problem),
    );
  } finally {
    input.close();
  }
}

/**
 * A whole input as text, without a byte order mark.
 *
 * @throws InputError also where the bytes are not UTF-8.
 */
export function readText(file: string, io: CommandIo): string {
  return textOf(file, readBytes(file, io));
}

/**
 * The text of an input's bytes, without a byte order mark.
 *
 * @throws InputError where the bytes are not UTF-8.
 */
export function textOf(file: string, bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return withoutMark(text);
  const valid = withoutMark(validPrefix(bytes));
  const { line, column } = positionAfter(valid, 0, valid.length, "YAML");
  throw new InputError(`${nameOf(file)}:${line}:${column}: the file is not valid UTF-8`);
}

function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
