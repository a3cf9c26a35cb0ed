/** What can go wrong without being our mistake: each ends a command with one line on standard error. */

/** The command line cannot be understood: what is wrong, and what would be right. */
export class UsageError extends Error {
  readonly code = "USAGE";
}

/** Something cannot be read, written or understood. The message begins with its name (and place). */
export class InputError extends Error {
  readonly code = "INPUT";
}

/** Everything could be read, and is not as it should be: each line names a place. Nothing has been written. */
export class FindingsError extends Error {
  readonly code = "FINDINGS";
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join("\n"));
    this.lines = lines;
  }
}

/** The reader of standard output has gone: nobody wants the rest, and nobody wants to hear of it. */
export class ClosedPipeError extends Error {
  readonly code = "CLOSED_PIPE";
}

/** An operating system's error as an `InputError` about `name`; any other error as it is. */
export function inputError(name: string, error: unknown): unknown {
  const words = systemWords(error);
  return words === undefined ? error : new InputError(`${name}: ${words}`, { cause: error });
}

/** What the system says about a file that it cannot open, read or write; undefined if the error is not the system's. */
export function systemWords(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return undefined;
  // Whether it is opened or read, and by whom, decides which words the system has for it.
  if (code === "EISDIR") return "is a directory";
  // Node itself looks for NUL.
  if (code === "ERR_INVALID_ARG_VALUE" && /without null bytes/.test(message)) return "a file's name cannot contain NUL";
  if (code === "ERR_FS_FILE_TOO_LARGE") return message;
  if (!/^E[A-Z0-9]+$/.test(code)) return undefined;
  // The system's words stand between its code and the name of the call: "ENOENT: no such file or directory, open ...".
  return /^[A-Z0-9]+: (.*?),/.exec(message)?.[1] ?? message;
}

/** One line about an error that nobody foresaw: what it is, and where in our code. */
export function mistakeText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Where the stack is exhausted, the error has none.
  const place = /^ +at .*?([^/\\()]+:\d+:\d+)\)?$/m.exec(error.stack ?? "")?.[1];
  return `${error.name}: ${error.message}${place === undefined ? "" : ` (${place})`}`;
}
