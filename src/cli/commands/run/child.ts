/** Runs a command as a child process, with the exit codes of `docker run`. */
import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, existsSync, constants as modes, statSync } from "node:fs";
import { constants } from "node:os";
import { delimiter } from "node:path";
import { getSystemErrorMap } from "node:util";
import { NOT_FOUND, NOT_RUNNABLE, NOT_STARTED } from "../../frame/command.ts";
import type { CommandIo } from "../../frame/io.ts";
import type { SecretPatterns } from "../../manifests/secret-patterns.ts";
import { MaskedOutput } from "./masked-output.ts";
import { SignalForwarding } from "./signal-forwarding.ts";

/** The exit code for signal 0. */
const BY_SIGNAL = 128;
const DEFAULT_PATH = "/bin:/usr/bin";

interface ChildCommand {
  readonly command: readonly string[];
  readonly title: string;
  readonly searchPath: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** What to mask in the output. If it is undefined, the child inherits the streams of this process. */
  readonly secrets: SecretPatterns | undefined;
}

/** Returns the command's exit code, or 128 plus the number of the signal that ended it. */
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
    // Without this process in between, the command itself would have failed.
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
  { command, searchPath, environment }: ChildCommand,
  output: MaskedOutput | undefined,
): ChildProcess | NodeJS.ErrnoException {
  const [argv0 = "", ...args] = command;
  const program = argv0 === "" ? undefined : programPath(argv0, searchPath);
  if (program === undefined) return Object.assign(new Error(), { code: "ENOENT" });
  try {
    const [stdout, stderr] = output?.descriptors ?? (["inherit", "inherit"] as const);
    return spawn(program, args, { argv0, env: environment, stdio: ["inherit", stdout, stderr] });
  } catch (error) {
    // Node.js throws some system errors, and emits others as events.
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

/**
 * Finds the program, because `execvp` would search the PATH of the child, which a manifest can set.
 *
 * Returns the first executable file with this name. If there is none, returns a file that is not executable, as the system
 * would report it; undefined if there is no such file.
 */
function programPath(name: string, searchPath = DEFAULT_PATH): string | undefined {
  // Windows adds extensions to names.
  if (name.includes("/") || process.platform === "win32") return name;
  const files = searchPath.split(delimiter).map((folder) => `${folder || "."}/${name}`);
  return files.find(isExecutable) ?? files.find((file) => existsSync(file));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, modes.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
