/** A command's access to its process: standard streams, environment, and version. Tests pass a substitute. */
import { type BigIntStats, fstatSync, readSync, statSync, writeSync } from "node:fs";
import { styleText } from "node:util";
import { version } from "../../../package.json";
import { visibleText } from "../../text/printable.ts";
import { ClosedPipeError, inputError } from "./errors.ts";
import { cutToWidth, fittedTo } from "./text-width.ts";

export function packageVersion(): string {
  return version;
}

/** A process's streams and environment. */
export interface CommandIo {
  /** Fills the buffer from standard input. Returns the number of bytes read, 0 at the end. Blocks. */
  read(into: Uint8Array): number;
  /** Writes all data to standard output before it returns, so the caller can reuse the view. */
  write(data: string | Uint8Array): void;
  report(line: string): void;
  /** Replaces the progress line. Undefined if standard error is not a terminal. */
  readonly showProgress?: ((line: string) => void) | undefined;
  /** The file status of a standard stream; undefined if it is not known. */
  readonly statusOf?: ((stream: Stream) => BigIntStats | undefined) | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether standard output may contain colors. */
  readonly colors: boolean;
  readonly isTerminal?: boolean;
  /** Returns the columns of the terminal on standard output. */
  columns?(): number | undefined;
}

export const STREAMS = { "standard input": 0, "standard output": 1, "standard error": 2 } as const;
export type Stream = keyof typeof STREAMS;

const STDIN = STREAMS["standard input"];
const STDOUT = STREAMS["standard output"];
const STDERR = STREAMS["standard error"];

/** Milliseconds between attempts, if another process has made a descriptor non-blocking and it is not ready. */
const RETRY_AFTER = 1;

/**
 * The streams of this process. They are synchronous: a filter has nothing else to do while it waits, and output in the
 * scanners' memory does not have to be copied.
 */
export function processIo(): CommandIo {
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
    columns: () => (writesToTerminal ? process.stdout.columns : undefined),
  };
}

/**
 * A terminal is a character device other than /dev/null. Checking that first avoids loading Node's `tty` module, which
 * loads its streams and `net`.
 */
function isTerminal(descriptor: number): boolean {
  try {
    const status = fstatSync(descriptor);
    if (!status.isCharacterDevice()) return false;
    if (status.rdev === statSync("/dev/null", { throwIfNoEntry: false })?.rdev) return false;
  } catch {
    return false;
  }
  return process.getBuiltinModule("node:tty").isatty(descriptor);
}

/** The columns of a line: `COLUMNS`, or else the width of the terminal; undefined if neither is known. */
export function lineWidth({ columns, environment }: Pick<CommandIo, "columns" | "environment">): number | undefined {
  const { COLUMNS = "" } = environment;
  return /^[1-9][0-9]{0,4}$/.test(COLUMNS) ? Number(COLUMNS) : columns?.() || undefined;
}

function stderrWidth(): number | undefined {
  return lineWidth({ columns: () => process.stderr.columns, environment: process.env });
}

/** Wraps `io`, so that text for people contains no raw control characters. */
export function visibleIo(io: CommandIo): CommandIo {
  const { showProgress } = io;
  return {
    ...io,
    report: (line) => io.report(visibleText(line)),
    showProgress: showProgress && ((line) => showProgress(visibleText(line))),
  };
}

/** Terminals get colors, unless NO_COLOR (no-color.org) or FORCE_COLOR says otherwise. */
export function wantsColors(environment: CommandIo["environment"], isTerminal: boolean): boolean {
  if (environment.NO_COLOR) return false;
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal && environment.TERM !== "dumb";
}

/** Whether a command's output has colors. */
export function colorsOf(
  color: "auto" | "always" | "never" | undefined,
  { colors }: Pick<CommandIo, "colors">,
): boolean {
  return color === "always" || (color !== "never" && colors);
}

export type Style = (format: "bold" | "dim" | "red", text: string) => string;

/** A function that adds escape sequences for colors, or none. */
export function styleOf(colors: boolean): Style {
  return (format, text) => (colors ? styleText(format, text, { validateStream: false }) : text);
}

function writeToStderr(text: string): void {
  try {
    writeToStream(STDERR, "<stderr>", text);
  } catch {
    // There is nowhere else to report this.
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
