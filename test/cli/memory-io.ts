import { statSync } from "node:fs";
import type { Command } from "../../src/cli/frame/command.ts";
import type { CommandIo, Stream } from "../../src/cli/frame/io.ts";
import { run } from "../../src/cli/run.ts";

export interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly bytes: Uint8Array;
  /** What went to standard error, line by line. */
  readonly messages: readonly string[];
}

/**
 * Runs a command line in this process, with memory in place of its streams.
 *
 * @throws Error for an internal error of varexpand
 */
export async function runInMemory(
  args: readonly string[],
  given: {
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
    /** The files that the streams lead to, as far as the command asks. */
    streams?: Partial<Record<Stream, string>>;
    /** The program, if it is another one than varexpand. */
    alone?: Command;
  } = {},
): Promise<Outcome> {
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
  const bug = given.alone ? undefined : messages.find((line) => line.includes(": internal error in version "));
  if (bug !== undefined) throw new Error(bug);
  const bytes = Buffer.concat(output);
  return { code, output: bytes.toString(), bytes: new Uint8Array(bytes), messages };
}
