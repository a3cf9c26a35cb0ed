/**
 * What expands `$(NAME)`, and how the suite uses it: the one interface that varexpand, the baselines and whatever
 * `--engine FILE` brings in are written to.
 *
 * @example
 * // engine.mjs, measured by: npm run bench -- --engine engine.mjs bytes strings size
 * export default {
 *   name: "split and join",
 *   prepare(variables) {
 *     return {
 *       expandString(input) {
 *         let output = input;
 *         for (const [name, value] of Object.entries(variables)) output = output.split(`$(${name})`).join(value);
 *         return output;
 *       },
 *     };
 *   },
 * };
 */
import type { Role, Row } from "./question.ts";

export interface Engine {
  /** What its rows are called. */
  readonly name: string;
  /** Gets ready to expand with these variables: time that is not measured. */
  prepare(variables: Readonly<Record<string, string>>): Expander;
  /** Expands with a function that says what stands for a name. */
  expandWith?(input: string, mapping: (name: string) => string): string;
}

/**
 * Each form that an engine has adds its rows; it needs at least one. `$(NAME)` becomes the variable's value, `$$`
 * becomes `$`, and everything else stays: a reference to a name that is not there, a `$(` without its `)`.
 */
export interface Expander {
  /** UTF-8 in and out. The result may lie in memory that the next call uses again. */
  expandBytes?(input: Buffer): Uint8Array;
  expandString?(input: string): string;
  /** Many strings at once, for engines that have a faster way than one by one. */
  expandStrings?(inputs: readonly string[]): readonly string[];
}

/** An engine in the suite. */
export interface Competitor {
  readonly engine: Engine;
  readonly role: Role;
  /** Its wrong answers are told and left out; else they end the run. */
  readonly mayBeWrong?: boolean;
}

/** A competitor's row, apart from what it runs. */
export function rowOf({ engine, role, mayBeWrong = false }: Competitor, form?: string): Omit<Row, "run"> {
  return { name: form === undefined ? engine.name : `${engine.name}, ${form}`, role, mayBeWrong };
}

/** Gets an engine ready. One that fails and may be wrong fails again where its answers are verified, and is told there. */
export function prepare({ engine, mayBeWrong }: Competitor, variables: Readonly<Record<string, string>>): Expander {
  try {
    return engine.prepare(variables);
  } catch (error) {
    if (!mayBeWrong) throw error;
    const fail = () => {
      throw error;
    };
    return { expandBytes: fail, expandString: fail };
  }
}
