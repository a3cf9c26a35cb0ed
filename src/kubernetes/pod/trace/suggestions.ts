/** Suggestions for a name that nothing sets: the most similar name that is set. */

import { closest } from "../../../text/closest.ts";
import type { ResolvedContainer } from "../types.ts";

/** The maximum number of names to find suggestions for; finding one costs more than resolving a reference. */
const LIMIT = 100;

/**
 * @param names the names that are set, the more likely ones first; called once, when they are first needed
 * @param services the variables of Services, most of which differ only in the name of the Service: one is suggested only for
 *   a name that differs in one character
 */
export function suggestionsFrom(
  names: () => Iterable<string>,
  services: ReadonlyMap<string, unknown> = new Map(),
): (name: string) => string | undefined {
  let known: readonly string[] | undefined;
  const found = new Map<string, string | undefined>();
  return (name) => {
    if (!found.has(name) && found.size < LIMIT) {
      known ??= [...new Set(names())];
      const isKnown = known.includes(name) || services.has(name);
      const similar = () => closest(name, known!) ?? closest(name, [...services.keys()], 1) ?? withPrefix(name, known!);
      found.set(name, isKnown ? undefined : similar());
    }
    return found.get(name);
  };
}

/** The only name that ends with a name, as the prefix of an `envFrom` entry makes it. */
function withPrefix(name: string, known: readonly string[]): string | undefined {
  const longer = name.length < 3 ? [] : known.filter((each) => each.endsWith(`_${name}`));
  return longer.length === 1 ? longer[0] : undefined;
}

/** Suggests a resolved container's own variables before those of services. */
export function suggestionsIn({ env, skipped, unknown }: ResolvedContainer): (name: string) => string | undefined {
  return suggestionsFrom(() => [...skipped, ...unknown, ...env].map(({ name }) => name).filter((name) => name !== ""));
}
