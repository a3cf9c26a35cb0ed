/** Runs one command line: finds the command, reports an error in one line, returns the exit code. */

import { printable } from "../text/printable.ts";
import {
  type CommandEntry,
  DONE,
  didYouMean,
  FAILED,
  FINDINGS,
  HELP_WIDTH,
  helpOf,
  parseArguments,
} from "./command.ts";
import { commands } from "./commands.ts";
import { ClosedPipeError, FindingsError, InputError, InputErrors, mistakeText, UsageError } from "./errors.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { commandIo, type ProcessIo } from "./io.ts";
import { wrapped } from "./wrap.ts";

const overview = (): string => `usage: varexpand COMMAND [ARGUMENT...]

${wrapped("Expands the variables that configuration refers to: $(NAME) as Kubernetes does, env files, ${...} templates.", HELP_WIDTH)}

commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`).join("\n")}

varexpand help COMMAND describes one command; varexpand version prints the
version.

exit codes:
${EXIT_CODES.map(({ code, meaning }) => `  ${code}  ${wrapped(meaning, HELP_WIDTH - 5, "     ")}`).join("\n")}
`;

/**
 * Runs one command line.
 *
 * @param args the arguments, without the program's name
 * @returns the exit code
 */
export async function run(args: readonly string[], streams: ProcessIo, version: () => string): Promise<number> {
  const io = commandIo(streams);
  const [name, ...rest] = args;
  let entry: CommandEntry | undefined;
  let failed = FAILED;
  const runCommand = async (commandArgs: readonly string[]): Promise<number> => {
    const command = await entry!.load();
    failed = command.failed ?? FAILED;
    const parsed = parseArguments(command.options, commandArgs, command.takesCommand);
    if (parsed !== undefined) return command.run(parsed, io);
    io.write(helpOf(command));
    return DONE;
  };
  try {
    if (name === undefined || HELP.includes(name)) {
      if (rest[0] === undefined || name === undefined) {
        io.write(overview());
        return DONE;
      }
      entry = entryOf(rest[0]);
      return await runCommand(["--help"]);
    }
    if (VERSION.includes(name)) {
      io.write(`varexpand ${version()}\n`);
      return DONE;
    }
    entry = entryOf(name);
    return await runCommand(rest);
  } catch (error) {
    if (error instanceof ClosedPipeError) return DONE;
    if (error instanceof InputErrors) {
      for (const line of error.lines) io.report(line);
      return error instanceof FindingsError ? FINDINGS : failed;
    }
    const program = entry === undefined ? "varexpand" : `varexpand ${entry.name}`;
    if (error instanceof UsageError) io.report(`${program}: ${error.message} (see ${program} --help)`);
    else if (error instanceof InputError) io.report(`varexpand: ${error.message}`);
    else {
      // No stack: it means nothing to the user, and may hold a path or a value of theirs.
      const what = `${program}: internal error in version ${version()}: ${printable(mistakeText(error))}`;
      io.report(`${what}; please report this line, with the arguments and an input that shows it`);
    }
    return failed;
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
