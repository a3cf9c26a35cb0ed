/** Files and standard input as commands read them, and files as they write them: whole, or not at all. */
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { Lines } from "../manifest/lines.ts";
import { decodeUtf8, validPrefix } from "../manifest/utf8.ts";
import { InputError, inputError } from "./errors.ts";
import type { CommandIo } from "./io.ts";

/** The operand that stands for standard input. */
export const STDIN = "-";

/** What messages call an input. */
export function nameOf(file: string): string {
  return file === STDIN ? "<stdin>" : file;
}

/** An open input. */
export interface ByteReader {
  /** Fills the buffer from its beginning; returns the number of bytes read, 0 at the end. */
  read(into: Uint8Array): number;
  close(): void;
}

/**
 * Says about every file whether it can be read before any of them is: a command that writes as it reads would
 * otherwise stop half-way for a name that was mistyped.
 *
 * @throws InputError
 */
export function checkReadable(files: readonly string[]): void {
  if (files.filter((file) => file === STDIN).length > 1) {
    throw new InputError(`${nameOf(STDIN)}: standard input can be read only once`);
  }
  for (const file of files) {
    if (file === STDIN) continue;
    attempt(file, () => {
      accessSync(file, constants.R_OK);
      if (statSync(file).isDirectory()) throw directoryError();
    });
  }
}

/** @throws InputError */
export function openInput(file: string, io: CommandIo): ByteReader {
  if (file === STDIN) return { read: (into) => attempt(file, () => io.read(into)), close() {} };
  const descriptor = attempt(file, () => openSync(file, "r"));
  return {
    read: (into) => attempt(file, () => readSync(descriptor, into)),
    close: () => closeSync(descriptor),
  };
}

/** How much of an input is asked for at first, where its size is not known. */
const FIRST_READ = 64 * 1024;

/**
 * A whole input.
 *
 * @throws InputError
 */
export function readBytes(file: string, io: CommandIo): Uint8Array {
  checkReadable([file]);
  const input = openInput(file, io);
  try {
    let bytes = new Uint8Array(FIRST_READ);
    let length = 0;
    while (true) {
      const count = input.read(bytes.subarray(length));
      if (count === 0) return bytes.subarray(0, length);
      length += count;
      if (length === bytes.length) {
        const larger = new Uint8Array(length * 2);
        larger.set(bytes);
        bytes = larger;
      }
    }
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
  const { line, column } = new Lines(valid).at(valid.length);
  throw new InputError(`${nameOf(file)}:${line}:${column}: the file is not valid UTF-8`);
}

function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** Names of files that are already open. To take the place of one would take it away from whoever reads it. */
const DESCRIPTOR = /^\/dev\/(?:(stdout)|(stderr)|fd\/(\d+))$/;

/**
 * Writes a file whole: under another name first, which then takes its place. What is no regular file (a terminal, a
 * pipe), or is open already, is written to directly.
 *
 * @throws InputError
 */
export function writeWhole(file: string, data: string): void {
  attempt(file, () => {
    const descriptor = DESCRIPTOR.exec(file);
    if (descriptor !== null) {
      writeFileSync(descriptor[1] ? 1 : descriptor[2] ? 2 : Number(descriptor[3]), data);
      return;
    }
    const target = statSync(file, { throwIfNoEntry: false });
    if (target?.isDirectory()) throw directoryError();
    if (target !== undefined && !target.isFile()) {
      writeFileSync(file, data);
      return;
    }
    const path = target === undefined ? file : realpathSync(file);
    const temporary = `${path}.${process.pid}.tmp`;
    try {
      writeFileSync(temporary, data, target === undefined ? { flag: "wx" } : { flag: "wx", mode: target.mode });
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  });
}

function directoryError(): Error {
  return Object.assign(new Error("EISDIR: is a directory, open"), { code: "EISDIR" });
}

function attempt<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw inputError(nameOf(file), error);
  }
}
