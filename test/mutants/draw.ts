/** The order in which mutants are drawn: made by a seed, so that every operator and every file takes part early. */
import { createHash } from "node:crypto";
import { idOf, type Mutant, type Operator } from "./mutant.ts";

interface Stratum {
  readonly mutants: Mutant[];
  /** Its share of the draw; not its size, or the largest file would have all of it. */
  readonly weight: number;
  drawn: number;
}

/**
 * All mutants in the order of the draw: the first n are the draw of n. The file that is the furthest behind its share
 * comes next, and in it the operator that is; the mutant is drawn from those.
 *
 * @param weightOf how much more often than others a file is drawn
 */
export function drawOrder(mutants: readonly Mutant[], seed: number, weightOf: (file: string) => number): Mutant[] {
  const files = strata(shuffled(mutants, seed), ({ file }) => file, weightOf);
  const operators = strata(
    mutants,
    ({ operator }) => operator,
    () => 1,
  );
  const order: Mutant[] = [];
  while (order.length < mutants.length) {
    const [, file] = furthestBehind(files);
    const left = new Map([...operators].filter(([operator]) => file.mutants.some((one) => one.operator === operator)));
    const [operator, stratum] = furthestBehind<Operator>(left);
    const [mutant] = file.mutants.splice(
      file.mutants.findIndex((one) => one.operator === operator),
      1,
    );
    file.drawn++;
    stratum.drawn++;
    order.push(mutant!);
    if (file.mutants.length === 0) files.delete(mutant!.file);
  }
  return order;
}

function strata<K extends string>(
  mutants: readonly Mutant[],
  keyOf: (mutant: Mutant) => K,
  weightOf: (key: K) => number,
): Map<K, Stratum> {
  const groups = new Map<K, Mutant[]>();
  for (const mutant of mutants) {
    const key = keyOf(mutant);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [mutant]);
    else group.push(mutant);
  }
  const weighed = [...groups].map(([key, group]): [K, Stratum] => [
    key,
    { mutants: group, weight: weightOf(key) * Math.sqrt(group.length), drawn: 0 },
  ]);
  return new Map(weighed);
}

/** The first of those that are equally far behind. */
function furthestBehind<K>(strata: ReadonlyMap<K, Stratum>): [K, Stratum] {
  let found: [K, Stratum] | undefined;
  for (const entry of strata) {
    if (found === undefined || share(entry[1]) < share(found[1])) found = entry;
  }
  return found!;
}

/** How full the share is: 0 for all at first, so that each has its turn before any has two. */
function share({ drawn, weight }: Stratum): number {
  return drawn / weight;
}

/** In an order that each mutant's own name makes: it stays as it is when other mutants come and go. */
function shuffled(mutants: readonly Mutant[], seed: number): Mutant[] {
  const keyed = mutants.map((mutant) => ({
    mutant,
    key: createHash("sha256")
      .update(`${seed} ${idOf(mutant)}`)
      .digest("hex"),
  }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ mutant }) => mutant);
}

/** What one of several machines takes of an order: every n-th, from its own number on. */
export function shardOf<T>(order: readonly T[], shard: { readonly index: number; readonly count: number }): T[] {
  return order.filter((_, i) => i % shard.count === shard.index - 1);
}
