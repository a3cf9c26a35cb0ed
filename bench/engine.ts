/**
 * The interface of an engine that expands `$(NAME)`: varexpand, the baselines and the modules of `--engine FILE`
 * implement it.
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
  /** The name of its rows. */
  readonly name: string;
  /** Prepares to expand with these variables; not measured. */
  prepare(variables: Readonly<Record<string, string>>): Expander;
  /** Expands with a function from a name to its value. */
  expandWith?(input: string, mapping: (name: string) => string): string;
}

/**
 * Each method adds its rows; an engine needs at least one. `$(NAME)` becomes the variable's value, `$$` becomes `$`,
 * and everything else stays, including a reference to an unknown name and a `$(` without its `)`.
 */
export interface Expander {
  /** UTF-8 in and out. The next call may reuse the memory of the result. */
  expandBytes?(input: Buffer): Uint8Array;
  expandString?(input: string): string;
  /** Many strings at once, for engines that have a faster way than one by one. */
  expandStrings?(inputs: readonly string[]): readonly string[];
}

/** An engine in the suite. */
export interface Competitor {
  readonly engine: Engine;
  readonly role: Role;
  /** Whether a wrong answer omits its row with a message. Otherwise, it ends the run. */
  readonly mayBeWrong?: boolean;
}

/** A competitor's row without the function to run. */
export function rowOf({ engine, role, mayBeWrong = false }: Competitor, form?: string): Omit<Row, "run"> {
  return { name: form === undefined ? engine.name : `${engine.name}, ${form}`, role, mayBeWrong };
}

/**
 * Prepares an engine. If it fails and may be wrong, it fails again when its answers are verified, and is reported
 * there.
 */
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
