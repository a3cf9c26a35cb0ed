/** The structural operators of documents: `$if`, `$concat`, `$forEach`, `$merge`. */

import type { Run } from "../context/run.ts";
import { hasOperator, Unresolved } from "../context/unresolved.ts";
import { isMap } from "../values.ts";
import { resolveItem, resolveValue } from "./document.ts";

type Mapping = Readonly<Record<string, unknown>>;

export function isUnresolved(value: unknown): value is Unresolved {
  return value instanceof Unresolved;
}

/** `{ $if, $then, $else }` */
export function resolveIf(map: Mapping, run: Run): unknown {
  const keys = Object.keys(map);
  if (!Object.hasOwn(map, "$then")) throw run.error("structure", `$if needs $then beside it (there is ${list(keys)})`);
  checkKeys(keys, ["$if", "$then", "$else"], run);
  run.enter(1);
  const test = resolveChild(map, "$if", run);
  if (isUnresolved(test)) {
    run.leave(1);
    return Unresolved.document(map, run);
  }
  if (typeof test !== "boolean") throw wrongValue("$if", "true or false", test, run);
  const branch = test ? "$then" : "$else";
  const value = Object.hasOwn(map, branch) ? resolveChild(map, branch, run) : undefined;
  run.leave(1);
  return value;
}

/** `{ $concat }` as an element of a list: the elements of its value take its place. */
export function resolveConcat(map: Mapping, items: unknown[], run: Run): void {
  const others = Object.keys(map).filter((key) => key !== "$concat");
  if (others.length > 0) throw run.error("structure", `$concat stands alone, but there is also ${list(others)}`);
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

/** The value of `$merge`, or undefined if it is not known yet which keys it has. */
export function mappingOf(value: unknown, run: Run): Mapping | undefined {
  if (isUnresolved(value)) {
    return value.rest.kind === "map" && !hasOperator(value.rest.entries) ? value.rest.entries : undefined;
  }
  if (!isMap(value)) throw run.error("structure", `$merge must be a map, not ${typeOf(value)}`);
  return value;
}

/** `{ $forEach, $filter, $return }` */
export function resolveForEach(map: Mapping, run: Run): unknown {
  const keys = Object.keys(map);
  checkKeys(keys, ["$forEach", "$filter", "$return"], run);
  if (!Object.hasOwn(map, "$return")) {
    throw run.error("structure", `$forEach needs $return beside it (there is ${list(keys)})`);
  }
  run.enter(1);
  const before = run.forgetSecrets();
  const collection = elementsOf(resolveChild(map, "$forEach", run), run);
  const isSecret = run.recallSecrets(before);
  run.countSteps(collection?.length ?? 0);
  const items: unknown[] = [];
  const outerLoop = run.loop;
  const outerLeavesItem = run.leavesItem;
  run.leavesItem = false;
  let isKnown = collection !== undefined;
  for (const [key, value] of collection ?? []) {
    run.loop = { item: { key, value }, isSecret };
    isKnown = resolveIteration(map, items, run);
    if (!isKnown) break;
  }
  run.loop = outerLoop;
  run.leavesItem = outerLeavesItem;
  run.leave(1);
  if (!isKnown) return Unresolved.document(map, run);
  return run.partial && items.some(isUnresolved) ? new Unresolved({ kind: "list", items }) : items;
}

/** Adds what one element gives; false if something is left of it that only has a meaning inside the loop. */
function resolveIteration(map: Mapping, items: unknown[], run: Run): boolean {
  if (Object.hasOwn(map, "$filter")) {
    const filter = resolveChild(map, "$filter", run);
    if (isUnresolved(filter)) return false;
    if (typeof filter !== "boolean") throw wrongValue("$filter", "true or false", filter, run);
    if (!filter) return true;
  }
  run.path.push("$return");
  resolveItem(map.$return, items, run);
  run.path.pop();
  return !run.leavesItem;
}

/** Keys and values of a list or a map; undefined if it is not known yet which there are. */
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

function resolveChild(map: Mapping, key: string, run: Run): unknown {
  run.path.push(key);
  const value = resolveValue(map[key], run);
  run.path.pop();
  return value;
}

function checkKeys(keys: readonly string[], allowed: readonly string[], run: Run): void {
  const others = keys.filter((key) => !allowed.includes(key));
  if (others.length > 0) {
    throw run.error("structure", `beside ${allowed[0]} only ${list(allowed.slice(1))} can stand, not ${list(others)}`);
  }
}

function wrongValue(operator: string, wanted: string, value: unknown, run: Run) {
  return run.error("structure", `${operator} must be ${wanted}, not ${typeOf(value)}`);
}

/** What a message calls a value: its type. */
function typeOf(value: unknown): string {
  if (value === undefined) return "undefined";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (isMap(value)) return "a map";
  return `a ${typeof value}`;
}

function list(keys: readonly string[]): string {
  const quoted = keys.map((key) => JSON.stringify(key));
  return quoted.length < 2 ? quoted.join() : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
}
