import { runInMemory } from "./memory-io.ts";
import { bash } from "./processes.ts";

/** A word that the shell passes on unchanged, or text in single quotes. */
const WORD = /'([^']*)'|[^\s'"$`\\|&;<>(){}[\]*?~#!]+/y;

/** The words of a command line that needs no shell; undefined if it needs one. */
export function plainWords(line: string): string[] | undefined {
  const words: string[] = [];
  for (let at = 0; at < line.length; at = WORD.lastIndex + 1) {
    WORD.lastIndex = at;
    const match = WORD.exec(line);
    if (match === null || ![undefined, " "].includes(line[WORD.lastIndex])) return undefined;
    words.push(match[1] ?? match[0]);
  }
  return words;
}

/**
 * Runs `varexpand` in a folder as a user typed it: in this process if the line is one command without a shell's syntax,
 * and otherwise as bash() does, with the built command. `varexpand run` always runs in its own process.
 */
export async function typed(folder: string, line: string): ReturnType<typeof inFolder> {
  const [program, ...args] = plainWords(line) ?? [];
  return program === "varexpand" && args[0] !== "run" ? inFolder(folder, args) : bash(folder, line);
}

/** Runs a command in this process, with a folder as its working directory and an empty standard input. */
export async function inFolder(
  folder: string,
  args: readonly string[],
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const given = process.cwd();
  process.chdir(folder);
  try {
    const streams = { "standard input": "/dev/null" } as const;
    const { code, output, messages } = await runInMemory(args, { environment: process.env, streams });
    return { status: code, stdout: output, stderr: messages.map((line) => `${line}\n`).join("") };
  } finally {
    process.chdir(given);
  }
}
