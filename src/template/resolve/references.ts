/** The actions that the templates of a document refer to, whether or not the expression is evaluated. */

import { type Loop, Run, type TemplateContext } from "../context/run.ts";
import { NoValue } from "../context/unresolved.ts";
import { TemplateError } from "../error.ts";
import { DEFAULT_LANGUAGE, type Language } from "../syntax/language.ts";
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

/** A part of a document: where it is, and the loop that it is in. */
interface DocumentPart {
  readonly node: unknown;
  /** The list or map that it is in, and its key there; undefined for the document. */
  readonly parent: DocumentPart | undefined;
  readonly key: string | number;
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
  const open: DocumentPart[] = [{ node: document, parent: undefined, key: "", loop: undefined }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { node, loop } = part;
    if (typeof node === "string") {
      if (!node.includes("${")) continue;
      for (const { keys } of cachedTemplate(node, language).lookups) {
        const root = keys[0]?.key;
        if (root !== "actions" && root !== "runtime") continue;
        references.push({
          kind: keyOf(keys[1]?.key, context, loop, language),
          name: keyOf(keys[2]?.key, context, loop, language),
          path: pathOf(part),
        });
      }
    } else if (typeof node === "object" && node !== null) {
      const members = membersOf(node, part, context, language);
      for (let i = members.length - 1; i >= 0; i--) open.push(members[i]!);
    }
  }
  return references;
}

function pathOf(part: DocumentPart): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = part; at.parent !== undefined; at = at.parent) path.push(at.key);
  return path.reverse();
}

/** The members that may hold templates. */
function membersOf(node: object, parent: DocumentPart, context: TemplateContext, language: Language): DocumentPart[] {
  const { loop } = parent;
  const members: DocumentPart[] = [];
  if (Array.isArray(node)) {
    for (let i = 0; i < node.length; i++) {
      if (mayHoldTemplate(node[i])) members.push({ node: node[i], parent, key: i, loop });
    }
    return members;
  }
  for (const key of Object.keys(node)) {
    const member = (node as Readonly<Record<string, unknown>>)[key];
    if (!mayHoldTemplate(member)) continue;
    const part = { node: member, parent, key, loop };
    const isOfLoop = (key === "$return" || key === "$filter") && Object.hasOwn(node, "$forEach");
    const collection = isOfLoop
      ? resolvedIn(context, loop, language, (run) => resolveValue((node as { $forEach?: unknown }).$forEach, run))
      : undefined;
    if (typeof collection !== "object" || collection === null || collection instanceof NoValue) {
      members.push(part);
    } else {
      for (const [key, value] of Object.entries(collection)) members.push({ ...part, loop: { item: { key, value } } });
    }
  }
  return members;
}

function mayHoldTemplate(node: unknown): boolean {
  return typeof node === "string" ? node.includes("${") : typeof node === "object" && node !== null;
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
