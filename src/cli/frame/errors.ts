/** Errors that are not defects of varexpand. They are reported without a stack. */

/** The command line is wrong. The message describes what would be correct. */
export class UsageError extends Error {}

/** A name on the command line matches nothing in the input, or too much. The help does not solve that. */
export class NoMatchError extends UsageError {}

/** An input cannot be read or parsed, or an output cannot be written. The message begins with its name and position. */
export class InputError extends Error {}

/** The same with several lines. */
export class InputErrors extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join("\n"));
    this.lines = lines;
  }
}

/** There are findings that must fail the command. Nothing was written. */
export class FindingsError extends InputErrors {}

/** The reader of standard output closed the pipe. The command ends without a message. */
export class ClosedPipeError extends Error {}

/**
 * Turns an operating system's error into an `InputError` that begins with `name`; returns any other error unchanged.
 */
export function inputError(name: string, error: unknown): unknown {
  const words = systemWords(error);
  return words === undefined ? error : new InputError(`${name}: ${words}`, { cause: error });
}

/**
 * Returns what an action on the file system returns.
 *
 * @throws InputError that begins with `name`, for an operating system's error.
 */
export function attempt<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw inputError(name, error);
  }
}

/** The operating system's message for an error; undefined for other errors. */
export function systemWords(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return undefined;
  // The system's own message depends on the call that failed.
  if (code === "EISDIR") return "is a directory";
  // Node checks for NUL itself.
  if (code === "ERR_INVALID_ARG_VALUE" && /without null bytes/.test(message)) return "a file's name cannot contain NUL";
  if (code === "ERR_FS_FILE_TOO_LARGE") return message;
  if (!/^E[A-Z0-9]+$/.test(code)) return undefined;
  // The message is between the code and the name of the call: "ENOENT: no such file or directory, open ...".
  return /^[A-Z0-9]+: (.*?),/.exec(message)?.[1] ?? message;
}

/** Describes an unexpected error on one line: its name, its message, and the position in varexpand's code. */
export function internalErrorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An error from an exhausted stack has no stack trace.
  const call = error.stack?.split("\n").find((line) => /^ +at /.test(line) && /:\d+:\d+\)?$/.test(line));
  const place = call
    ?.split(/[/\\(]/)
    .at(-1)
    ?.replace(")", "");
  return `${error.name}: ${error.message}${place === undefined ? "" : ` (${place})`}`;
}
