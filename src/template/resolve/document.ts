/** Documents: the strings in lists and maps, and the structural operators. Keys are never templates. */

import { MISSING, type Run } from "../context/run.ts";
import { hasOperator, Unresolved } from "../context/unresolved.ts";
import { TemplateError } from "../error.ts";
import { isMap, setKey } from "../values.ts";
import { type CompiledTemplate, cachedTemplate } from "./cache.ts";
import { compilePartially } from "./partial.ts";
import { isUnresolved, mappingOf, resolveConcat, resolveForEach, resolveIf } from "./structure.ts";

/** The value of a document: something `Unresolved` only in a partial resolution. */
export function resolveValue(node: unknown, run: Run): unknown {
  run.countSteps(1);
  if (typeof node === "string") return node.includes("${") ? resolveText(node, run) : node;
  if (Array.isArray(node)) return resolveList(node, run);
  if (isMap(node)) return resolveMap(node, run);
  return node;
}

/** The value of a template string that stands in the run's document. */
function resolveText(source: string, run: Run): unknown {
  const outerSource = run.source;
  run.source = source;
  const value = evaluateTemplate(findTemplate(source, run), run);
  run.source = outerSource;
  return value;
}

function findTemplate(source: string, run: Run): CompiledTemplate {
  try {
    return cachedTemplate(source);
  } catch (error) {
    if (error instanceof TemplateError) throw run.error(error.code, error.reason, error.offset);
    throw error;
  }
}

/** The value of a template; `run.source` is its source. */
export function evaluateTemplate(template: CompiledTemplate, run: Run): unknown {
  const levels = template.tree.nesting + 1;
  run.enter(levels);
  run.countSteps(template.tree.operands);
  let value: unknown;
  if (run.partial) {
    template.evaluatePartially ??= compilePartially(template.tree);
    value = template.evaluatePartially(run);
  } else {
    value = template.evaluate(run);
  }
  if (value === MISSING) throw run.missingError();
  run.leave(levels);
  return value;
}

function resolveList(list: readonly unknown[], run: Run): unknown {
  run.enter(1);
  run.countValues(list.length);
  const items: unknown[] = [];
  for (let i = 0; i < list.length; i++) {
    run.path.push(i);
    resolveItem(list[i], items, run);
    run.path.pop();
  }
  run.leave(1);
  return run.partial && items.some(isUnresolved) ? new Unresolved({ kind: "list", items }) : items;
}

/** Adds what an element of a list resolves to. */
export function resolveItem(node: unknown, items: unknown[], run: Run): void {
  if (isMap(node) && Object.hasOwn(node, "$concat")) {
    resolveConcat(node, items, run);
    return;
  }
  const value = resolveValue(node, run);
  // In a list, the map of an ordinary key `$concat` would become the operator.
  const isLikeConcat = isUnresolved(value) && value.rest.kind === "map" && Object.hasOwn(value.rest.entries, "$concat");
  items.push(isLikeConcat ? Unresolved.document(node, run) : value);
}

function resolveMap(map: Record<string, unknown>, run: Run): unknown {
  if (Object.hasOwn(map, "$forEach")) return resolveForEach(map, run);
  if (Object.hasOwn(map, "$if")) return resolveIf(map, run);
  const keys = Object.keys(map);
  run.enter(1);
  run.countValues(keys.length);
  const entries: Record<string, unknown> = {};
  let isKnown = true;
  let mergesLater = false;
  for (const key of keys) {
    run.path.push(key);
    const value = resolveValue(map[key], run);
    const merged = key === "$merge" ? mappingOf(value, run) : undefined;
    if (merged === undefined) {
      isKnown &&= !isUnresolved(value);
      mergesLater ||= key === "$merge";
      setKey(entries, key, value);
    } else {
      const mergedKeys = Object.keys(merged);
      run.countValues(mergedKeys.length);
      for (const mergedKey of mergedKeys) {
        isKnown &&= !isUnresolved(merged[mergedKey]);
        setKey(entries, mergedKey, merged[mergedKey]);
      }
    }
    run.path.pop();
  }
  run.leave(1);
  if (isKnown) return entries;
  // Data that was merged may have keys that would make an operator of what is left.
  const { $merge, ...others } = entries;
  if (hasOperator(mergesLater ? others : entries)) return Unresolved.document(map, run);
  return new Unresolved({ kind: "map", entries });
}
