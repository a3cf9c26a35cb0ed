/** A comparison of varexpand with another program, on random inputs. */
import { isDeepStrictEqual } from "node:util";
import type { Random } from "../reference/random.ts";

/** The inputs and the results can be written as JSON. A result is null if the input is rejected. */
export interface Suite<Input> {
  readonly name: string;
  /** What makes the suite available, if it is not: a program to install, or a variable to set. */
  readonly missing: string | undefined;
  /** The number of inputs that the program gets at once. */
  readonly batch: number;
  make(random: Random): Input;
  /** What varexpand answers; undefined if it says that it does not know. */
  ours(input: Input): unknown;
  /** What the program answers to inputs that varexpand has an answer for; undefined if there is nothing to compare. */
  theirs(inputs: readonly Input[]): readonly unknown[] | Promise<readonly unknown[]>;
}

export interface Difference {
  readonly suite: string;
  readonly input: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Compares one batch. Inputs that varexpand does not know are not counted, and the program never gets them. */
export async function compare<Input>(
  suite: Suite<Input>,
  random: Random,
  count = suite.batch,
): Promise<{ known: number; differences: Difference[] }> {
  const known: { input: Input; ours: unknown }[] = [];
  for (let i = 0; i < count; i++) {
    const input = suite.make(random);
    const ours = await suite.ours(input);
    if (ours !== undefined) known.push({ input, ours });
  }
  const answers = known.length === 0 ? [] : await suite.theirs(known.map(({ input }) => input));
  if (answers.length !== known.length) throw new Error(`${suite.name}: ${answers.length} of ${known.length} answers`);
  const differences = known
    .map(({ input, ours }, i) => ({ suite: suite.name, input, ours, theirs: answers[i] }))
    .filter(({ ours, theirs }) => theirs !== undefined && !isDeepStrictEqual(ours, theirs));
  return { known: known.length, differences };
}
