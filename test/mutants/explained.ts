/** The known survivors, with the reasons in survivors.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { idOf, type Mutant, OPERATORS } from "./mutant.ts";

export const LIST = "test/mutants/survivors.json";

/** `equivalent`: no input can distinguish the mutant from the original. `accepted`: the difference does not matter. */
export type Reason = { readonly equivalent: string } | { readonly accepted: string };

/** By `idOf`. */
export type Explanations = Readonly<Record<string, Reason>>;

export function readExplanations(root: string): Explanations {
  return checked(JSON.parse(readFileSync(join(root, LIST), "utf8")));
}

/** @throws Error where the list has an entry that says nothing. */
export function checked(list: Record<string, Partial<Record<string, string>>>): Explanations {
  for (const [id, entry] of Object.entries(list)) {
    const [verdict, ...others] = Object.keys(entry);
    if (others.length > 0 || (verdict !== "equivalent" && verdict !== "accepted") || !entry[verdict]?.trim()) {
      throw new Error(`${LIST}: ${id}: write { "equivalent": "why" } or { "accepted": "why" }`);
    }
    if (!OPERATORS.some((operator) => id.includes(` ${operator}: `))) {
      throw new Error(`${LIST}: ${id}: begins with FILE FUNCTION OPERATOR, as the report prints it`);
    }
  }
  return list as Explanations;
}

/** The IDs in the list that match no mutant. */
export function outdated(explanations: Explanations, mutants: readonly Mutant[]): string[] {
  const ids = new Set(mutants.map(idOf));
  return Object.keys(explanations).filter((id) => !ids.has(id));
}
