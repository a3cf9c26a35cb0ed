/** What a command may touch of the process it runs in: tests hand it something else. */
import { readSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { ClosedPipeError, inputError } from "./errors.ts";

export interface CommandIo {
  /** Fills the buffer from standard input; returns the number of bytes read, 0 at the end. Blocks. */
  read(into: Uint8Array): number;
  /** Writes data to standard output, whole, before it returns: the view may be overwritten afterwards. */
  write(data: string | Uint8Array): void;
  /** Writes a line to standard error. */
  report(line: string): void;
  /** Shows a line in place of the last one shown, where standard error is a terminal. */
  readonly showProgress?: ((line: string) => void) | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether what goes to standard output may carry colours. */
  readonly colors: boolean;
}

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;

/** How long to wait where a descriptor is set to non-blocking (by whoever shares it) and not ready, in milliseconds. */
const RETRY_AFTER = 1;

/**
 * Standard streams, read and written synchronously: a filter has nothing to do while it waits, and output that comes in
 * views of the scanners' memory needs no copy.
 */
export function processIo(): CommandIo {
  return {
    read: (into) => {
      try {
        return whenReady(() => readSync(STDIN, into));
      } catch (error) {
        // Windows reports the end of a pipe as an error.
        if (codeOf(error) === "EOF") return 0;
        throw error;
      }
    },
    write: (data) => writeAll(STDOUT, data),
    report: (line) => {
      try {
        writeAll(STDERR, `${line}\n`);
      } catch {
        // There is no one left to tell.
      }
    },
    showProgress: isatty(STDERR) ? (line) => void process.stderr.write(`\r\x1b[K${line}`) : undefined,
    environment: process.env,
    colors: wantsColors(process.env, isatty(STDOUT)),
  };
}

/** Colours are for terminals, unless NO_COLOR (no-color.org) or FORCE_COLOR says otherwise. */
export function wantsColors(environment: CommandIo["environment"], isTerminal: boolean): boolean {
  if (environment.NO_COLOR) return false;
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal && environment.TERM !== "dumb";
}

function writeAll(descriptor: number, data: string | Uint8Array): void {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += whenReady(() => writeSync(descriptor, bytes, at));
    } catch (error) {
      if (codeOf(error) === "EPIPE") throw new ClosedPipeError();
      throw inputError("<stdout>", error);
    }
  }
}

function whenReady<T>(attempt: () => T): T {
  while (true) {
    try {
      return attempt();
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_AFTER);
    }
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
