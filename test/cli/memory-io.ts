import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { buffer, text } from "node:stream/consumers";
import type { Command } from "../../src/cli/frame/command.ts";
import type { CommandIo, Stream } from "../../src/cli/frame/io.ts";
import { run } from "../../src/cli/run.ts";
import { executable } from "./executable.ts";

export interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly bytes: Uint8Array;
  /** What went to standard error, line by line. */
  readonly messages: readonly string[];
}

interface Given {
  stdin?: string | Uint8Array;
  environment?: CommandIo["environment"];
  /** The most bytes that one read of standard input returns. */
  readsOf?: number;
  colors?: boolean;
  isTerminal?: boolean;
  /** Is called before each write. */
  onWrite?: (data: string | Uint8Array) => void;
  /** Gets what goes to both streams, in the order in which it is written, as a terminal shows it. */
  shown?: Buffer[];
  /** Gets what the progress line shows. */
  progress?: string[];
  /** The files that the streams lead to, as far as the command asks: with `{}`, none. */
  streams?: Partial<Record<Stream, string>>;
  /** The program, if it is another one than varexpand. */
  alone?: Command;
}

/** Runs a command line in the single executable. */
async function runExecutable(
  file: string,
  args: readonly string[],
  { stdin, environment = {} }: Given,
): Promise<Outcome> {
  const child = spawn(file, args, {
    env: environment,
    stdio: [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  // A command can end before it has read everything.
  child.stdin?.on("error", () => {}).end(stdin);
  const [output, errors, [code]] = await Promise.all([
    buffer(child.stdout!),
    text(child.stderr!),
    once(child, "close"),
  ]);
  const messages = errors.split("\n");
  if (messages.at(-1) === "") messages.pop();
  return { code, output: output.toString(), bytes: new Uint8Array(output), messages };
}

/** Starting a process takes as long as many calls, and some tests run thousands of commands. */
const MAX_PROCESSES_PER_TEST = 25;
const started = new Map<string | undefined, number>();

/** Whether a command of the current test is one of the first, which run in the executable. */
async function isOneOfTheFirst(): Promise<boolean> {
  // The fuzz suite uses this file without vitest.
  const { currentTestName } = (await import("vitest")).expect.getState();
  const count = (started.get(currentTestName) ?? 0) + 1;
  started.set(currentTestName, count);
  return count <= MAX_PROCESSES_PER_TEST;
}

/** Whether a system can pass these to a process: no name of a variable is empty, and all of it is short. */
function canBePassed(args: readonly string[], environment: CommandIo["environment"] = {}): boolean {
  const texts = [...args, ...Object.values(environment).map((value) => value ?? "")];
  const isShort = texts.reduce((sum, text) => sum + text.length, 0) < 65_536;
  const areNames = Object.keys(environment).every((name) => /^[^=\0]+$/.test(name));
  return isShort && areNames && !texts.some((text) => text.includes("\0"));
}

/** What only a command in this process supports. */
const ONLY_HERE = ["readsOf", "colors", "isTerminal", "onWrite", "shown", "progress", "streams", "alone"] as const;

/**
 * Runs a command line in this process, with memory in place of its streams; or in the executable, if the tests run that.
 *
 * @throws Error for an internal error of varexpand
 */
export async function runInMemory(args: readonly string[], given: Given = {}): Promise<Outcome> {
  const isPassed = ONLY_HERE.every((member) => given[member] === undefined) && canBePassed(args, given.environment);
  if (executable !== undefined && isPassed && (await isOneOfTheFirst())) {
    return checked(await runExecutable(executable, args, given), given);
  }
  const stdin = typeof given.stdin === "string" ? Buffer.from(given.stdin) : (given.stdin ?? new Uint8Array(0));
  const output: Buffer[] = [];
  const messages: string[] = [];
  let at = 0;
  const io: CommandIo = {
    read(into) {
      const piece = stdin.subarray(at, at + Math.min(into.length, given.readsOf ?? into.length));
      into.set(piece);
      at += piece.length;
      return piece.length;
    },
    write: (data) => {
      given.onWrite?.(data);
      const written = Buffer.from(data as Uint8Array);
      output.push(written);
      given.shown?.push(written);
    },
    report: (line) => {
      messages.push(line);
      given.shown?.push(Buffer.from(`${line}\n`));
    },
    statusOf: (stream) => {
      const file = given.streams?.[stream];
      return file === undefined ? undefined : statSync(file, { bigint: true });
    },
    showProgress: given.progress && ((line) => void given.progress!.push(line)),
    environment: given.environment ?? {},
    colors: given.colors ?? false,
    isTerminal: given.isTerminal ?? false,
  };
  const code = await run(args, io, given.alone);
  const bytes = Buffer.concat(output);
  return checked({ code, output: bytes.toString(), bytes: new Uint8Array(bytes), messages }, given);
}

function checked(outcome: Outcome, { alone }: Given): Outcome {
  const bug = alone ? undefined : outcome.messages.find((line) => line.includes(": internal error in version "));
  if (bug !== undefined) throw new Error(bug);
  return outcome;
}
