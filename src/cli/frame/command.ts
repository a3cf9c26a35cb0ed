/** The definition of a command, and the parsing of arguments and the help text that follow from it. */
import { parseArgs } from "node:util";
import { closest } from "../../text/closest.ts";
import { UsageError } from "./errors.ts";
import type { CommandIo } from "./io.ts";
import { wrapped, wrappedParagraphs } from "./wrap.ts";

export { DONE, FAILED, FINDINGS } from "./exit-codes.ts";

export interface Option {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** May be given many times. */
  readonly multiple?: true;
  /** What the help calls the value of a string option, unless that shows a few `choices`. */
  readonly value?: string;
  /** The only values allowed. */
  readonly choices?: readonly string[];
  /** Values that a shell offers; others are allowed too. */
  readonly suggestions?: readonly string[];
  readonly help: string;
}

export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O["type"] extends "boolean"
  ? boolean
  : O extends { multiple: true }
    ? string[]
    : (O extends { choices: readonly (infer C extends string)[] } ? C : string) | undefined;

export interface Arguments<O extends Options> {
  readonly options: { readonly [K in keyof O]: ValueOf<O[K]> };
  /** What is no option, in order. */
  readonly operands: readonly string[];
  /** What stands behind `--`, where the command takes another one there. */
  readonly command: readonly string[];
}

export interface Command<O extends Options = Options> {
  /** What people type to call it, if it is no command of `varexpand`. */
  readonly program?: string;
  /** One line: the arguments, as in a manual page. */
  readonly usage: string;
  readonly description: string;
  readonly options: O;
  /** Shell lines to paste. */
  readonly examples: readonly string[];
  /** What stands behind `--` is a command, and no operand. */
  readonly takesCommand?: true;
  /** The only operands there are, for a shell to offer. */
  readonly operands?: readonly string[];
  /** What a shell offers as an operand beside files: names in the files of the command line. */
  readonly names?: readonly ("workloads" | "variables")[];
  /** Returns the exit code. */
  run(this: void, args: Arguments<O>, io: CommandIo): number | Promise<number>;
}

/** A command's name. Its code is loaded when it is called, and not before. */
export interface CommandEntry {
  readonly name: string;
  /** For the list of commands; what the reader gets. */
  readonly summary: string;
  /** The exit code if the command fails. Default: `FAILED`. */
  readonly failed?: number;
  load(): Promise<Command>;
}

/** Checks a command's types: `run` sees its own options. */
export function defineCommand<const O extends Options>(command: Command<O>): Command {
  return command as unknown as Command;
}

/**
 * Reads a command's arguments; undefined if they ask for help.
 *
 * @throws UsageError for an option that the command does not have, or a value that is missing, superfluous or unknown.
 */
export function parseArguments(
  options: Options,
  args: readonly string[],
  takesCommand = false,
): Arguments<Options> | undefined {
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...options, help: HELP },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  if (tokens.some((token) => token.kind === "option" && token.name === "help")) return undefined;

  const values: Record<string, boolean | string | string[] | undefined> = {};
  for (const [name, option] of Object.entries(options)) {
    values[name] = option.type === "boolean" ? false : option.multiple ? [] : undefined;
  }
  const operands: string[] = [];
  const command: string[] = [];
  let isBehind = false;
  for (const token of tokens) {
    if (token.kind === "option-terminator") isBehind = takesCommand;
    if (token.kind === "positional") (isBehind ? command : operands).push(token.value);
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) throw new UsageError(unknownOption(args[token.index]!, token.rawName, options));
    if (option.type === "boolean") {
      if (token.value !== undefined) throw new UsageError(`option ${token.rawName} takes no value`);
      values[token.name] = true;
      continue;
    }
    if (token.value === undefined) throw new UsageError(`option ${token.rawName} needs a value: ${valueOf(option)}`);
    const value = isShortWithValue(args[token.index]!, token) ? token.value.replace(/^=/, "") : token.value;
    if (option.choices !== undefined && !option.choices.includes(value)) {
      const what = `${JSON.stringify(value)} is not one of ${valueOf(option)}`;
      throw new UsageError(`option ${token.rawName}: ${what}${didYouMean(value, option.choices)}`);
    }
    if (option.multiple) (values[token.name] as string[]).push(value);
    else values[token.name] = value;
  }
  return { options: values as Arguments<Options>["options"], operands, command };
}

/** Whether an argument is a short option with its value: `-ojson`, or `-o=json`. */
function isShortWithValue(
  argument: string,
  token: { readonly rawName: string; readonly inlineValue?: boolean | undefined },
) {
  return token.inlineValue === true && !argument.startsWith("--");
}

/** `; did you mean x?` where one of the names is close to what was written; otherwise nothing. */
export function didYouMean(written: string, names: readonly string[]): string {
  const name = closest(written, names);
  return name === undefined ? "" : `; did you mean ${name}?`;
}

/** @param argument what was written: `-strict`, of which `name` is `-s` */
function unknownOption(argument: string, name: string, options: Options): string {
  const names = [...Object.keys(options), "help"];
  const written = /^--?([^=]*)/.exec(argument)![1]!;
  const isWord = name.startsWith("--") || names.includes(written);
  if (!isWord) return `unknown option ${name}`;
  // `--filename` for `--file`, and the other way round.
  const longer = names.find((known) => written.length > 2 && (known.startsWith(written) || written.startsWith(known)));
  const meant = longer ?? closest(written, names);
  return `unknown option ${argument.replace(/=.*/s, "")}${meant === undefined ? "" : `; did you mean --${meant}?`}`;
}

/** How wide the help is, in characters: what a terminal has at least. */
export const HELP_WIDTH = 80;
/** Where an option's help begins; what is longer than that has a line of its own. */
const HELP_COLUMN = 28;

/** The help text of a command. */
export function helpOf(command: Command): string {
  const examples = command.examples.length === 1 ? "example:" : "examples:";
  return [
    usageOf(command),
    "",
    wrappedParagraphs(command.description, HELP_WIDTH),
    "",
    "options:",
    ...Object.entries({ ...command.options, help: HELP }).map(optionHelp),
    "",
    examples,
    ...command.examples.map((example) => `  ${exampleOf(example)}`),
    "",
  ].join("\n");
}

const USAGE = "usage: ";

/** The usage: each line of it is another way to call the program. */
function usageOf({ usage, program = "varexpand" }: Command): string {
  const ways = usage.split("\n").map((line) => line.trim().replace(/^varexpand /, ""));
  const lines = ways.map((way) => wrapped(`${program} ${way}`, HELP_WIDTH - USAGE.length, "    "));
  return USAGE + lines.join("\n").replaceAll("\n", `\n${" ".repeat(USAGE.length)}`);
}

/** An example: a long line goes on behind a backslash, before an option or a pipe. */
function exampleOf(example: string): string {
  return wrapped(example.replace(/ (?!--|\| )/g, "\0"), HELP_WIDTH - 4, "  ")
    .replaceAll("\0", " ")
    .replaceAll("\n", " \\\n  ");
}

function optionHelp([name, option]: readonly [string, Option]): string {
  const short = option.short === undefined ? "    " : `-${option.short}, `;
  const value = option.type === "string" ? ` ${shortValueName(option)}` : "";
  const head = `  ${short}--${name}${value}`;
  const isListed = option.choices === undefined || value.includes("|");
  const help = isListed ? option.help : `${option.help}: ${option.choices!.join(", ")}`;
  const lines = wrapped(help, HELP_WIDTH - HELP_COLUMN).split("\n");
  const first = head.length + 2 <= HELP_COLUMN ? head.padEnd(HELP_COLUMN) + lines.shift()! : head;
  return [first, ...lines.map((line) => " ".repeat(HELP_COLUMN) + line)].join("\n");
}

const HELP: Option = { type: "boolean", short: "h", help: "print this" };

/** The value of an option, as a message shows it: what there is to choose from. */
function valueOf(option: Option): string {
  return option.choices?.join("|") ?? option.value ?? "VALUE";
}

/** The value of an option, as the help shows it beside the option's name. */
function shortValueName(option: Option): string {
  const name = valueOf(option);
  return option.choices !== undefined && name.length > LONGEST_CHOICES ? (option.value ?? "VALUE") : name;
}

const LONGEST_CHOICES = 16;
