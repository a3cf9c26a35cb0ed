/** Runs one command line: finds the command, reports an error in one line, returns the exit code. */

import { printable } from "../text/printable.ts";
import { commands } from "./commands.ts";
import {
  type Command,
  type CommandEntry,
  DONE,
  didYouMean,
  FAILED,
  FINDINGS,
  HELP_WIDTH,
  helpOf,
  parseArguments,
} from "./frame/command.ts";
import { ClosedPipeError, FindingsError, InputError, InputErrors, mistakeText, UsageError } from "./frame/errors.ts";
import { EXIT_CODES } from "./frame/exit-codes.ts";
import { type CommandIo, commandIo, type ProcessIo } from "./frame/io.ts";
import { refuseNodeOptions } from "./frame/node-options.ts";
import { wrapped } from "./frame/wrap.ts";

const overview = (): string => `usage: varexpand COMMAND [ARGUMENT...]

${wrapped("Expands the variables that configuration refers to: $(NAME) as Kubernetes does, env files, ${...} templates.", HELP_WIDTH)}

commands:
${rowsOf(commands.map(({ name, summary }) => [name, summary]))}

varexpand help COMMAND describes one command; varexpand version prints the
version.

exit codes:
${rowsOf(EXIT_CODES.map(({ code, meaning }) => [code, meaning]))}
`;

/** Lines of two columns within the help's width. */
function rowsOf(rows: readonly (readonly [name: string, text: string])[]): string {
  const column = Math.max(...rows.map(([name]) => name.length)) + 4;
  const indent = " ".repeat(column);
  return rows
    .map(
      ([name, text]) => `  ${name}`.padEnd(column) + wrapped(text, HELP_WIDTH - column).replaceAll("\n", `\n${indent}`),
    )
    .join("\n");
}

/**
 * Runs one command line.
 *
 * @param args the arguments, without the program's name
 * @returns the exit code
 */
export function run(args: readonly string[], streams: ProcessIo, version: () => string): Promise<number> {
  const io = commandIo(streams);
  const [name, ...rest] = args;
  const failed = commands.find((entry) => entry.name === name)?.failed ?? FAILED;
  const running: Running = { program: "varexpand", failed, io, version };
  const runNamed = async (name: string, commandArgs: readonly string[]): Promise<number> => {
    const entry = entryOf(name);
    running.program = `varexpand ${entry.name}`;
    return runCommand(await entry.load(), commandArgs, running);
  };
  return reported(running, async () => {
    refuseNodeOptions(args);
    if (name === undefined || HELP.includes(name)) {
      if (rest[0] !== undefined && name !== undefined) return runNamed(rest[0], ["--help"]);
      io.write(overview());
      return DONE;
    }
    return VERSION.includes(name) ? printVersion(running) : runNamed(name, rest);
  });
}

/** Runs the command line of a program that has one command only. */
export function runAlone(
  command: Command,
  args: readonly string[],
  streams: ProcessIo,
  version: () => string,
): Promise<number> {
  const running: Running = { program: command.program ?? "varexpand", failed: FAILED, io: commandIo(streams), version };
  const asksForVersion = args.length === 1 && VERSION.includes(args[0]!) && args[0]!.startsWith("-");
  return reported(running, async () => {
    refuseNodeOptions(args);
    return asksForVersion ? printVersion(running) : runCommand(command, args, running);
  });
}

/** A command line while it runs. */
interface Running {
  /** What people type before the arguments. */
  program: string;
  /** The exit code if it fails. */
  readonly failed: number;
  readonly io: CommandIo;
  readonly version: () => string;
}

/** Runs an action, and reports an error in one line. */
async function reported(running: Running, action: () => Promise<number>): Promise<number> {
  const { io, version } = running;
  try {
    return await action();
  } catch (error) {
    if (error instanceof ClosedPipeError) return DONE;
    if (error instanceof InputErrors) {
      for (const line of error.lines) io.report(line);
      return error instanceof FindingsError ? FINDINGS : running.failed;
    }
    const { program } = running;
    if (error instanceof UsageError) io.report(`${program}: ${error.message} (see ${program} --help)`);
    // Not a defect either. The class is in a part that most commands do not load.
    else if (error instanceof InputError || (error instanceof Error && error.name === "WebAssemblyError"))
      io.report(`varexpand: ${error.message}`);
    else {
      // No stack: it means nothing to the user, and may hold a path or a value of theirs.
      const what = `${program}: internal error in version ${version()}: ${printable(mistakeText(error))}`;
      io.report(`${what}; please report this line, with the arguments and an input that shows it`);
    }
    return running.failed;
  }
}

/** The other ways to ask for it. */
const HELP = ["help", "--help", "-h"];
const VERSION = ["version", "--version", "-v"];

/** @throws UsageError */
function entryOf(name: string): CommandEntry {
  const entry = commands.find((candidate) => candidate.name === name);
  if (entry !== undefined) return entry;
  const names = [...commands.map((command) => command.name), "help", "version"];
  throw new UsageError(`unknown command ${JSON.stringify(name)}${didYouMean(name, names)}`);
}

function printVersion({ io, version }: Running): number {
  io.write(`varexpand ${version()}\n`);
  return DONE;
}

async function runCommand(command: Command, args: readonly string[], running: Running): Promise<number> {
  const parsed = parseArguments(command.options, args, command.takesCommand);
  if (parsed !== undefined) return command.run(parsed, running.io);
  running.io.write(helpOf(command));
  return DONE;
}
