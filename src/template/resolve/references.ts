/** The actions that the templates of a document refer to, whether or not the expression is evaluated. */

import { type Loop, Run, type TemplateContext } from "../context/run.ts";
import { NoValue } from "../context/unresolved.ts";
import { TemplateError } from "../error.ts";
import { DEFAULT_LANGUAGE, type Language } from "../syntax/language.ts";
import { eachLookup } from "../syntax/lookups.ts";
import type { Expression } from "../syntax/tree.ts";
import { cachedTemplate } from "./cache.ts";
import { resolveValue } from "./document.ts";
import { compileExpression } from "./evaluate.ts";

/** A reference to an action: the first two keys behind `actions` or `runtime`. */
export interface ActionReference {
  /** Undefined if the lookup has no such key, or the key is not known yet. */
  readonly kind: string | undefined;
  readonly name: string | undefined;
  /** The keys that lead to the template from the document's root. */
  readonly path: readonly (string | number)[];
}

/** A part of a document, its path, and the loop that it is in. */
interface DocumentPart {
  readonly node: unknown;
  readonly path: readonly (string | number)[];
  readonly loop: Loop | undefined;
}

/**
 * The references in a document, in order; those in a loop for each of its items.
 *
 * @param context what keys in brackets are resolved in
 */
export function actionReferences(
  document: unknown,
  context: TemplateContext,
  language: Language = DEFAULT_LANGUAGE,
): ActionReference[] {
  const references: ActionReference[] = [];
  const open: DocumentPart[] = [{ node: document, path: [], loop: undefined }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { node, path, loop } = part;
    if (typeof node === "string") {
      if (!node.includes("${")) continue;
      eachLookup(cachedTemplate(node, language).tree.parts, ({ keys }) => {
        const [root, kind, name] = keys.map(({ key }) => key);
        if (root !== "actions" && root !== "runtime") return;
        references.push({
          kind: keyOf(kind, context, loop, language),
          name: keyOf(name, context, loop, language),
          path,
        });
      });
    } else if (typeof node === "object" && node !== null) {
      open.push(...membersOf(node, part, context, language).reverse());
    }
  }
  return references;
}

function membersOf(
  node: object,
  { path, loop }: DocumentPart,
  context: TemplateContext,
  language: Language,
): DocumentPart[] {
  return Object.entries(node).flatMap(([key, member]) => {
    const part = { node: member, path: [...path, Array.isArray(node) ? Number(key) : key], loop };
    const isOfLoop = (key === "$return" || key === "$filter") && Object.hasOwn(node, "$forEach");
    if (!isOfLoop) return [part];
    const collection = resolvedIn(context, loop, language, (run) =>
      resolveValue((node as { $forEach?: unknown }).$forEach, run),
    );
    if (typeof collection !== "object" || collection === null || collection instanceof NoValue) return [part];
    return Object.entries(collection).map(([key, value]) => ({ ...part, loop: { item: { key, value } } }));
  });
}

function keyOf(
  key: string | number | Expression | undefined,
  context: TemplateContext,
  loop: Loop | undefined,
  language: Language,
): string | undefined {
  if (typeof key !== "object") return key === undefined ? undefined : String(key);
  const value = resolvedIn(context, loop, language, compileExpression(key));
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** A value; undefined if it cannot be known yet. */
function resolvedIn(
  context: TemplateContext,
  loop: Loop | undefined,
  language: Language,
  evaluate: (run: Run) => unknown,
): unknown {
  const run = new Run(context, "late", 0, undefined, language);
  run.loop = loop;
  try {
    return evaluate(run);
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}
