/** The definition of a command, and the parsing of arguments and the help text that follow from it. */
import { parseArgs } from "node:util";
import { UsageError } from "./errors.ts";
import type { CommandIo } from "./io.ts";

/** Everything was done. */
export const DONE = 0;
/** It was done, with findings that the caller asked the exit code to tell. */
export const FINDINGS = 1;
/** Wrong usage, or something could not be read or written. */
export const FAILED = 2;

export interface Option {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** May be given many times. */
  readonly multiple?: true;
  /** What the help calls the value of a string option. */
  readonly value?: string;
  /** The only values allowed. */
  readonly choices?: readonly string[];
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
}

export interface Command<O extends Options = Options> {
  /** One line: the arguments, as in a manual page. */
  readonly usage: string;
  readonly description: string;
  readonly options: O;
  /** Shell lines to paste. */
  readonly examples: readonly string[];
  /** Returns the exit code. */
  run(this: void, args: Arguments<O>, io: CommandIo): number | Promise<number>;
}

/** A command's name. Its code is loaded when it is called, and not before. */
export interface CommandEntry {
  readonly name: string;
  /** For the list of commands; what the reader gets. */
  readonly summary: string;
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
export function parseArguments(options: Options, args: readonly string[]): Arguments<Options> | undefined {
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
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) throw new UsageError(`there is no option ${token.rawName}`);
    if (option.type === "boolean") {
      if (token.value !== undefined) throw new UsageError(`option ${token.rawName} takes no value`);
      values[token.name] = true;
      continue;
    }
    const { value } = token;
    if (value === undefined) throw new UsageError(`option ${token.rawName} needs a value: ${valueName(option)}`);
    if (option.choices !== undefined && !option.choices.includes(value)) {
      throw new UsageError(`option ${token.rawName}: ${JSON.stringify(value)} is not one of ${valueName(option)}`);
    }
    if (option.multiple) (values[token.name] as string[]).push(value);
    else values[token.name] = value;
  }
  return { options: values as Arguments<Options>["options"], operands };
}

/** The help text of a command. */
export function helpOf(command: Command): string {
  const rows = Object.entries({ ...command.options, help: HELP }).map(([name, option]) => {
    const short = option.short === undefined ? "    " : `-${option.short}, `;
    return [`${short}--${name}${option.type === "string" ? ` ${valueName(option)}` : ""}`, option.help] as const;
  });
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    `usage: varexpand ${command.usage}`,
    "",
    command.description.trim(),
    "",
    "options:",
    ...rows.map(([name, help]) => `  ${name.padEnd(width)}  ${help}`),
    "",
    command.examples.length === 1 ? "example:" : "examples:",
    ...command.examples.map((line) => `  ${line}`),
    "",
  ].join("\n");
}

const HELP: Option = { type: "boolean", short: "h", help: "print this" };

function valueName(option: Option): string {
  return option.choices?.join("|") ?? option.value ?? "VALUE";
}
