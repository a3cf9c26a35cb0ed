/** Documents of a project with what is late left in them. */

import { memberData } from "../template/context/context-data.ts";
import { MissingKey } from "../template/context/missing-key.ts";
import { Run, type TemplateContext } from "../template/context/run.ts";
import { Unresolved } from "../template/context/unresolved.ts";
import type { DocumentPath } from "../template/error.ts";
import { resolveValue } from "../template/resolve/document.ts";
import { toDocument } from "../template/resolve/to-document.ts";
import { isMap, setKey } from "../template/values.ts";
import type { ScopedLevel } from "./scope.ts";

/**
 * The value of a document, or something `Unresolved` if a part of it is late.
 *
 * @param path what leads to the document, in errors
 */
export function resolveNode(document: unknown, context: TemplateContext, path: DocumentPath): unknown {
  const run = new Run(context, "late", 0);
  run.path = [...path];
  return resolveValue(document, run);
}

/**
 * The value of a part of a context, or something `Unresolved`.
 *
 * @param keys the keys that lead to it in the context
 * @param path where it is asked for, in errors
 */
export function valueOf(node: unknown, keys: readonly (string | number)[], path: DocumentPath): unknown {
  const run = new Run({}, "late", 0);
  run.path = [...path];
  const value = memberData(node, run, { keys: [...keys], index: keys.length - 1, container: {}, at: 0 });
  if (value instanceof MissingKey) throw run.missingError(value);
  return value;
}

/** A level's values: what is late in them stays as it is written. */
export function resolveLevel(level: ScopedLevel): unknown {
  return visit(level.values, level.tree, []);

  function visit(written: unknown, node: unknown, keys: readonly (string | number)[]): unknown {
    if (typeof node === "function") {
      const path = [...level.path, ...keys];
      const value = valueOf(node, ["var", ...keys], path);
      return value instanceof Unresolved ? resolveNode(written, level.context, path) : value;
    }
    if (Array.isArray(node)) {
      const items = node.map((item, i) => visit((written as unknown[])[i], item, [...keys, i]));
      return items.some(isUnresolved) ? new Unresolved({ kind: "list", items }) : items;
    }
    if (!isMap(node)) return node;
    const entries: Record<string, unknown> = {};
    for (const key of Object.keys(node)) {
      setKey(entries, key, visit((written as Record<string, unknown>)[key], node[key], [...keys, key]));
    }
    return entries;
  }
}

function isUnresolved(value: unknown): value is Unresolved {
  return value instanceof Unresolved;
}

/** Whether nothing in a value is late. */
export function isComplete(value: unknown): boolean {
  // What several lists share is looked at once: written out, it may be more than fits anywhere.
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

/** A value as a document: as it is, or, where something in it is late, a template that gives it. */
export function documentOf(value: unknown): unknown {
  return isComplete(value) ? value : toDocument(value, new Run({}, "late", 0));
}
