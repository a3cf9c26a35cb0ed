/** The references of a text in a dialect of `${NAME}`, found once and evaluated with many sets of variables. */

import { DIALECTS } from "../dialects/dialects.ts";
import { byteTextOf, Evaluation, SHOWN, SubstitutionError, TextSearch, utf8 } from "../dialects/evaluation.ts";
import type { Syntax } from "../unexpanded.ts";

/** Returns the value of a variable; undefined if it is not set. */
export type Lookup = (name: string) => string | undefined;

/** A reference to a variable. The offset is that of its `$`. */
export interface NamedReference {
  readonly name: string;
  readonly offset: number;
  /** Whether a word follows that is used if the variable is not set. */
  readonly hasDefault?: boolean;
}

export interface TextReference {
  readonly start: number;
  readonly end: number;
  /** The reference, and those in its words. */
  readonly names: readonly NamedReference[];
  /**
   * The value of a reference with an operator; undefined if it is not valid UTF-8. Adds the variables that are not set.
   *
   * @throws SubstitutionError
   */
  readonly evaluate?: ((lookup: Lookup, unset: NamedReference[]) => string | undefined) | undefined;
}

/** After so many malformed references, the rest of a text is not read: each of them can extend to the end of the text. */
const MAX_MALFORMED = 20;

/**
 * Finds the references that `Substitution` evaluates.
 *
 * @param text has one character for each byte, as offsets do
 * @param onMalformed receives text that is malformed regardless of the variables
 * @throws SubstitutionError for such text without `onMalformed`
 */
export function dialectReferences(
  syntax: Syntax,
  text: string,
  onMalformed?: (error: SubstitutionError) => void,
): TextReference[] {
  const hasEscapes = (DIALECTS[syntax].syntax & 0xff) !== 0;
  const references: TextReference[] = [];
  let malformed = 0;
  const search = new TextSearch();
  for (let start = text.indexOf("$"); start !== -1; ) {
    let end = start + 2;
    if (!hasEscapes || text[start + 1] !== "$") {
      const listing = new Evaluation(text, true, { get: () => undefined }, undefined, true, search);
      try {
        end = endOf(syntax, listing, start);
      } catch (error) {
        if (onMalformed === undefined || !(error instanceof SubstitutionError)) throw error;
        onMalformed(error);
        if (++malformed === MAX_MALFORMED) break;
        start = text.indexOf("$", end);
        continue;
      }
      const names = namesIn(listing, 0);
      if (names.length > 0) {
        const nameLength = byteTextOf(names[0]!.name).length;
        const isPlain = end - start === nameLength + (text[start + 1] === "{" ? "${}".length : "$".length);
        // What follows the reference can appear in errors.
        const evaluate = isPlain ? undefined : evaluator(syntax, text.slice(start, end + SHOWN), start);
        references.push({ start, end, names, evaluate });
      }
    }
    start = text.indexOf("$", end);
  }
  return references;
}

/** The end of the reference at a `$`. A malformed word is an error only if it is used, which depends on the variables. */
function endOf(syntax: Syntax, listing: Evaluation, dollar: number): number {
  const { text } = listing;
  const excluded = new Evaluation(text, true, new Map(), new Set(), false, listing.search);
  let first: unknown;
  for (const run of [listing, excluded, new Evaluation(text, true, new Map(), undefined, false, listing.search)]) {
    try {
      return DIALECTS[syntax].evaluate(run, dollar)[1];
    } catch (error) {
      first ??= error;
    }
  }
  throw first;
}

/** The names that an evaluation recorded, in the order of the text: a word can be evaluated before what it belongs to. */
function namesIn({ text, unset }: Evaluation, start: number): NamedReference[] {
  return unset
    .sort((one, other) => one.dollar - other.dollar)
    .map(({ default: word, dollar, start: nameStart, end }) => ({
      name: utf8(text.slice(nameStart, end)),
      offset: start + dollar,
      ...(word !== undefined && { hasDefault: true }),
    }));
}

/** @param text begins with the reference at `start` */
function evaluator(syntax: Syntax, text: string, start: number): NonNullable<TextReference["evaluate"]> {
  const search = new TextSearch();
  return (lookup, unset) => {
    const get = (name: string) => {
      const value = lookup(utf8(name));
      return value === undefined ? undefined : byteTextOf(value);
    };
    const run = new Evaluation(text, true, { get }, undefined, false, search);
    try {
      const [bytes] = DIALECTS[syntax].evaluate(run, 0);
      unset.push(...namesIn(run, start));
      const value = utf8(bytes);
      return byteTextOf(value) === bytes ? value : undefined;
    } catch (error) {
      if (error instanceof SubstitutionError) error.offset += start;
      throw error;
    }
  };
}
