import { quote } from "../../text/go-string.ts";
import type { Position } from "../../text/position.ts";

/** The most characters of a name in a message. */
const SHOWN = 200;

/** A reference that is not expanded because its place in the YAML is unclear. Columns count characters from 1. */
export interface YamlRefusal extends Position {
  /** In bytes, from 0. */
  readonly offset: number;
  /** The name in the reference, raw: escape control characters before you print it. */
  readonly name: string;
  /** What is wrong with the YAML here, where it is not a reference that is unclear. @internal */
  readonly problem?: string;
}

/**
 * YAML text with references that cannot be expanded safely. The message is safe to print: it escapes control characters
 * in names, and shows no value.
 */
export class YamlExpansionError extends Error {
  override readonly name = "YamlExpansionError";
  readonly code = "unclear-yaml";
  /** Why they are not expanded, and what to do; without the places. */
  readonly reason: string =
    "cannot be expanded: this is not YAML, or of a form that is not known here; put double quotes around the text";
  /** One for each document that has such references: the first. */
  readonly refusals: readonly YamlRefusal[];

  /** @internal */
  constructor(refusals: readonly YamlRefusal[]) {
    super();
    this.refusals = refusals;
    this.message = refusals
      .map(({ line, column, name, problem = `${shown(name)} ${this.reason}` }) => {
        return `line ${line}, column ${column}: ${problem}`;
      })
      .join("\n");
  }
}

function shown(name: string): string {
  const start = name.length > SHOWN ? `${name.slice(0, SHOWN)}...` : name;
  return quote(`$(${start})`).slice(1, -1);
}
