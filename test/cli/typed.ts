import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInMemory } from "./memory-io.ts";
import { bash } from "./processes.ts";

/** A word of a command line, of text that the shell passes on unchanged and text in quotes. */
const WORD = /(?:'[^']*'|"[^"$`\\!]*"|[^\s'"$`\\|&;<>(){}[\]*?~#!]+)+/y;
/** What separates two words; a line can be continued. */
const BETWEEN = /(?: |\\\n)+/y;
/** A command that feeds varexpand, or reads its whole output: one program with arguments. */
const FILTER = /^(?:cat|echo|grep|printf)(?: (?:'[^']*'|"[^"$`]*"|[^\s'"\\|&;<>()]+))*$/;

/** A pipe, as standard input's: standard output of this process, which Vitest reads. */
const PIPE = "/proc/self/fd/1";

/** A command line that needs a shell at most for what precedes and follows varexpand in a pipeline. */
interface Line {
  /** The command whose output is standard input. */
  readonly from: string | undefined;
  readonly args: readonly string[];
  /** The file to which standard output is redirected. */
  readonly file: string | undefined;
  /** The command that reads standard output. */
  readonly to: string | undefined;
}

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams, as a terminal shows them. */
  readonly shown: string;
}

/** The words at the start of a command line, and what follows them. */
function wordsOf(line: string): { words: string[]; rest: string } {
  const words: string[] = [];
  let end = 0;
  for (let at = 0; ; at = BETWEEN.lastIndex) {
    WORD.lastIndex = at;
    const match = WORD.exec(line);
    if (match === null) break;
    words.push(match[0].replaceAll(/'([^']*)'|"([^"]*)"/g, "$1$2"));
    end = BETWEEN.lastIndex = WORD.lastIndex;
    if (!BETWEEN.test(line)) break;
  }
  return { words, rest: line.slice(end) };
}

/** The words of a command line that needs no shell; undefined if it needs one. */
export function plainWords(line: string): string[] | undefined {
  const { words, rest } = wordsOf(line);
  return rest === "" ? words : undefined;
}

function lineOf(text: string): Line | undefined {
  const [, from, command] = /^(?:(.*) \| )?(varexpand .*)$/s.exec(text) ?? [];
  if (command === undefined) return undefined;
  const { words, rest } = wordsOf(command);
  const [, file, to] = /^(?: > ([\w./-]+))?(?: \| (.+))?$/s.exec(rest) ?? [];
  const isWhole = rest === "" || file !== undefined || to !== undefined;
  const areFilters = [from, to].every((filter) => filter === undefined || FILTER.test(filter));
  // `varexpand run` replaces its process.
  return isWhole && areFilters && words[1] !== "run" ? { from, args: words.slice(1), file, to } : undefined;
}

/** Runs a command line in this process; undefined if varexpand is only a part of what the line does. */
export async function inProcess(
  folder: string,
  text: string,
  environment: NodeJS.ProcessEnv,
): Promise<Outcome | undefined> {
  const line = lineOf(text);
  if (line === undefined) return undefined;
  const { from, args, file, to } = line;
  const filter = (command: string, input?: Uint8Array) =>
    spawnSync("bash", ["-c", command], { cwd: folder, env: environment, input });
  const stdin = from === undefined ? undefined : filter(from).stdout;
  if (file !== undefined) writeFileSync(join(folder, file), "");
  const streams = {
    "standard input": from === undefined ? "/dev/null" : PIPE,
    ...(file === undefined ? {} : { "standard output": file }),
  };
  const shown: Buffer[] = [];
  const given = { environment, streams, shown, ...(stdin && { stdin }) };
  const outcome = await within(folder, () => runInMemory(args, given));
  const { code: status, output, bytes } = outcome;
  const stderr = outcome.messages.map((message) => `${message}\n`).join("");
  if (file !== undefined) writeFileSync(join(folder, file), bytes);
  const stdout = file === undefined ? output : "";
  if (to === undefined)
    return { status, stdout, stderr, shown: file === undefined ? `${Buffer.concat(shown)}` : stderr };
  const last = filter(to, file === undefined ? bytes : new Uint8Array(0));
  const filtered = { status: last.status, stdout: `${last.stdout}`, stderr: stderr + last.stderr };
  return { ...filtered, shown: filtered.stderr + filtered.stdout };
}

/**
 * Runs `varexpand` in a folder as a user typed it: in this process if the line needs a shell at most for the rest of a
 * pipeline, and otherwise as bash() does, with the built command.
 */
export async function typed(folder: string, line: string): Promise<Pick<Outcome, "status" | "stdout" | "stderr">> {
  const { status, stdout, stderr } = (await inProcess(folder, line, process.env)) ?? bash(folder, line);
  return { status, stdout, stderr };
}

/** Runs a command in this process, with a folder as its working directory and an empty standard input. */
export async function inFolder(
  folder: string,
  args: readonly string[],
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const streams = { "standard input": "/dev/null" } as const;
  const run = () => runInMemory(args, { environment: process.env, streams });
  const { code, output, messages } = await within(folder, run);
  return { status: code, stdout: output, stderr: messages.map((line) => `${line}\n`).join("") };
}

async function within<T>(folder: string, run: () => Promise<T>): Promise<T> {
  const given = process.cwd();
  process.chdir(folder);
  try {
    return await run();
  } finally {
    process.chdir(given);
  }
}
