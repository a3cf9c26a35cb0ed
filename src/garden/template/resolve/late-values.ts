/** Values that are resolved piece by piece, with `Unresolved` in the place of what is not known yet. */

import { setKey } from "../../../text/own-keys.ts";
import { memberData } from "../context/context-data.ts";
import { defineContextFunction } from "../context/context-functions.ts";
import { MissingKey } from "../context/missing-key.ts";
import { type ContextValue, Run, type TemplateContext } from "../context/run.ts";
import { hasOperator, Unresolved } from "../context/unresolved.ts";
import { type DocumentPath, TemplateError } from "../error.ts";
import type { Budget } from "../functions/budget.ts";
import { DEFAULT_LANGUAGE, type Language, languageOf } from "../syntax/language.ts";
import { isMap } from "../values.ts";
import { resolveValue } from "./document.ts";
import { toDocument } from "./to-document.ts";

/** The language of templates, and the limits that their resolutions share. */
export interface ResolveSettings extends Language {
  readonly budget?: Budget | undefined;
}

/**
 * The value of a document.
 *
 * @param path the keys that lead to the document, for errors
 */
export function resolveLate(
  document: unknown,
  context: TemplateContext,
  path: DocumentPath,
  settings: ResolveSettings = DEFAULT_LANGUAGE,
): ContextValue {
  const isTemplate = typeof document === "string" ? document.includes("${") : typeof document === "object";
  if (!isTemplate) return { value: document, isSecret: false };
  const run = newRun(context, path, settings);
  return { value: resolveValue(document, run), isSecret: run.secretsSeen > 0 };
}

/**
 * The value of a part of a context.
 *
 * @param keys the keys that lead to it in the context
 * @param path the place that needs it, for errors
 */
export function contextValue(
  node: unknown,
  keys: DocumentPath,
  path: DocumentPath,
  settings: ResolveSettings = DEFAULT_LANGUAGE,
): ContextValue {
  const run = newRun({}, path, settings);
  const value = memberData(node, run, { keys: [...keys], index: keys.length - 1, container: {}, at: 0 });
  if (value instanceof MissingKey) throw run.missingError(value);
  return { value, isSecret: run.secretsSeen > 0 };
}

/**
 * The values of a document that `deferTemplates` turned into a part of a context. A template that is not known yet is
 * resolved as far as possible instead of being left as a reference to that part.
 *
 * @param values the result of `deferTemplates` for the document
 * @param root the key of the values in the context
 */
export function resolveInContext(
  document: unknown,
  values: unknown,
  context: TemplateContext,
  root: string,
  path: DocumentPath,
  settings: ResolveSettings = DEFAULT_LANGUAGE,
): unknown {
  /** The keys that lead to the current node. */
  const keys: (string | number)[] = [];
  return visit(document, values);

  function visit(original: unknown, node: unknown): unknown {
    if (typeof node === "function") {
      const at = [...path, ...keys];
      const { value } = contextValue(node, [root, ...keys], at, settings);
      return value instanceof Unresolved ? resolveLate(original, context, at, settings).value : value;
    }
    if (Array.isArray(node)) {
      const items = node.map((item, i) => member((original as unknown[])[i], item, i));
      return items.some((item) => item instanceof Unresolved) ? new Unresolved({ kind: "list", items }) : items;
    }
    if (!isMap(node)) return node;
    const entries: Record<string, unknown> = {};
    for (const key of Object.keys(node)) {
      setKey(entries, key, member((original as Record<string, unknown>)[key], node[key], key));
    }
    return entries;
  }

  function member(original: unknown, node: unknown, key: string | number): unknown {
    keys.push(key);
    const value = visit(original, node);
    keys.pop();
    return value;
  }
}

/** All errors in the templates of a document. `resolveLate` throws only the first. */
export function errorsIn(
  document: unknown,
  context: TemplateContext,
  path: DocumentPath,
  settings: ResolveSettings,
): TemplateError[] {
  const errors: TemplateError[] = [];
  visit(document, path);
  return errors;

  function visit(node: unknown, at: DocumentPath): void {
    const isSplice = (item: unknown) => isMap(item) && Object.hasOwn(item, "$concat");
    const isList = Array.isArray(node) && !node.some(isSplice);
    if (isList || (isMap(node) && !hasOperator(node))) {
      for (const [key, member] of Object.entries(node)) visit(member, [...at, isList ? Number(key) : key]);
    } else if (typeof node === "string" || (typeof node === "object" && node !== null)) {
      try {
        resolveLate(node, context, at, settings);
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        errors.push(error);
      }
    }
  }
}

/** A function for a context that returns a secret. Everything that templates compute from it is secret, too. */
export function secretValue(value: unknown): () => unknown {
  const secret = () => value;
  defineContextFunction(secret, (run) => {
    run.secretsSeen++;
    return value;
  });
  return secret;
}

/** Whether all parts of a value are known. */
export function isComplete(value: unknown): boolean {
  // A list that appears in several places is visited once: expanded, the value can be too large for memory.
  const seen = new Set<object>();
  const add = (node: unknown) => {
    if (typeof node === "object" && node !== null) seen.add(node);
  };
  add(value);
  for (const node of seen) {
    if (node instanceof Unresolved) return false;
    for (const member of Object.values(node)) add(member);
  }
  return true;
}

/** A value as a document. A value that is not complete becomes a template. */
export function documentOf(value: unknown, settings: ResolveSettings = DEFAULT_LANGUAGE): unknown {
  return isComplete(value) ? value : toDocument(value, newRun({}, [], settings));
}

/** A document that resolves to the value. Data that looks like a template is quoted. */
export function templateFor(value: unknown, settings: ResolveSettings): unknown {
  return toDocument(value, newRun({}, [], settings));
}

function newRun(context: TemplateContext, path: DocumentPath, settings: ResolveSettings): Run {
  const run = new Run(context, "late", 0, settings.budget, languageOf(settings));
  run.path = [...path];
  return run;
}
