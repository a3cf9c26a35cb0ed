/** What the templates of a document refer to, including expressions that are not evaluated: actions, and other keys. */

import { keyPath } from "../context/missing-key.ts";
import { type Loop, Run, type TemplateContext } from "../context/run.ts";
import { NoValue } from "../context/unresolved.ts";
import { TemplateError } from "../error.ts";
import { DEFAULT_LANGUAGE, type Language, languageOf } from "../syntax/language.ts";
import type { Expression } from "../syntax/tree.ts";
import { cachedTemplate } from "./cache.ts";
import { resolveValue } from "./document.ts";
import { compileExpression } from "./evaluate.ts";
import type { ResolveSettings } from "./late-values.ts";

/** A reference to an action: the first two keys after `actions` or `runtime`. */
export interface ActionReference {
  /** Undefined if the lookup does not have this key, or the key is not known yet. */
  readonly kind: string | undefined;
  readonly name: string | undefined;
  /** The keys that lead to the template from the document's root. */
  readonly path: readonly (string | number)[];
}

/** A part of a document, with its place and the loop around it. */
interface DocumentPart {
  readonly node: unknown;
  /** The list or map around it, and its key there; undefined for the whole document. */
  readonly parent: DocumentPart | undefined;
  readonly key: string | number;
  readonly loop: Loop | undefined;
}

/**
 * The references in a document, in order; those in a loop once for each item.
 *
 * @param context the context of keys in brackets
 */
export function actionReferences(
  document: unknown,
  context: TemplateContext,
  settings: ResolveSettings = DEFAULT_LANGUAGE,
): ActionReference[] {
  const references: ActionReference[] = [];
  const open: DocumentPart[] = [{ node: document, parent: undefined, key: "", loop: undefined }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { node, loop } = part;
    if (typeof node === "string") {
      if (!node.includes("${")) continue;
      for (const { keys } of cachedTemplate(node, languageOf(settings)).lookups) {
        const root = keys[0]?.key;
        if (root !== "actions" && root !== "runtime") continue;
        references.push({
          kind: keyOf(keys[1]?.key, context, loop, settings),
          name: keyOf(keys[2]?.key, context, loop, settings),
          path: pathOf(part),
        });
      }
    } else if (typeof node === "object" && node !== null) {
      const members = membersOf(node, part, context, settings);
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

/** The members that can contain templates. */
function membersOf(
  node: object,
  parent: DocumentPart,
  context: TemplateContext,
  settings: ResolveSettings,
): DocumentPart[] {
  const { loop } = parent;
  const members: DocumentPart[] = [];
  if (Array.isArray(node)) {
    for (let i = 0; i < node.length; i++) {
      if (canHoldTemplate(node[i])) members.push({ node: node[i], parent, key: i, loop });
    }
    return members;
  }
  for (const key of Object.keys(node)) {
    const member = (node as Readonly<Record<string, unknown>>)[key];
    if (!canHoldTemplate(member)) continue;
    const part = { node: member, parent, key, loop };
    const isOfLoop = (key === "$return" || key === "$filter") && Object.hasOwn(node, "$forEach");
    const collection = isOfLoop
      ? resolvedIn(context, loop, settings, (run) => resolveValue((node as { $forEach?: unknown }).$forEach, run))
      : undefined;
    if (typeof collection !== "object" || collection === null || collection instanceof NoValue) {
      members.push(part);
    } else {
      for (const [key, value] of Object.entries(collection)) members.push({ ...part, loop: { item: { key, value } } });
    }
  }
  return members;
}

function canHoldTemplate(node: unknown): boolean {
  return typeof node === "string" ? node.includes("${") : typeof node === "object" && node !== null;
}

function keyOf(
  key: string | number | Expression | undefined,
  context: TemplateContext,
  loop: Loop | undefined,
  settings: ResolveSettings,
): string | undefined {
  if (typeof key !== "object") return key === undefined ? undefined : String(key);
  const value = resolvedIn(context, loop, settings, compileExpression(key));
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** A value; undefined if it is not known yet. */
function resolvedIn(
  context: TemplateContext,
  loop: Loop | undefined,
  settings: ResolveSettings,
  evaluate: (run: Run) => unknown,
): unknown {
  const run = new Run(context, "late", 0, settings.budget, languageOf(settings));
  run.loop = loop;
  try {
    return evaluate(run);
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

/**
 * The lookups in a document whose first key is one of `roots`, each once and in order, in the form that expressions
 * use. A computed key, and the keys after it, are left out.
 */
export function lookupPaths(document: unknown, roots: ReadonlySet<string>, language: Language): string[] {
  const found = new Set<string>();
  const open = [document];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node === "string" && node.includes("${")) {
      for (const { keys } of cachedTemplate(node, language).lookups) {
        if (!roots.has(String(keys[0]!.key))) continue;
        const computed = keys.findIndex(({ key }) => typeof key === "object");
        const constant = keys.slice(0, computed === -1 ? keys.length : computed);
        found.add(keyPath(constant.map(({ key }) => key as string | number)));
      }
    } else if (typeof node === "object" && node !== null) {
      const members = Object.values(node);
      for (let i = members.length - 1; i >= 0; i--) open.push(members[i]);
    }
  }
  return [...found];
}
