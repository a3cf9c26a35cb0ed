/** Runs one command line: finds the command, reports an error in one line, returns the exit code. */

import { printable } from "../text/printable.ts";
import { type Command, type CommandEntry, DONE, FAILED, FINDINGS, helpOf, parseArguments } from "./command.ts";
import { commands } from "./commands.ts";
import { ClosedPipeError, FindingsError, InputError, InputErrors, mistakeText, UsageError } from "./errors.ts";
import { type CommandIo, commandIo, type ProcessIo } from "./io.ts";

const overview = (): string => `usage: varexpand COMMAND [ARGUMENT...]

Expands the variables that configuration refers to: $(NAME) as Kubernetes does, env files, \${...} templates.

commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`).join("\n")}

varexpand COMMAND --help describes one command; varexpand --version prints the version.
Exit code: 0 done; 1 findings; 2 wrong usage, or something could not be read or written.
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
  try {
    if (name === "--help" || name === "-h") {
      io.write(overview());
      return DONE;
    }
    if (name === "--version") {
      io.write(`varexpand ${version()}\n`);
      return DONE;
    }
    if (name === undefined) throw new UsageError("no command given");
    entry = commands.find((candidate) => candidate.name === name);
    if (entry === undefined) throw new UsageError(`unknown command ${JSON.stringify(name)}`);
    return await runCommand(await entry.load(), rest, io);
  } catch (error) {
    if (error instanceof ClosedPipeError) return DONE;
    if (error instanceof FindingsError) {
      for (const line of error.lines) io.report(line);
      return FINDINGS;
    }
    if (error instanceof InputErrors) {
      for (const line of error.lines) io.report(line);
      return FAILED;
    }
    const program = entry === undefined ? "varexpand" : `varexpand ${entry.name}`;
    if (error instanceof UsageError) io.report(`${program}: ${error.message} (see ${program} --help)`);
    else if (error instanceof InputError) io.report(`varexpand: ${error.message}`);
    else {
      // No stack: it means nothing to the user, and may hold a path or a value of theirs.
      const what = `${program}: internal error in version ${version()}: ${printable(mistakeText(error))}`;
      io.report(`${what}; please report this line, with the arguments and an input that shows it`);
    }
    return FAILED;
  }
}

async function runCommand(command: Command, args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseArguments(command.options, args);
  if (parsed !== undefined) return command.run(parsed, io);
  io.write(helpOf(command));
  return DONE;
}
