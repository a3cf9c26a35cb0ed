/** Compiled templates by their source, so that a string is parsed at most twice while it stays in the cache. */

import type { Evaluate } from "../context/run.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../syntax/language.ts";
import { parseTemplate } from "../syntax/parse.ts";
import { type Lookup, lookupsIn, type TemplateTree } from "../syntax/tree.ts";
import { compileTree } from "./evaluate.ts";

/** A template, ready to be evaluated. */
export class CompiledTemplate {
  readonly tree: TemplateTree;
  readonly evaluate: Evaluate;
  private found: readonly Lookup[] | undefined;

  constructor(tree: TemplateTree) {
    this.tree = tree;
    this.evaluate = compileTree(tree);
  }

  /** All lookups in the context, including those in branches that are not evaluated. */
  get lookups(): readonly Lookup[] {
    this.found ??= lookupsIn(this.tree.parts);
    return this.found;
  }
}

/** The size of all kept strings in UTF-16 units, which is also the longest one that is kept. */
const CACHE_SIZE = 524_288;

/** The size of an entry in addition to its text. */
const ENTRY_SIZE = 64;

/** Marks a template that was used once. Most are not used again, and parsing again costs less than keeping them. */
const SEEN = null;

/** The entries of each language by their source. All are dropped when the cache is full. */
const caches: readonly Map<string, CompiledTemplate | typeof SEEN>[] = /* @__PURE__ */ LANGUAGES.map(() => new Map());
let size = 0;

/** The template of a string, from the cache if possible. */
export function cachedTemplate(source: string, language: Language = DEFAULT_LANGUAGE): CompiledTemplate {
  const cache = caches[language.index]!;
  const known = cache.get(source);
  if (known) return known;
  const template = newTemplate(source, language);
  if (known === undefined) size += source.length + ENTRY_SIZE;
  if (size > CACHE_SIZE) forgetTemplates();
  else cache.set(source, known === SEEN ? template : SEEN);
  return template;
}

/** Parses and compiles without the cache. */
export function newTemplate(source: string, language: Language = DEFAULT_LANGUAGE): CompiledTemplate {
  return new CompiledTemplate(parseTemplate(source, language));
}

/** Empties the cache. */
export function forgetTemplates(): void {
  for (const cache of caches) cache.clear();
  size = 0;
}
