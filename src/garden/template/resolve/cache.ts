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

/** The size of one generation in UTF-16 units, which is also the longest string that is kept. */
const GENERATION_SIZE = 262_144;

/** The size of an entry in addition to its text. */
const ENTRY_SIZE = 64;

/** Marks a template that was used once. Most are not used again, and parsing again costs less than keeping them. */
const SEEN = null;

/**
 * A cache with two generations. A template that is used moves to the young one. When that is full, the old one is dropped.
 */
export class TemplateCache {
  private readonly language: Language;
  private young = new Map<string, CompiledTemplate | typeof SEEN>();
  private old = new Map<string, CompiledTemplate | typeof SEEN>();
  private youngSize = 0;

  constructor(language: Language) {
    this.language = language;
  }

  find(source: string): CompiledTemplate {
    const known = this.young.get(source);
    if (known) return known;
    const before = known === SEEN ? SEEN : this.old.get(source);
    const template = before || newTemplate(source, this.language);
    this.keep(source, before === undefined ? SEEN : template);
    return template;
  }

  private keep(source: string, entry: CompiledTemplate | typeof SEEN): void {
    const size = source.length + ENTRY_SIZE;
    if (size > GENERATION_SIZE) return;
    if (!this.young.has(source)) this.youngSize += size;
    if (this.youngSize > GENERATION_SIZE) {
      this.old = this.young;
      this.young = new Map();
      this.youngSize = size;
    }
    this.young.set(source, entry);
  }

  clear(): void {
    this.young.clear();
    this.old.clear();
    this.youngSize = 0;
  }
}

const caches: readonly TemplateCache[] = /* @__PURE__ */ LANGUAGES.map((language) => new TemplateCache(language));

/** The template of a string, from the cache if possible. */
export function cachedTemplate(source: string, language: Language = DEFAULT_LANGUAGE): CompiledTemplate {
  return caches[language.index]!.find(source);
}

/** Parses and compiles without the cache. */
export function newTemplate(source: string, language: Language = DEFAULT_LANGUAGE): CompiledTemplate {
  return new CompiledTemplate(parseTemplate(source, language));
}

/** Empties the caches. */
export function forgetTemplates(): void {
  for (const cache of caches) cache.clear();
}
