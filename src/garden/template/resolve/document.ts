/** Documents: strings, lists, maps, and the operators `$if`, `$concat`, `$forEach`, `$merge`. Keys are never templates. */

import { setKey } from "../../../text/own-keys.ts";
import { MissingKey } from "../context/missing-key.ts";
import type { Run } from "../context/run.ts";
import { hasOperator, isUnresolved, Unresolved } from "../context/unresolved.ts";
import { TemplateError } from "../error.ts";
import { isMap, typeOf } from "../values.ts";
import { type CompiledTemplate, cachedTemplate } from "./cache.ts";

type Mapping = Readonly<Record<string, unknown>>;

/** The keys of an inline map in a `$merge` that later keys outside of it override. Their values become null. */
type Overridden = ReadonlySet<string>;

const NOTHING: Overridden = /* @__PURE__ */ new Set();

/** The value of a document; `Unresolved` only in a partial resolution. */
export function resolveValue(node: unknown, run: Run, overridden = NOTHING): unknown {
  run.countSteps(1);
  run.beginValue();
  if (typeof node === "string") return node.includes("${") ? resolveText(node, run) : node;
  if (Array.isArray(node)) return resolveList(node, run);
  if (!isMap(node)) return node;
  if (Object.hasOwn(node, "$forEach")) return resolveForEach(node, run);
  if (Object.hasOwn(node, "$if")) return resolveIf(node, run, overridden);
  return resolveMap(node, run, overridden);
}

/** The value of a template string in a document. */
function resolveText(source: string, run: Run): unknown {
  const outerSource = run.source;
  run.source = source;
  const value = evaluateTemplate(findTemplate(source, run), run);
  run.source = outerSource;
  return value;
}

export function findTemplate(source: string, run: Run): CompiledTemplate {
  try {
    return cachedTemplate(source, run.language);
  } catch (error) {
    if (error instanceof TemplateError) throw run.error(error.code, error.reason, error.offset);
    throw error;
  }
}

/** The value of a template whose source is `run.source`. */
export function evaluateTemplate(template: CompiledTemplate, run: Run): unknown {
  const levels = template.tree.nesting + 1;
  run.enter(levels);
  run.countSteps(template.tree.operands);
  const value = template.evaluate(run);
  if (value instanceof MissingKey) throw run.missingError(value);
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
  return listOf(items, run);
}

function listOf(items: readonly unknown[], run: Run): unknown {
  return run.partial && items.some(isUnresolved) ? new Unresolved({ kind: "list", items }) : items;
}

/** Adds the results of an element of a list. */
function resolveItem(node: unknown, items: unknown[], run: Run): void {
  if (isMap(node) && Object.hasOwn(node, "$concat")) {
    run.beginValue();
    resolveConcat(node, items, run);
    return;
  }
  const value = resolveValue(node, run);
  // In a list, a map with an ordinary key `$concat` would become the operator.
  const isLikeConcat = isUnresolved(value) && value.rest.kind === "map" && Object.hasOwn(value.rest.entries, "$concat");
  items.push(isLikeConcat ? leave(node, run) : value);
}

/** `{ $concat }` as an element of a list, which is replaced by the elements of its value. */
function resolveConcat(map: Mapping, items: unknown[], run: Run): void {
  checkSplice(map, run);
  const value = resolveChild(map, "$concat", run);
  if (isUnresolved(value) && value.rest.kind !== "list") {
    items.push(new Unresolved({ kind: "splice", value }));
    return;
  }
  const elements = isUnresolved(value) && value.rest.kind === "list" ? value.rest.items : value;
  if (!Array.isArray(elements)) throw wrongValue("$concat", "a list", value, run);
  run.countValues(elements.length);
  for (const element of elements) items.push(element);
}

/** As in Garden, a value that a later key or `$merge` overrides is not resolved. */
function resolveMap(map: Mapping, run: Run, overridden: Overridden): unknown {
  const keys = Object.keys(map);
  const mergeAt = keys.indexOf("$merge");
  run.enter(1);
  run.countValues(keys.length);
  const { secretsSeen } = run;
  const value =
    mergeAt === -1 ? undefined : resolveChild(map, "$merge", run, new Set([...overridden, ...keys.slice(mergeAt + 1)]));
  run.path.push("$merge");
  const merged = mergeAt === -1 ? undefined : mappingOf(value, run);
  run.path.pop();
  const entries: Record<string, unknown> = {};
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    if (i === mergeAt) {
      if (merged === undefined) setKey(entries, key, value);
      else addMerged(entries, merged, run);
    } else if (overridden.has(key)) {
      setKey(entries, key, null);
    } else if (i < mergeAt && merged !== undefined && Object.hasOwn(merged, key)) {
      setKey(entries, key, merged[key]);
    } else if (i < mergeAt) {
      setKey(
        entries,
        key,
        run.decided(secretsSeen, () => resolveChild(map, key, run)),
      );
    } else {
      setKey(entries, key, resolveChild(map, key, run));
    }
  }
  run.leave(1);
  if (!run.partial || !Object.values(entries).some(isUnresolved)) return entries;
  // Merged data can have keys that would turn the unresolved map into an operator.
  const { $merge, ...others } = entries;
  if (hasOperator(mergeAt !== -1 && merged === undefined ? others : entries)) return leave(map, run);
  return new Unresolved({ kind: "map", entries });
}

function addMerged(entries: Record<string, unknown>, merged: Mapping, run: Run): void {
  const keys = Object.keys(merged);
  run.countValues(keys.length);
  for (const key of keys) setKey(entries, key, merged[key]);
}

/** The value of `$merge`; undefined if its keys are not known yet. */
function mappingOf(value: unknown, run: Run): Mapping | undefined {
  if (isUnresolved(value)) {
    return value.rest.kind === "map" && !hasOperator(value.rest.entries) ? value.rest.entries : undefined;
  }
  if (!isMap(value)) throw wrongValue("$merge", "a map", value, run);
  return value;
}

/** `{ $if, $then, $else }` */
function resolveIf(map: Mapping, run: Run, overridden: Overridden): unknown {
  checkIf(map, run);
  run.enter(1);
  const { secretsSeen } = run;
  const test = resolveChild(map, "$if", run);
  let value: unknown;
  if (isUnresolved(test)) {
    value = leave(map, run);
  } else {
    if (typeof test !== "boolean") throw wrongValue("$if", "true or false", test, run);
    const branch = test ? "$then" : "$else";
    if (Object.hasOwn(map, branch)) value = run.decided(secretsSeen, () => resolveChild(map, branch, run, overridden));
  }
  run.leave(1);
  return value;
}

/** `{ $forEach, $filter, $return }` */
function resolveForEach(map: Mapping, run: Run): unknown {
  checkForEach(map, run);
  run.enter(1);
  const { secretsSeen } = run;
  const collection = elementsOf(resolveChild(map, "$forEach", run), run);
  const isSecret = run.secretsSeen > secretsSeen;
  run.countSteps(collection?.length ?? 0);
  const items: unknown[] = [];
  const outerLoop = run.loop;
  const outerLeavesItem = run.leavesItem;
  run.leavesItem = false;
  let isKnown = collection !== undefined;
  for (const [key, value] of collection ?? []) {
    run.loop = { item: { key, value }, isSecret };
    isKnown = run.decided(secretsSeen, () => resolveIteration(map, items, run));
    if (!isKnown) break;
  }
  run.loop = outerLoop;
  run.leavesItem = outerLeavesItem;
  run.leave(1);
  return isKnown ? listOf(items, run) : leave(map, run);
}

/** Adds the results of one element. Returns false if it depends on `item` and is not known yet. */
function resolveIteration(map: Mapping, items: unknown[], run: Run): boolean {
  const { secretsSeen } = run;
  if (Object.hasOwn(map, "$filter")) {
    const filter = resolveChild(map, "$filter", run);
    if (isUnresolved(filter)) return false;
    if (typeof filter !== "boolean") throw wrongValue("$filter", "true or false", filter, run);
    if (!filter) return true;
  }
  run.path.push("$return");
  run.decided(secretsSeen, () => resolveItem(map.$return, items, run));
  run.path.pop();
  return !run.leavesItem;
}

/** The keys and values of a list or a map; undefined if the keys are not known yet. */
function elementsOf(value: unknown, run: Run): [string, unknown][] | undefined {
  if (isUnresolved(value)) {
    const { rest } = value;
    if (rest.kind === "map" && !hasOperator(rest.entries)) return Object.entries(rest.entries);
    if (rest.kind !== "list") return undefined;
    const isSplice = (item: unknown) => isUnresolved(item) && item.rest.kind === "splice";
    return rest.items.some(isSplice) ? undefined : Object.entries(rest.items);
  }
  if (!Array.isArray(value) && !isMap(value)) throw wrongValue("$forEach", "a list or a map", value, run);
  return Object.entries(value);
}

function resolveChild(map: Mapping, key: string, run: Run, overridden?: Overridden): unknown {
  run.path.push(key);
  const value = resolveValue(map[key], run, overridden);
  run.path.pop();
  return value;
}

/** Leaves a part of the document unresolved. */
function leave(document: unknown, run: Run): Unresolved {
  if (run.loop !== undefined) run.leavesItem ||= mentionsItem(document, run);
  return new Unresolved({ kind: "document", document });
}

/** Whether a template in the document can look up `item`. */
function mentionsItem(document: unknown, run: Run): boolean {
  const open = [document];
  for (const node of open) {
    run.countSteps(1);
    if (typeof node === "string" && node.includes("item")) return true;
    if (typeof node !== "object" || node === null) continue;
    for (const value of Object.values(node)) open.push(value);
  }
  return false;
}

/** Checks the keys of `{ $concat }` as an element of a list. */
export function checkSplice(map: Mapping, run: Run): void {
  const others = Object.keys(map).filter((key) => key !== "$concat");
  if (others.length > 0)
    throw run.error("structure", `$concat must be the only key, but the map also has ${quoted(others)}`);
}

/** Checks the keys of `$if`. */
export function checkIf(map: Mapping, run: Run): void {
  checkNeeded(map, "$if", "$then", run);
  checkKeys(map, ["$if", "$then", "$else"], run);
}

/** Checks the keys of `$forEach`. */
export function checkForEach(map: Mapping, run: Run): void {
  checkKeys(map, ["$forEach", "$filter", "$return"], run);
  checkNeeded(map, "$forEach", "$return", run);
}

function checkNeeded(map: Mapping, operator: string, needed: string, run: Run): void {
  if (Object.hasOwn(map, needed)) return;
  throw run.error("structure", `${operator} requires ${needed}, but the map has only ${quoted(Object.keys(map))}`);
}

/** @param allowed the operator, and the other keys that are allowed with it */
function checkKeys(map: Mapping, [operator, ...allowed]: readonly string[], run: Run): void {
  const others = Object.keys(map).filter((key) => key !== operator && !allowed.includes(key));
  if (others.length === 0) return;
  throw run.error("structure", `${operator} allows only ${quoted(allowed)} with it, not ${quoted(others)}`);
}

export function wrongValue(operator: string, wanted: string, value: unknown, run: Run): TemplateError {
  return run.error("structure", `${operator} must be ${wanted}, not ${typeOf(value)}`);
}

function quoted(keys: readonly string[]): string {
  const names = keys.map((key) => JSON.stringify(key));
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
