/** The help text of a command. */
import { type Command, HELP, type Option, valueOf } from "./command.ts";
import { wrapped, wrappedParagraphs } from "./text-width.ts";

/** In columns. */
export const HELP_WIDTH = 80;
/** The column of an option's help. A longer option is on a line by itself. */
const HELP_COLUMN = 28;

/** The output of `--help`. */
export function helpOf(command: Command): string {
  const { description, examples, options } = command;
  return textOf(command, description, Object.entries({ ...options, help: HELP }), examples);
}

/** The output of `-h`: what the command does, and the options that most people use. */
export function shortHelpOf(command: Command): string {
  const { common, description, examples, options } = command;
  if (common === undefined) return helpOf(command);
  const more = { ...HELP, help: `print this help; --help lists all ${Object.keys(options).length + 1} options` };
  const rows = [...common.map((name) => [name, options[name]!] as const), ["help", more] as const];
  return textOf(command, description.trim().split(/\n{2,}/)[0]!, rows, examples.slice(0, 2));
}

function textOf(
  command: Command,
  description: string,
  options: readonly (readonly [name: string, option: Option])[],
  examples: readonly string[],
): string {
  return [
    usageOf(command),
    "",
    wrappedParagraphs(description, HELP_WIDTH),
    "",
    "options:",
    ...options.map(optionHelp),
    "",
    examples.length === 1 ? "example:" : "examples:",
    ...examples.map((example) => `  ${exampleOf(example)}`),
    "",
  ].join("\n");
}

const USAGE = "usage: ";

/** Each line of a command's `usage` is a separate synopsis. */
function usageOf({ usage, program = "varexpand" }: Command): string {
  const ways = usage.split("\n").map((line) => line.trim().replace(/^varexpand /, ""));
  const lines = ways.map((way) => wrapped(`${program} ${way}`, HELP_WIDTH - USAGE.length, "    "));
  return USAGE + lines.join("\n").replaceAll("\n", `\n${" ".repeat(USAGE.length)}`);
}

/** Breaks a long example before an option or a pipe, with a backslash. */
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

/** The value of an option in the help. */
function shortValueName(option: Option): string {
  const name = valueOf(option);
  return option.choices !== undefined && name.length > MAX_CHOICES_LENGTH ? (option.value ?? "VALUE") : name;
}

const MAX_CHOICES_LENGTH = 16;
