/** Templates by their source, so that a string is parsed at most twice while it stays in the cache. */

import { keyPath } from "../context/missing-key.ts";
import type { Evaluate } from "../context/run.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../syntax/language.ts";
import { lookupsIn } from "../syntax/lookups.ts";
import { parseTemplate } from "../syntax/parse.ts";
import type { Lookup, TemplateTree } from "../syntax/tree.ts";
import { compileTree } from "./evaluate.ts";

/** A lookup's first key, and its keys as expressions write them: a key that is computed, and those behind it, are left out. */
interface LookupPath {
  readonly root: string;
  readonly path: string;
}

function lookupPath({ keys }: Lookup): LookupPath {
  const computed = keys.findIndex(({ key }) => typeof key === "object");
  const constant = keys.slice(0, computed === -1 ? keys.length : computed);
  return { root: String(keys[0]!.key), path: keyPath(constant.map(({ key }) => key as string | number)) };
}

/** A template, ready to be evaluated. */
export class CompiledTemplate {
  readonly tree: TemplateTree;
  readonly evaluate: Evaluate;
  private found: readonly Lookup[] | undefined;
  private pathsFound: readonly LookupPath[] | undefined;

  constructor(tree: TemplateTree) {
    this.tree = tree;
    this.evaluate = compileTree(tree);
  }

  /** The lookups in the context, whether or not they are evaluated. */
  get lookups(): readonly Lookup[] {
    this.found ??= lookupsIn(this.tree.parts);
    return this.found;
  }

  /** The same as expressions write them. */
  get lookupPaths(): readonly LookupPath[] {
    this.pathsFound ??= this.lookups.map(lookupPath);
    return this.pathsFound;
  }
}

/** UTF-16 units that one generation holds, and so the longest string that is kept. */
const GENERATION_SIZE = 262_144;

/** What a template costs besides its text. */
const ENTRY_SIZE = 64;

/** In place of a template that was used once: most are used no more, and to keep them costs more than to parse again. */
const SEEN = null;

/**
 * The templates of a language. There are two generations: a template that is used moves to the young one; when that is full,
 * the old one is forgotten.
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

/**
 * The template of a string, from the cache where possible.
 *
 * @throws TemplateError with the code `parse` or `limit`
 */
export function cachedTemplate(source: string, language: Language = DEFAULT_LANGUAGE): CompiledTemplate {
  return caches[language.index]!.find(source);
}

/** Parses and compiles, past the cache. */
export function newTemplate(source: string, language: Language = DEFAULT_LANGUAGE): CompiledTemplate {
  return new CompiledTemplate(parseTemplate(source, language));
}

/** Forgets all templates. */
export function forgetTemplates(): void {
  for (const cache of caches) cache.clear();
}
