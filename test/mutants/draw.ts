/** The order in which mutants are drawn: made by a seed, over all operators and files. */
import { createHash } from "node:crypto";
import { idOf, type Mutant } from "./mutant.ts";

/**
 * All mutants in the order of the draw: the first n are the draw of n.
 *
 * A file has turns at equal distances, so that the draw is spread over the files; a large file has more of them than a
 * small one, but not as many as its size would give it. At its turn, a rare operator has about the same chance as a
 * frequent one. The turns of a file do not depend on other files: when a file is added, most of a draw stays as it was.
 *
 * @param weightOf how much more often than others a file is drawn
 */
export function drawOrder(mutants: readonly Mutant[], seed: number, weightOf: (file: string) => number): Mutant[] {
  const frequency = new Map(
    [...grouped(mutants, ({ operator }) => operator)].map(([key, group]) => [key, group.length]),
  );
  const turns = [...grouped(mutants, ({ file }) => file)].flatMap(([file, group]) => {
    const weight = weightOf(file) * Math.sqrt(group.length);
    const first = fraction(`${seed} ${file}`);
    return ordered(group, (mutant) => waiting(mutant, seed) * frequency.get(mutant.operator)!).map((mutant, i) => ({
      mutant,
      turn: (first + i) / weight,
    }));
  });
  return ordered(turns, ({ turn }) => turn).map(({ mutant }) => mutant);
}

/** Exponentially distributed: multiplied by its operator's frequency, the least is of each operator equally often. */
function waiting(mutant: Mutant, seed: number): number {
  return -Math.log1p(-fraction(`${seed} ${idOf(mutant)}`));
}

/** From 0 up to 1, made from a text: it stays as it is when other mutants come and go. */
function fraction(text: string): number {
  return createHash("sha256").update(text).digest().readUIntBE(0, 6) / 2 ** 48;
}

function ordered<T>(items: readonly T[], keyOf: (item: T) => number): T[] {
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function grouped<K>(mutants: readonly Mutant[], keyOf: (mutant: Mutant) => K): Map<K, Mutant[]> {
  const groups = new Map<K, Mutant[]>();
  for (const mutant of mutants) {
    const key = keyOf(mutant);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [mutant]);
    else group.push(mutant);
  }
  return groups;
}

/** One machine's part of an order: every n-th item, starting at its own number. */
export function shardOf<T>(order: readonly T[], shard: { readonly index: number; readonly count: number }): T[] {
  return order.filter((_, i) => i % shard.count === shard.index - 1);
}
