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
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || error instanceof InputError) return error;
  // The system's words stand between its code and the name of the call: "ENOENT: no such file or directory, open ...".
  return new InputError(`${name}: ${/^[A-Z0-9]+: (.*?),/.exec(message)?.[1] ?? message}`);
}
