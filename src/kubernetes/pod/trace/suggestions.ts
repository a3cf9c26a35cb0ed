/** Suggestions for a name that nothing sets: the most similar name that is set. */

import { closest } from "../../../text/closest.ts";
import type { ResolvedContainer } from "../types.ts";

/** So many names are compared with the others: one costs more than its resolution. */
const MOST = 100;

export class Suggestions {
  private readonly names: () => Iterable<string>;
  private known: readonly string[] | undefined;
  private readonly found = new Map<string, string | undefined>();

  /** @param names those that are set, the likelier ones first; called when they are first needed */
  constructor(names: () => Iterable<string>) {
    this.names = names;
  }

  of(name: string): string | undefined {
    if (!this.found.has(name)) {
      if (this.found.size >= MOST) return undefined;
      this.known ??= [...new Set(this.names())];
      this.found.set(name, closest(name, this.known));
    }
    return this.found.get(name);
  }
}

/** The names that a resolved container has, its own before those of services. */
export function namesIn({ env, skipped, unknown }: ResolvedContainer): string[] {
  return [...skipped, ...unknown, ...env].map(({ name }) => name).filter((name) => name !== "");
}
