/** What the scripts of all shells know about commands and their options. */
import type { Command, CommandEntry, Option } from "../../frame/command.ts";

/** A command, for the scripts. */
export type Entry = Pick<CommandEntry, "name" | "summary"> &
  Pick<Command, "options" | "operands" | "names" | "takesCommand">;

/** What an option takes. */
export type OptionValue =
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** The name of a container in the given files. */
  | { readonly kind: "container" }
  | { readonly kind: "file" }
  | { readonly kind: "directory" }
  /** `NAME=DIR` */
  | { readonly kind: "assigned-directory" }
  /** Anything that nobody can guess. */
  | { readonly kind: "text" };

/** Undefined if the option takes nothing. */
export function valueOf({ type, choices, suggestions, value = "" }: Option): OptionValue | undefined {
  if (type === "boolean") return undefined;
  const words = choices ?? suggestions;
  if (words !== undefined) return { kind: "words", words };
  if (value === "CONTAINER") return { kind: "container" };
  if (value.endsWith("=DIR")) return { kind: "assigned-directory" };
  if (value === "DIR") return { kind: "directory" };
  return { kind: value === "FILE" || value === "PATH" ? "file" : "text" };
}

/** An option as it is written, the short form last. */
export function spellings([name, { short }]: readonly [name: string, option: Option]): string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

/** What `varexpand help` describes, and what stands for a command beside them. */
export function commandNames(entries: readonly Entry[]): string[] {
  return [...entries.map(({ name }) => name), "help", "version"];
}
