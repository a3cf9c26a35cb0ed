/** The exit codes of all commands. README.md shows the same table, and a test compares them. */

/** `varexpand run` itself failed: as `docker run`, it has the codes of its command. */
export const NOT_STARTED = 125;
/** The command of `varexpand run` cannot be run. */
export const NOT_RUNNABLE = 126;
/** There is no such command. */
export const NOT_FOUND = 127;

/** Everything was done. */
export const DONE = 0;
/** It was done, with findings that the caller asked the exit code to tell, or messages that failed. */
export const FINDINGS = 1;
/** Wrong usage, or something could not be read, parsed or written. */
export const FAILED = 2;

export interface ExitCode {
  readonly code: string;
  readonly meaning: string;
}

export const EXIT_CODES: readonly ExitCode[] = [
  { code: String(DONE), meaning: "done; findings are only reported" },
  {
    code: String(FINDINGS),
    meaning: "findings, where they are asked to fail: lint, --strict, ...; stream: messages failed",
  },
  { code: String(FAILED), meaning: "wrong usage, or something could not be read, parsed or written" },
  { code: "125-127", meaning: "run: as docker; otherwise the code is the command's" },
];
