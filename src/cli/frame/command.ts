/** The definition of a command, and what follows from it: argument parsing, help text, and exit codes. */
import { parseArgs } from "node:util";
import { closest } from "../../text/closest.ts";
import { printable } from "../../text/printable.ts";
import { UsageError } from "./errors.ts";
import type { CommandIo } from "./io.ts";

/** The first sentence of the help and of the manual page. */
export const PURPOSE =
  "Expands variables in configuration: $(NAME) as Kubernetes does, ${NAME} as Flux, Docker Compose, and envsubst do, env files, and Garden's ${...} templates.";

export const DONE = 0;
/** The command succeeded, and the user asked it to report its findings or failed messages in the exit code. */
export const FINDINGS = 1;
/** Usage error, or something could not be read, parsed, or written. */
export const FAILED = 2;
/** `varexpand run` failed before it started the command. It uses the same codes as `docker run`. */
export const NOT_STARTED = 125;
/** The command of `varexpand run` cannot be executed. */
export const NOT_RUNNABLE = 126;
/** The command of `varexpand run` was not found. */
export const NOT_FOUND = 127;

/** docs/guides/README.md contains the same table, and a test compares them. */
export const EXIT_CODES = [
  { code: String(DONE), meaning: "success; findings are only reported" },
  { code: String(FINDINGS), meaning: "findings, with lint, --strict, and so on; stream: some messages failed" },
  { code: String(FAILED), meaning: "usage error, or something could not be read, parsed, or written" },
  { code: "125-127", meaning: "run: as for docker run; otherwise the exit code of the command" },
] as const;

export interface Option {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: true;
  /** The name of a string option's value in the help. The help shows short lists of `choices` instead. */
  readonly value?: string;
  /** The only values allowed. */
  readonly choices?: readonly string[];
  /** Values for shell completion. Other values are allowed. */
  readonly suggestions?: readonly string[];
  readonly help: string;
  /** Another name, which means the same. */
  readonly alias?: string;
  /** The name before the last version. An error names the new one. */
  readonly formerName?: string;
}

export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O["type"] extends "boolean"
  ? boolean
  : O extends { multiple: true }
    ? string[]
    : (O extends { choices: readonly (infer C extends string)[] } ? C : string) | undefined;

export interface Arguments<O extends Options> {
  readonly options: { readonly [K in keyof O]: ValueOf<O[K]> };
  /** The arguments that are not options, in order. */
  readonly operands: readonly string[];
  /** The arguments after `--`, for a command with `takesCommand`. */
  readonly command: readonly string[];
}

/** Names of options, by the name of another one. */
type Combinations = Readonly<Record<string, readonly string[]>>;

export interface Command<O extends Options = Options> {
  /** What users type to call it. Default: `varexpand`. */
  readonly program?: string;
  /** The arguments, as in a manual page. */
  readonly usage: string;
  readonly description: string;
  readonly options: O;
  readonly examples: readonly string[];
  /** At most ten options that most people use, for `-h`. Default: all. */
  readonly common?: readonly string[];
  /** The arguments after `--` are a command line to run. */
  readonly takesCommand?: true;
  /** The options that have no effect without another one. */
  readonly requires?: Combinations;
  /** The options that cannot be used with another one. */
  readonly excludes?: Combinations;
  /** All possible operands, for shell completion. */
  readonly operands?: readonly string[];
  /** Names that shell completion reads from the files on the command line, and offers in addition to files. */
  readonly names?: readonly ("workloads" | "variables")[];
  /** Returns the exit code. */
  run(this: void, args: Arguments<O>, io: CommandIo): number | Promise<number>;
}

/** A command whose code is loaded only when it is called. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** The exit code if the command fails. Default: `FAILED`. */
  readonly failed?: number;
  load(): Promise<Command>;
}

/** Gives `run` the types of the command's own options. */
export function defineCommand<const O extends Options>(command: Command<O>): Command {
  return command as unknown as Command;
}

/**
 * Parses a command's arguments. Returns undefined if they ask for help.
 *
 * @throws UsageError for an unknown option, or for a missing, unexpected, or unknown value
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
  let isCommand = false;
  for (const token of tokens) {
    if (token.kind === "option-terminator") isCommand = takesCommand;
    if (token.kind === "positional") (isCommand ? command : operands).push(token.value);
    if (token.kind !== "option") continue;
    const name = Object.keys(options).find((each) => each === token.name || options[each]!.alias === token.name);
    const option = name === undefined ? undefined : options[name];
    if (name === undefined || option === undefined)
      throw new UsageError(unknownOption(args[token.index]!, token.rawName, options));
    if (option.type === "boolean") {
      if (token.value !== undefined) throw new UsageError(`option ${token.rawName} does not take a value`);
      values[name] = true;
      continue;
    }
    if (token.value === undefined) throw new UsageError(`option ${token.rawName} requires a value: ${valueOf(option)}`);
    // `-o=json` means `-ojson`.
    const isShort = token.inlineValue === true && !args[token.index]!.startsWith("--");
    const value = isShort ? token.value.replace(/^=/, "") : token.value;
    if (option.choices !== undefined && !option.choices.includes(value)) {
      const what = `${JSON.stringify(value)} is not one of ${valueOf(option)}`;
      throw new UsageError(`option ${token.rawName}: ${what}${didYouMean(value, option.choices)}`);
    }
    if (option.multiple) (values[name] as string[]).push(value);
    else values[name] = value;
  }
  return { options: values as Arguments<Options>["options"], operands, command };
}

/** @throws UsageError for options that cannot be used together, and for one without the option that it requires */
export function checkCombinations(
  { excludes = {}, options, requires = {} }: Pick<Command, "excludes" | "options" | "requires">,
  { options: values }: Arguments<Options>,
): void {
  const isGiven = (name: string) => {
    const value: unknown = values[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  };
  for (const [name, others] of Object.entries(excludes)) {
    const other = isGiven(name) ? others.find(isGiven) : undefined;
    if (other !== undefined) throw new UsageError(`--${other} cannot be used with --${name}`);
  }
  for (const [name, others] of Object.entries(requires)) {
    const other = isGiven(name) ? undefined : others.find(isGiven);
    const value = options[name]!.type === "boolean" ? "" : ` ${valueOf(options[name]!)}`;
    if (other !== undefined) throw new UsageError(`--${other} requires --${name}${value}`);
  }
}

/** @throws UsageError for a value of an option that is not a positive whole number */
export function wholeNumber(option: string, text: string): number {
  const number = /^[0-9]+$/.test(text) ? Number(text) : 0;
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new UsageError(`--${option} ${printable(text)}: not a positive whole number`);
}

/** Returns `; did you mean x?` if one of the names is similar to `written`; otherwise an empty string. */
export function didYouMean(written: string, names: readonly string[]): string {
  const name = closest(written, names);
  return name === undefined ? "" : `; did you mean ${name}?`;
}

/** @param argument the whole argument, such as `-strict`; then `name` is `-s` */
function unknownOption(argument: string, name: string, options: Options): string {
  const names = [...Object.keys(options), "help"];
  const written = /^--?([^=]*)/.exec(argument)![1]!;
  const renamed = Object.entries(options).find(([, { formerName }]) => name === `--${formerName}`);
  if (renamed !== undefined) return `option ${name} is now --${renamed[0]}`;
  const isWord = name.startsWith("--") || names.includes(written);
  if (!isWord) return `unknown option ${name}`;
  // `--filename` for `--file`, and vice versa.
  const longer = names.find((known) => written.length > 2 && (known.startsWith(written) || written.startsWith(known)));
  const meant = longer ?? closest(written, names);
  return `unknown option ${argument.replace(/=.*/s, "")}${meant === undefined ? "" : `; did you mean --${meant}?`}`;
}

export const HELP: Option = { type: "boolean", short: "h", help: "print this help" };

export const colorOption = {
  color: { type: "string", choices: ["auto", "always", "never"], help: "use colors (default: auto, on a terminal)" },
} as const satisfies Options;

/** The value of an option in messages. */
export function valueOf(option: Option): string {
  return option.choices?.join("|") ?? option.value ?? "VALUE";
}
