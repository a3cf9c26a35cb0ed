/** The strings of a Compose file that compose interpolates, and what becomes of their references. */

import {
  dialectReferences,
  type NamedReference,
  type TextReference,
} from "../expansion/compiled/dialect-references.ts";
import { byteTextOf, SubstitutionError, utf8 } from "../expansion/dialects/evaluation.ts";
import { offsetConverter } from "../text/position.ts";
import type { Node, Path, ScalarNode } from "../yaml/node.ts";
import { rangesInText } from "../yaml/places.ts";

/** A range of a text, in UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A string with a `$`. Compose does not interpolate keys. */
export interface ComposeText {
  readonly text: string;
  readonly path: Path;
  readonly node: ScalarNode;
  readonly references: readonly TextReference[];
  /** Text that compose rejects, whatever the variables are. */
  readonly malformed: readonly Problem[];
}

/** A reference that compose cannot replace, or replaces with nothing. */
export interface Problem extends Range {
  /**
   * - `unset`: compose warns, and inserts nothing.
   * - `required`: compose stops, because the reference requires a value: `${NAME:?message}`.
   * - `malformed`: compose stops, because the text is not a reference.
   */
  readonly kind: "unset" | "required" | "malformed";
  /** The variable; for malformed text, an excerpt. */
  readonly name: string;
  readonly message: string;
}

/** Returns the value of a variable; undefined if it is not set. */
export type Lookup = (name: string) => string | undefined;

/** The strings of a document with a `$`. The strings of an alias are where its anchor is. */
export function composeTexts(root: Node): ComposeText[] {
  const found: ComposeText[] = [];
  const visit = (node: Node, path: Path): void => {
    if (node.kind === "sequence") for (const [i, item] of node.items.entries()) visit(item, [...path, i]);
    else if (node.kind === "mapping") for (const { key, node: member } of node.entries) visit(member, [...path, key]);
    else if (node.kind === "scalar" && typeof node.value === "string" && node.value.includes("$"))
      found.push(composeText(node, path));
  };
  visit(root, []);
  return found;
}

function composeText(node: ScalarNode, path: Path): ComposeText {
  const text = node.value as string;
  const malformed: Problem[] = [];
  const rangeOf = rangesOf(text);
  const add = (error: SubstitutionError) => malformed.push(problemOf(error, rangeOf));
  const references = dialectReferences("compose", byteTextOf(text), add);
  return { text, path, node, references, malformed };
}

/** What compose cannot replace with the variables, in the order of the text, once for each place. */
export function problemsIn({ references, malformed, text }: ComposeText, lookup: Lookup): Problem[] {
  const problems = [...malformed];
  const rangeOf = rangesOf(text);
  for (const { evaluate, names } of references) {
    const unset: NamedReference[] = [];
    try {
      if (evaluate !== undefined) evaluate(lookup, unset);
      else if (lookup(names[0]!.name) === undefined) unset.push(names[0]!);
    } catch (error) {
      if (!(error instanceof SubstitutionError)) throw error;
      problems.push(problemOf(error, rangeOf));
    }
    for (const { name, offset } of unset) problems.push({ kind: "unset", name, message: "", ...rangeOf(offset, name) });
  }
  return problems.sort((a, b) => a.start - b.start);
}

type RangeOf = (offset: number, name: string) => Range;

function problemOf({ reason: kind, message, offset, variable }: SubstitutionError, rangeOf: RangeOf): Problem {
  return { kind, name: variable, message, ...rangeOf(offset, kind === "malformed" ? "" : variable) };
}

/**
 * Returns the range of a reference: `$NAME`, `${NAME}`, `${NAME` of a longer one, or `${` of malformed text. The offset is
 * in bytes.
 */
function rangesOf(text: string): RangeOf {
  const bytes = byteTextOf(text);
  const toUnits = bytes === text ? undefined : offsetConverter((from, to) => utf8(bytes.slice(from, to)).length);
  return (offset, name) => {
    const start = toUnits?.(offset) ?? offset;
    if (name === "") return { start, end: start + "${".length };
    const isBraced = text[start + 1] === "{";
    const end = start + (isBraced ? 2 : 1) + name.length;
    return { start, end: isBraced && text[end] === "}" ? end + 1 : end };
  };
}

/** The ranges in the file of ranges of a string; the first line of its node if one is not in the file verbatim. */
export function rangesInFile(file: string, { node, text }: ComposeText, ranges: readonly Range[]): Range[] {
  const lineEnd = file.slice(node.start, node.end).search(/[\r\n]/);
  const firstLine = { start: node.start, end: lineEnd === -1 ? node.end : node.start + lineEnd };
  return rangesInText(file, node, [], ranges).map((found, i) => {
    const { start, end } = ranges[i]!;
    return file.slice(found.start, found.end) === text.slice(start, end) ? found : firstLine;
  });
}
