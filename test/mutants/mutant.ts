/** One change of one source file, and the name by which it is known again when lines have moved. */

/** The rules by which sources are changed. A draw takes from all of them. */
export const OPERATORS = [
  "relational",
  "negation",
  "condition",
  "arithmetic",
  "bitwise",
  "logical",
  "number",
  "boolean",
  "string",
  "regex",
  "statement",
  "return",
  "else",
  "index",
  "offset",
  "call",
] as const;

export type Operator = (typeof OPERATORS)[number];

/** Replaces [start, end) of a source text. */
export interface Edit {
  readonly operator: Operator;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

export interface Mutant extends Edit {
  /** The path from the repository's root, with `/`. */
  readonly file: string;
  /** The function it is in: `Class.method`, `outer.inner`; "" outside functions. */
  readonly function: string;
  /** The text that is replaced. */
  readonly before: string;
  /** Which of those that are the same in all of this, from 1. */
  readonly occurrence: number;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** Describes the change on one line; the middle of a long text is omitted. */
export function changeOf({ before, replacement }: Pick<Mutant, "before" | "replacement">): string {
  return `${oneLine(before)} → ${oneLine(replacement) || "(nothing)"}`;
}

/** The name of a mutant: the same as long as its function says the same, wherever its line is. */
export function idOf(mutant: Mutant): string {
  const { file, function: name, operator, occurrence } = mutant;
  return `${file} ${name || "(file)"} ${operator}: ${changeOf(mutant)}${occurrence === 1 ? "" : ` #${occurrence}`}`;
}

export function mutated(source: string, { start, end, replacement }: Edit): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

const LONGEST = 90;

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const half = (LONGEST - 1) / 2;
  return line.length <= LONGEST ? line : `${line.slice(0, half)}…${line.slice(-half)}`;
}
