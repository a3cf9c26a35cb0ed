/** Finds the names that differ in one character from another one, in time that does not depend on how many there are. */

import { closest } from "./closest.ts";
import { addTo } from "./grouped.ts";

/** Shorter names are often similar to each other. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 64;

export class SimilarNames {
  /** Names by what is left of them without one character: similar names have such a text in common. */
  private readonly byPart = new Map<string, string[]>();

  constructor(names: Iterable<string>) {
    for (const name of names) for (const part of partsOf(name)) addTo(this.byPart, part, name);
  }

  /** Another name that is accepted and differs in one character, which is not a digit, or in case. */
  to(name: string, accepts: (other: string) => boolean): string | undefined {
    if (name.length < MIN_LENGTH) return undefined;
    const letters = (text: string) => text.replace(/\d+/g, "");
    const candidates = new Set(partsOf(name).flatMap((part) => this.byPart.get(part) ?? []));
    const others = [...candidates].filter((other) => accepts(other) && letters(other) !== letters(name));
    return closest(name, others, 1);
  }
}

function partsOf(name: string): string[] {
  if (name.length > MAX_LENGTH) return [];
  const lower = name.toLowerCase();
  return [lower, ...Array.from(lower, (_, i) => lower.slice(0, i) + lower.slice(i + 1))];
}
