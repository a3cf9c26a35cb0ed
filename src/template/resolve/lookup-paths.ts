/** What the templates that are left in a document look up. */
import type { Language } from "../syntax/language.ts";
import { cachedTemplate } from "./cache.ts";

/**
 * The lookups in a document whose first key is one of `roots`, each once and in order, as expressions write them. A key that
 * is computed, and those behind it, are left out.
 */
export function lookupPaths(document: unknown, roots: ReadonlySet<string>, language: Language): string[] {
  const found = new Set<string>();
  const open = [document];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node === "string" && node.includes("${")) {
      for (const { root, path } of cachedTemplate(node, language).lookupPaths) if (roots.has(root)) found.add(path);
    } else if (typeof node === "object" && node !== null) {
      const members = Object.values(node);
      for (let i = members.length - 1; i >= 0; i--) open.push(members[i]);
    }
  }
  return [...found];
}
