/** The references of a text in a dialect of `${NAME}`, found once and evaluated with many sets of variables. */
import { byteText } from "../../wasm/host-references.ts";
import { byteTextOf, Evaluation, SHOWN, SubstitutionError, utf8 } from "../dialects/evaluation.ts";
import { DIALECTS, type Syntax } from "../dialects/substitution.ts";

/** Returns the value of a variable; undefined if it is not set. */
export type Lookup = (name: string) => string | undefined;

/** A reference to a variable. The offset of its `$` is in bytes. */
export interface NamedReference {
  readonly name: string;
  readonly offset: number;
}

export interface DialectReference {
  /** In bytes, like `end`. */
  readonly start: number;
  readonly end: number;
  /** The reference, and those in its words. */
  readonly names: readonly NamedReference[];
  /** Whether it is only a name, without an operator. */
  readonly isPlain: boolean;
  /**
   * Its value, with one character for each byte. Adds the variables that are not set.
   *
   * @throws SubstitutionError
   */
  evaluate(lookup: Lookup, unset: NamedReference[]): string;
}

/**
 * Finds the references that `Substitution` evaluates.
 *
 * @throws SubstitutionError for text that is malformed regardless of the variables
 */
export function dialectReferences(syntax: Syntax, bytes: Uint8Array): DialectReference[] {
  const hasEscapes = (DIALECTS[syntax].syntax & 0xff) !== 0;
  const text = byteText(bytes);
  const references: DialectReference[] = [];
  for (let at = text.indexOf("$"); at !== -1; ) {
    let end = at + 2;
    if (!hasEscapes || text[at + 1] !== "$") {
      const found = parsed(syntax, text, at);
      end = found.end;
      if (found.names.length > 0) references.push(reference(syntax, text.slice(at, end + SHOWN), at, found));
    }
    at = text.indexOf("$", end);
  }
  return references;
}

/** The end of the reference at a `$`, and its names; there are no names if it is not a reference. */
function parsed(syntax: Syntax, text: string, dollar: number): { end: number; names: readonly NamedReference[] } {
  const evaluate = (value: string | undefined, isListing: boolean) => {
    // With a value, the variables are excluded, so that operators accept any of them.
    const only = value === undefined ? undefined : new Set<string>();
    const run = new Evaluation(text, true, { get: () => undefined }, only, isListing);
    return { run, end: () => DIALECTS[syntax].evaluate(run, dollar)[1] };
  };
  const listing = evaluate(undefined, true);
  // A malformed word is an error only if it is used, which depends on the variables.
  const end = firstResult([listing.end, evaluate("-", false).end, evaluate(undefined, false).end]);
  const names = namesIn(text, listing.run, 0);
  return { end, names };
}

/** The names that an evaluation recorded, in the order of the text: a word can be evaluated before what it belongs to. */
function namesIn(text: string, { unset }: Evaluation, start: number): NamedReference[] {
  return unset
    .sort((one, other) => one.dollar - other.dollar)
    .map(({ dollar, start: nameStart, end }) => ({ name: utf8(text.slice(nameStart, end)), offset: start + dollar }));
}

function firstResult(attempts: readonly (() => number)[]): number {
  let first: unknown;
  for (const attempt of attempts) {
    try {
      return attempt();
    } catch (error) {
      first ??= error;
    }
  }
  throw first;
}

/** @param text begins with the reference; what follows it can appear in errors */
function reference(
  syntax: Syntax,
  text: string,
  start: number,
  { end, names }: ReturnType<typeof parsed>,
): DialectReference {
  const nameLength = byteTextOf(names[0]!.name).length;
  const isPlain = end - start === nameLength + (text[1] === "{" ? "${}".length : "$".length);
  return {
    start,
    end,
    names,
    isPlain,
    evaluate(lookup, unset) {
      const get = (name: string) => {
        const value = lookup(utf8(name));
        return value === undefined ? undefined : byteTextOf(value);
      };
      const run = new Evaluation(text, true, { get }, undefined, false);
      try {
        const [value] = DIALECTS[syntax].evaluate(run, 0);
        unset.push(...namesIn(text, run, start));
        return value;
      } catch (error) {
        if (error instanceof SubstitutionError) error.offset += start;
        throw error;
      }
    },
  };
}
