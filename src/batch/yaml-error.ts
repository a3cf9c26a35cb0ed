/** A reference that is not expanded, as it cannot be told what it stands in. */
export interface YamlRefusal {
  /** From 1. */
  readonly line: number;
  /** In characters, from 1. */
  readonly column: number;
  /** From 0, in bytes. */
  readonly offset: number;
  /** The name in the reference. */
  readonly name: string;
}

/** YAML text in which some reference cannot be expanded safely. No message holds a variable's value. */
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
      .map(({ line, column, name }) => `line ${line}, column ${column}: $(${name}) ${this.reason}`)
      .join("\n");
  }
}
