import { quote } from "../events/gofmt/quote.ts";
import type { Position } from "../text/position.ts";

/** Of a name, what a message shows at most. */
const SHOWN = 200;

/** A reference that is not expanded, as it cannot be told what it stands in. */
export interface YamlRefusal extends Position {
  /** From 0, in bytes. */
  readonly offset: number;
  /** The name in the reference, raw: escape control characters before you print it. */
  readonly name: string;
}

/**
 * YAML text in which some reference cannot be expanded safely. The message can be printed anywhere: what does not show in
 * a name is escaped in it; it holds no variable's value.
 */
export class YamlExpansionError extends Error {
  override readonly name = "YamlExpansionError";
  readonly code = "unclear-yaml";
  /** What is wrong with each, and what to do, without the place. */
  readonly reason: string =
    "cannot be expanded: this is not YAML, or of a form that is not known here; put double quotes around the text";
  /** The first one of each document that has any. */
  readonly refusals: readonly YamlRefusal[];

  /** @internal */
  constructor(refusals: readonly YamlRefusal[]) {
    super();
    this.refusals = refusals;
    this.message = refusals
      .map(({ line, column, name }) => `line ${line}, column ${column}: ${shown(name)} ${this.reason}`)
      .join("\n");
  }
}

function shown(name: string): string {
  const start = name.length > SHOWN ? `${name.slice(0, SHOWN)}...` : name;
  return quote(`$(${start})`).slice(1, -1);
}
