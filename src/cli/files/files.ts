/** Reads files and standard input. */
import { constants as limits } from "node:buffer";
import { accessSync, type BigIntStats, closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { readAll } from "../../text/byte-buffer.ts";
import { positionAfter } from "../../text/position.ts";
import { type VisibleText, visibleText } from "../../text/printable.ts";
import { decodeUtf8, isUtf16, UTF_16, validPrefix } from "../../text/utf8.ts";
import { attempt, InputError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";
import { checkOutputs, type InputStatus, ProtectedFiles } from "./output-conflicts.ts";

export const STDIN = "-";

/** The name of an input in messages. */
export function nameOf(file: string): VisibleText {
  return visibleText(file === STDIN ? "<stdin>" : file);
}

export interface ByteReader {
  /** The size of a regular file, in bytes. */
  readonly size?: number | undefined;
  /**
   * Fills the buffer from its beginning. Returns the number of bytes read, 0 at the end.
   *
   * @throws InputError also at the end of a file that was longer when it was opened
   */
  read(into: Uint8Array): number;
  close(): void;
}

/**
 * Checks that every input can be read, before any of them is read. Otherwise, a command that writes while it reads would
 * stop halfway at a mistyped name. Also checks that no input is an output.
 *
 * @param outputs the files that the command writes, in addition to the standard streams
 * @throws InputError
 */
export function checkReadable(files: readonly string[], io: CommandIo, outputs: readonly string[] = []): void {
  if (files.filter((file) => file === STDIN).length > 1) {
    throw new InputError(`${nameOf(STDIN)}: standard input can be read only once`);
  }
  checkOutputs(statusesOf(files, io), outputs, io);
}

/** @throws InputError if an input cannot be read */
export function protectedFiles(files: readonly string[], io: CommandIo): ProtectedFiles {
  return new ProtectedFiles(statusesOf(files, io), io);
}

function statusesOf(files: readonly string[], io: CommandIo): InputStatus[] {
  return files.map((file) => ({ name: nameOf(file), status: statusOf(file, io) }));
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

/** Reads bytes that are in memory. */
export function bytesReader(bytes: Uint8Array): ByteReader {
  let at = 0;
  return {
    size: bytes.length,
    read(into) {
      const piece = bytes.subarray(at, at + into.length);
      into.set(piece);
      at += piece.length;
      return piece.length;
    },
    close() {},
  };
}

/** @throws InputError */
export function openInput(file: string, io: CommandIo): ByteReader {
  const name = nameOf(file);
  const descriptor = file === STDIN ? undefined : attempt(name, () => openSync(file, "r"));
  const status = () => (descriptor === undefined ? io.statusOf?.("standard input") : fstatSync(descriptor));
  const opened = status();
  return {
    size: descriptor !== undefined && opened?.isFile() ? Number(opened.size) : undefined,
    read(into) {
      const count = attempt(name, () => (descriptor === undefined ? io.read(into) : readSync(descriptor, into)));
      if (count === 0 && opened?.isFile() && status()!.size < opened.size) throw shortened(file);
      return count;
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}

export function shortened(file: string): InputError {
  return new InputError(`${nameOf(file)}: the file was truncated while it was read`);
}

/** The size of the first buffer in bytes, if the system does not report the size of the input. */
const FIRST_READ = 64 * 1024;
/** The largest input that is read as a whole, in bytes: the greatest length of a string. */
const MAX_SIZE = limits.MAX_STRING_LENGTH;

/**
 * Reads an input as a whole.
 *
 * @param largest the greatest size in bytes
 * @throws InputError
 */
export function readBytes(file: string, io: CommandIo, largest = MAX_SIZE): Uint8Array {
  checkReadable([file], io);
  const input = openInput(file, io);
  try {
    const problem = `${nameOf(file)}: the file is larger than the limit of ${largest} bytes`;
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
 * Reads an input as text, without a byte order mark.
 *
 * @throws InputError also for bytes that are not UTF-8
 */
export function readText(file: string, io: CommandIo): string {
  return textOf(file, readBytes(file, io));
}

/**
 * Decodes the bytes of an input, without a byte order mark.
 *
 * @throws InputError for bytes that are not UTF-8
 */
export function textOf(file: string, bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return withoutMark(text);
  if (isUtf16(bytes)) throw new InputError(`${nameOf(file)}: ${UTF_16}`);
  const valid = withoutMark(validPrefix(bytes));
  const { line, column } = positionAfter(valid, 0, valid.length, "YAML");
  throw new InputError(`${nameOf(file)}:${line}:${column}: the file is not valid UTF-8`);
}

function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
