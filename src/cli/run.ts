/** Runs one command line: finds the command, reports an error on one line, and returns the exit code. */
import { printable } from "../text/printable.ts";
import { commands } from "./commands.ts";
import {
  type Command,
  type CommandEntry,
  checkCombinations,
  DONE,
  didYouMean,
  EXIT_CODES,
  FAILED,
  FINDINGS,
  PURPOSE,
  parseArguments,
} from "./frame/command.ts";
import {
  ClosedPipeError,
  FindingsError,
  InputError,
  InputErrors,
  internalErrorText,
  NoMatchError,
  UsageError,
} from "./frame/errors.ts";
import { HELP_WIDTH, helpOf, shortHelpOf } from "./frame/help.ts";
import { type CommandIo, packageVersion, processIo, visibleIo } from "./frame/io.ts";
import { refuseNodeOptions } from "./frame/node-options.ts";
import { wrapped } from "./frame/text-width.ts";

/** The program `varexpand`. */
export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), processIo());
}

const overview = (): string => `usage: varexpand COMMAND [ARGUMENT...]

${wrapped(PURPOSE, HELP_WIDTH)}

commands:
${rowsOf(commands.map(({ name, summary }) => [name, summary]))}

Run "varexpand help COMMAND" for help on a command, "varexpand help RULE" for a
rule of lint, or "varexpand version" for the version.

exit codes:
${rowsOf(EXIT_CODES.map(({ code, meaning }) => [code, meaning]))}
`;

/** Formats rows of two columns within the width of the help. */
function rowsOf(rows: readonly (readonly [name: string, text: string])[]): string {
  const column = Math.max(...rows.map(([name]) => name.length)) + 4;
  const indent = " ".repeat(column);
  return rows
    .map(
      ([name, text]) => `  ${name}`.padEnd(column) + wrapped(text, HELP_WIDTH - column).replaceAll("\n", `\n${indent}`),
    )
    .join("\n");
}

const HELP = ["help", "--help", "-h"];
const VERSION = ["--version", "-v"];

/**
 * Runs one command line.
 *
 * @param args the arguments, without the program's name
 * @param alone the command of a program that has only one
 * @returns the exit code
 */
export async function run(args: readonly string[], streams: CommandIo, alone?: Command): Promise<number> {
  const io = visibleIo(streams);
  const [name, ...rest] = args;
  const entry = alone === undefined ? commands.find((entry) => entry.name === name) : undefined;
  // What users type before the arguments.
  let program = alone?.program ?? "varexpand";
  const runNamed = async (name: string, commandArgs: readonly string[]): Promise<number> => {
    const { load } = entryOf(name);
    program = `varexpand ${name}`;
    return runCommand(await load(), commandArgs, io);
  };
  try {
    refuseNodeOptions(args);
    if (alone === undefined ? [...VERSION, "version"].includes(name!) : rest.length === 0 && VERSION.includes(name!)) {
      io.write(`varexpand ${packageVersion()}\n`);
      return DONE;
    }
    if (alone !== undefined) return await runCommand(alone, args, io);
    if (name !== undefined && !HELP.includes(name)) return await runNamed(name, rest);
    const [topic] = rest;
    if (topic === undefined) io.write(overview());
    else if (commands.some((each) => each.name === topic)) return await runNamed(topic, ["--help"]);
    else
      io.write(
        (await import("./rule-help.ts")).ruleHelp(
          topic,
          commands.map((each) => each.name),
        ),
      );
    return DONE;
  } catch (error) {
    return report(error, program, entry?.failed ?? FAILED, io);
  }
}

/**
 * Reports an error.
 *
 * @param failed the exit code of an error
 * @returns the exit code
 */
function report(error: unknown, program: string, failed: number, io: CommandIo): number {
  if (error instanceof ClosedPipeError) return DONE;
  if (error instanceof InputErrors) {
    for (const line of error.lines) io.report(line);
    return error instanceof FindingsError ? FINDINGS : failed;
  }
  if (error instanceof NoMatchError) io.report(`${program}: ${error.message}`);
  else if (error instanceof UsageError) io.report(`${program}: ${error.message} (see ${program} --help)`);
  // The class WebAssemblyError is in a part that most commands do not load.
  else if (error instanceof InputError || (error instanceof Error && error.name === "WebAssemblyError"))
    io.report(`varexpand: ${error.message}`);
  else {
    // A stack means nothing to the user, and may contain one of their paths or values.
    const what = `${program}: internal error in version ${packageVersion()}: ${printable(internalErrorText(error))}`;
    io.report(`${what}; please report this line, with the arguments and an input that reproduces it`);
  }
  return failed;
}

/** @throws UsageError */
function entryOf(name: string): CommandEntry {
  const entry = commands.find((candidate) => candidate.name === name);
  if (entry !== undefined) return entry;
  const names = [...commands.map((command) => command.name), "help", "version"];
  throw new UsageError(`unknown command ${JSON.stringify(name)}${didYouMean(name, names)}`);
}

async function runCommand(command: Command, args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseArguments(command.options, args, command.takesCommand);
  if (parsed !== undefined) {
    checkCombinations(command, parsed);
    return command.run(parsed, io);
  }
  io.write(args.includes("-h") ? shortHelpOf(command) : helpOf(command));
  return DONE;
}
