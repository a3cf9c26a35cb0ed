/** Runs a command as a child, and ends as `docker run` does. */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { getSystemErrorMap } from "node:util";
import { NOT_FOUND, NOT_RUNNABLE, NOT_STARTED } from "../../frame/exit-codes.ts";
import type { CommandIo } from "../../frame/io.ts";
import { MaskedOutput } from "./masked-output.ts";
import { programPath } from "./program-path.ts";
import type { SecretPatterns } from "./secret-patterns.ts";
import { SignalForwarding } from "./signal-forwarding.ts";

/** What the number of a signal is added to. */
const BY_SIGNAL = 128;

export interface ChildCommand {
  /** The program, and its arguments. */
  readonly command: readonly string[];
  /** What messages call the program. */
  readonly title: string;
  /** Where the program is looked up. */
  readonly searched: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** What must not be in its output; undefined: its output is its own. */
  readonly secrets: SecretPatterns | undefined;
}

/** Returns the command's exit code, or 128 and the number of the signal that has ended it. */
export async function runChild(run: ChildCommand, io: CommandIo): Promise<number> {
  const output = run.secrets && new MaskedOutput(run.secrets);
  const signals = new SignalForwarding();
  try {
    const child = started(run, output);
    const ended = child instanceof Error ? Promise.resolve(child) : endOf(child);
    if (!(child instanceof Error)) signals.begin(child);
    const problems = await output?.write(child instanceof Error ? undefined : child, ended);
    const result = await ended;
    for (const problem of problems ?? []) io.report(`varexpand run: ${problem}`);
    // Without this process between, the command would have failed.
    if (typeof result === "number") return result === 0 && problems?.length ? NOT_STARTED : result;
    const isMissing = result.code === "ENOENT";
    const words = getSystemErrorMap().get(result.errno ?? 0)?.[1] ?? result.message;
    io.report(`varexpand run: ${run.title}: ${isMissing ? "command not found" : words}`);
    return isMissing ? NOT_FOUND : NOT_RUNNABLE;
  } finally {
    signals.end();
  }
}

function started(
  { command, searched, environment }: ChildCommand,
  output: MaskedOutput | undefined,
): ChildProcess | NodeJS.ErrnoException {
  const [argv0 = "", ...args] = command;
  const program = argv0 === "" ? undefined : programPath(argv0, searched);
  if (program === undefined) return Object.assign(new Error(), { code: "ENOENT" });
  try {
    const [stdout, stderr] = output?.descriptors ?? (["inherit", "inherit"] as const);
    return spawn(program, args, { argv0, env: environment, stdio: ["inherit", stdout, stderr] });
  } catch (error) {
    // Some of the system's errors are thrown, others come as an event.
    if (error instanceof Error && "errno" in error) return error as NodeJS.ErrnoException;
    throw error;
  }
}

function endOf(child: ChildProcess): Promise<number | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    child.once("error", resolve);
    child.once("exit", (code, signal) => resolve(code ?? BY_SIGNAL + constants.signals[signal!]));
  });
}
