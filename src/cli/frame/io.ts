/** A command's access to its process: standard streams and environment. Tests pass a substitute. */
import { type BigIntStats, fstatSync, readSync, statSync, writeSync } from "node:fs";
import { type VisibleText, visibleText } from "../../text/printable.ts";
import { cutToWidth } from "./display-width.ts";
import { ClosedPipeError, inputError } from "./errors.ts";
import { fittedTo } from "./wrap.ts";

/** A process's streams. Text for people must be a `VisibleText`: without raw control characters. */
export interface ProcessIo {
  /** Fills the buffer from standard input; returns the number of bytes read, 0 at the end. Blocks. */
  read(into: Uint8Array): number;
  /** Writes all data to standard output before it returns: the caller may overwrite the view afterwards. */
  write(data: string | Uint8Array): void;
  /** Writes a line to standard error. */
  report(line: VisibleText): void;
  /** Replaces the progress line. Undefined if standard error is not a terminal. */
  readonly showProgress?: ((line: VisibleText) => void) | undefined;
  /** The file status of a standard stream; undefined if it is not known. */
  readonly statusOf?: ((stream: Stream) => BigIntStats | undefined) | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether standard output may contain colours. */
  readonly colors: boolean;
  /** Whether standard output is a terminal. */
  readonly isTerminal?: boolean;
  /** How many columns the terminal has that standard output is; undefined if it is none. */
  readonly columns?: number | undefined;
}

/** The streams as commands see them: `report` makes any text visible. */
export interface CommandIo extends Omit<ProcessIo, "report" | "showProgress"> {
  report(line: string): void;
  readonly showProgress?: ((line: string) => void) | undefined;
}

export const STREAMS = { "standard input": 0, "standard output": 1, "standard error": 2 } as const;
export type Stream = keyof typeof STREAMS;

const STDIN = STREAMS["standard input"];
const STDOUT = STREAMS["standard output"];
const STDERR = STREAMS["standard error"];

/** Milliseconds between attempts on a descriptor that another process has made non-blocking and that is not ready. */
const RETRY_AFTER = 1;

/**
 * Standard streams, read and written synchronously: a filter has nothing else to do while it waits, and output that
 * lies in the scanners' memory needs no copy.
 */
export function processIo(): ProcessIo {
  const writesToTerminal = isTerminal(STDOUT);
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
    write: (data) => writeToStream(STDOUT, "<stdout>", data),
    report: (line) => writeToStderr(`${isTerminal(STDERR) ? fittedTo(stderrWidth())(line) : line}\n`),
    showProgress: isTerminal(STDERR)
      ? (line) => writeToStderr(`\r\x1b[K${cutToWidth(line, (stderrWidth() ?? Number.POSITIVE_INFINITY) - 1)}`)
      : undefined,
    statusOf: (stream) => {
      try {
        return fstatSync(STREAMS[stream], { bigint: true });
      } catch {
        return undefined;
      }
    },
    environment: process.env,
    colors: wantsColors(process.env, writesToTerminal),
    isTerminal: writesToTerminal,
    get columns() {
      return writesToTerminal ? process.stdout.columns : undefined;
    },
  };
}

/**
 * Only a character device may be a terminal, and /dev/null is none: for anything else, Node.js need not load what it has
 * for terminals, which are its streams and its net, too.
 */
function isTerminal(descriptor: number): boolean {
  try {
    const status = fstatSync(descriptor);
    if (!status.isCharacterDevice() || status.rdev === nullDevice()) return false;
  } catch {
    return false;
  }
  return process.getBuiltinModule("node:tty").isatty(descriptor);
}

/** The number of the device; undefined where there is none. */
function nullDevice(): number | undefined {
  return statSync("/dev/null", { throwIfNoEntry: false })?.rdev;
}

/** The columns of a line: what `COLUMNS` says, or else what the terminal has; undefined if neither is known. */
export function lineWidth({ columns, environment }: Pick<CommandIo, "columns" | "environment">): number | undefined {
  const said = environment.COLUMNS;
  return said !== undefined && /^[1-9][0-9]{0,4}$/.test(said) ? Number(said) : columns || undefined;
}

function stderrWidth(): number | undefined {
  return lineWidth({ columns: process.stderr.columns, environment: process.env });
}

/** A command's view of a process's streams. */
export function commandIo(io: ProcessIo): CommandIo {
  const { showProgress } = io;
  return {
    ...io,
    get columns() {
      return io.columns;
    },
    report: (line) => io.report(visibleText(line)),
    showProgress: showProgress && ((line) => showProgress(visibleText(line))),
  };
}

/** Terminals get colours, unless NO_COLOR (no-color.org) or FORCE_COLOR is set. */
export function wantsColors(environment: CommandIo["environment"], isTerminal: boolean): boolean {
  if (environment.NO_COLOR) return false;
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal && environment.TERM !== "dumb";
}

function writeToStderr(text: string): void {
  try {
    writeToStream(STDERR, "<stderr>", text);
  } catch {
    // There is no other place to report this.
  }
}

/**
 * Writes everything to a descriptor that may be a pipe.
 *
 * @throws ClosedPipeError, InputError with `name`
 */
export function writeToStream(descriptor: number, name: string, data: string | Uint8Array): void {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += whenReady(() => writeSync(descriptor, bytes, at));
    } catch (error) {
      if (codeOf(error) === "EPIPE") throw new ClosedPipeError();
      throw inputError(name, error);
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
