/** Templates by their source, so that a string is parsed at most twice while it stays in the cache. */

import type { Evaluate } from "../context/run.ts";
import { parseTemplate } from "../syntax/parse.ts";
import type { TemplateTree } from "../syntax/tree.ts";
import { compileTree } from "./evaluate.ts";

/** A template, ready to be evaluated. */
export interface CompiledTemplate {
  readonly tree: TemplateTree;
  readonly evaluate: Evaluate;
}

/** UTF-16 units that one generation holds, and so the longest string that is kept. */
const GENERATION_SIZE = 262_144;

/** What a template costs besides its text. */
const ENTRY_SIZE = 64;

/** In place of a template that was used once: most are used no more, and to keep them costs more than to parse again. */
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
  return { tree, evaluate: compileTree(tree) };
}

/** Forgets all templates. */
export function forgetTemplates(): void {
  young.clear();
  old.clear();
  youngSize = 0;
}
