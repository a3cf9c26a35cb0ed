/** Commands and their options, as the scripts of all shells need them. */
import type { Command, CommandEntry, Option } from "./command.ts";

export type Entry = Pick<CommandEntry, "name" | "summary"> &
  Pick<Command, "options" | "operands" | "names" | "takesCommand">;

export type OptionValue =
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** The name of a container in the files on the command line. */
  | { readonly kind: "container" }
  | { readonly kind: "file" }
  | { readonly kind: "directory" }
  /** `NAME=DIR` */
  | { readonly kind: "assigned-directory" }
  /** Anything that cannot be completed. */
  | { readonly kind: "text" };

export function valueOf({ type, choices, suggestions, value = "" }: Option): OptionValue | undefined {
  if (type === "boolean") return undefined;
  const words = choices ?? suggestions;
  if (words !== undefined) return { kind: "words", words };
  if (value === "CONTAINER") return { kind: "container" };
  if (value.endsWith("=DIR")) return { kind: "assigned-directory" };
  if (value === "DIR") return { kind: "directory" };
  return { kind: value === "FILE" || value === "PATH" ? "file" : "text" };
}

/** The long and short form of an option: `--file`, `-f`. */
export function spellings([name, { short }]: readonly [name: string, option: Option]): string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

/** The names of all commands, including the built-in `help` and `version`. */
export function commandNames(entries: readonly Entry[]): string[] {
  return [...entries.map(({ name }) => name), "help", "version"];
}
