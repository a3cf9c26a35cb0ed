/** Templates by their source, so that a string is parsed once or twice however often it is resolved. */

import { parseTemplate } from "../syntax/parse.ts";
import type { TemplateTree } from "../syntax/tree.ts";
import { compileParts, type Evaluate } from "./evaluate.ts";

/** A template, ready to be evaluated. */
export interface CompiledTemplate {
  readonly tree: TemplateTree;
  readonly evaluate: Evaluate;
  /** The same for partial resolution, once it is needed. */
  evaluatePartially: Evaluate | undefined;
}

/** UTF-16 units that one generation holds, and so the longest string that is kept. */
const GENERATION_SIZE = 262_144;

/** What a template costs besides its text. */
const ENTRY_SIZE = 64;

/** `SEEN`: resolved once. Most strings are, and to keep all that would cost more than to parse the others twice. */
const SEEN = null;

let young = /* @__PURE__ */ new Map<string, CompiledTemplate | typeof SEEN>();
let old = /* @__PURE__ */ new Map<string, CompiledTemplate | typeof SEEN>();
let youngSize = 0;

/**
 * The template of a string, from the cache where possible. The cache holds two generations: a template that is used moves
 * to the young one; when that is full, the old one is forgotten.
 *
 * @throws TemplateError with the code `parse` or `limit`
 */
export function cachedTemplate(source: string): CompiledTemplate {
  const known = young.get(source);
  if (known) return known;
  const before = known === SEEN ? SEEN : old.get(source);
  const template = before || newTemplate(source);
  keep(source, before === undefined ? SEEN : template);
  return template;
}

function keep(source: string, entry: CompiledTemplate | typeof SEEN): void {
  const size = source.length + ENTRY_SIZE;
  if (size > GENERATION_SIZE) return;
  if (!young.has(source)) youngSize += size;
  if (youngSize > GENERATION_SIZE) {
    old = young;
    young = new Map();
    youngSize = size;
  }
  young.set(source, entry);
}

/** Parses and compiles, past the cache. */
export function newTemplate(source: string): CompiledTemplate {
  const tree = parseTemplate(source);
  return { tree, evaluate: compileParts(tree.parts), evaluatePartially: undefined };
}

/** Forgets all templates. */
export function forgetTemplates(): void {
  young.clear();
  old.clear();
  youngSize = 0;
}
