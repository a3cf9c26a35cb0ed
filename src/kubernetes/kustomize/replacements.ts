/** `replacements`: values that are copied from one field to others. */

import { memberOf } from "../../text/own-keys.ts";
import { dereferenced, type Node, nodeAt } from "../../yaml/node.ts";
import type { Budget } from "./budget.ts";
import { placeNode } from "./origins.ts";
import type { Resource } from "./resource.ts";
import { findExactly, type Selectors } from "./selectors.ts";
import { KUSTOMIZE } from "./source-files.ts";
import { checkDepth, fileAt, itemsOf, listAt, mappingAt, membersOf, scalarAt, textOf, widthOf } from "./tree.ts";

/**
 * Applies one replacement. New values have the places of the old ones. Objects become unknown where it cannot be done.
 *
 * @throws LimitError
 */
export function applyReplacement(
  replacement: Node,
  resources: readonly Resource[],
  selectors: Selectors,
  budget: Budget,
): void {
  budget.spend(resources.length);
  const value = sourceValue(replacement, resources);
  for (const target of itemsOf(nodeAt(replacement, ["targets"]))) {
    const selects = selectors.ofReplacement(memberOf(target.value, "select"));
    const rejected = itemsOf(nodeAt(target, ["reject"])).map(({ value }) => selectors.ofReplacement(value));
    budget.spend(4 * resources.length * (1 + rejected.length));
    for (const resource of resources) {
      const selectedBy = [selects.matchesId(resource), selects.matchesMetadata(resource)];
      // The id, or the labels and annotations, are enough to reject an object.
      const rejectedBy = rejected.flatMap((rejects) => [
        rejects.hasId && rejects.matchesId(resource),
        rejects.hasMetadata && rejects.matchesMetadata(resource),
      ]);
      if (selectedBy.includes(false) || rejectedBy.includes(true)) continue;
      const isKnown = ![...selectedBy, ...rejectedBy].includes(undefined) && nodeAt(target, ["select"]) !== undefined;
      const changed = isKnown && value ? replaced(resource.document, target, value, budget) : undefined;
      if (changed === undefined) resource.isUnknown = true;
      else resource.document = changed;
    }
  }
}

/** The value that is copied; undefined if it is not known. */
function sourceValue(replacement: Node, resources: readonly Resource[]): Node | undefined {
  const given = nodeAt(replacement, ["sourceValue"]);
  if (given !== undefined) return given;
  const source = nodeAt(replacement, ["source"]);
  const found = findExactly(resources, source?.value);
  const fieldPath = textOf(source && nodeAt(source, ["fieldPath"])) ?? "metadata.name";
  if (source === undefined || found.length !== 1 || !found[0]!.isKnownAt(fieldPath)) return undefined;
  let node: Node = found[0]!.document;
  let file = fileAt(node, []);
  for (const step of stepsOf(fieldPath)) {
    const child = step === "*" ? undefined : childrenOf(node, step)[0]?.node;
    if (child === undefined) return undefined;
    node = child;
    file = fileAt(node, []) ?? file;
  }
  const { kind, value } = dereferenced(node);
  const { delimiter, index = 0 } = optionsOf(source);
  if (kind !== "scalar") return delimiter === undefined && Object.keys(value).length > 0 ? node : undefined;
  // kustomize copies the text: `1.10`, and not 1.1.
  if (typeof value !== "string" && file?.text.slice(node.start, node.end) !== `${value}`) return undefined;
  if (value === null || delimiter === undefined) return value === null ? undefined : node;
  const part = `${value}`.split(delimiter)[index];
  return part === undefined ? undefined : scalarAt(node, part);
}

interface Options {
  readonly delimiter?: string;
  readonly index?: number;
  readonly create?: boolean;
}

function optionsOf(node: Node): Options {
  const options = memberOf(node.value, "options");
  const [delimiter, index] = [memberOf(options, "delimiter"), memberOf(options, "index")];
  return {
    ...(typeof delimiter === "string" && delimiter !== "" && { delimiter }),
    ...(typeof index === "number" && { index }),
    create: memberOf(options, "create") === true,
  };
}

/** The object with the fields of a target replaced; undefined if one of them is not there. */
function replaced(document: Node, target: Node, value: Node, budget: Budget): Node | undefined {
  const options = { ...optionsOf(target), budget };
  const paths = itemsOf(nodeAt(target, ["fieldPaths"])).map((path) => stepsOf(`${path.value}`));
  return (paths.length === 0 ? [["metadata", "name"]] : paths).reduce<Node | undefined>((node, path) => {
    checkDepth(value, path.length);
    return node && replacedAt(node, path, value, options);
  }, document);
}

interface TargetOptions extends Options {
  readonly budget: Budget;
}

function replacedAt(
  node: Node,
  [step, ...rest]: readonly string[],
  value: Node,
  options: TargetOptions,
): Node | undefined {
  options.budget.spend(widthOf(node));
  if (step === undefined) return newValue(node, value, options);
  const children = childrenOf(node, step);
  if (children.length === 0) return options.create ? created(node, step, rest, value, options) : undefined;
  const { kind } = dereferenced(node);
  const [members, items] = [membersOf(node), [...itemsOf(node)]];
  for (const { key, node: child } of children) {
    const changed = replacedAt(child, rest, value, options);
    if (changed === undefined) return undefined;
    if (kind === "mapping") members.set(key as string, changed);
    else items[key as number] = changed;
  }
  return kind === "mapping" ? mappingAt(node, members) : listAt(node, items);
}

function created(
  node: Node,
  step: string,
  rest: readonly string[],
  value: Node,
  options: TargetOptions,
): Node | undefined {
  const { kind } = dereferenced(node);
  if (kind === "mapping") {
    if (ITEM.test(step) || /^[*-]$/.test(step)) return undefined;
    const changed = createdValue(emptyFor(node, rest), rest, value, options);
    return changed && mappingAt(node, membersOf(node).set(step, changed));
  }
  if (kind !== "sequence") return undefined;
  const items = itemsOf(node);
  const item = step === `${items.length}` ? emptyFor(node, rest) : itemFor(node, step);
  const changed = item && createdValue(item, rest, value, options);
  return changed && listAt(node, [...items, changed]);
}

/** A step to an item of a list: `0` or `[name=app]`. */
const ITEM = /^(?:\[.*|\d+)$/s;

/** What the rest of a path leads into. */
function emptyFor(at: Node, [next]: readonly string[]): Node {
  if (next === undefined) return scalarAt(at, "");
  return ITEM.test(next) ? listAt(at, []) : mappingAt(at, []);
}

/** The item that kustomize creates for `[name=app]`; undefined for a pattern. */
function itemFor(at: Node, step: string): Node | undefined {
  const { key, wanted } = conditionOf(step) ?? {};
  const text = wanted === undefined ? undefined : plainValue(at, wanted);
  if (key === undefined || text === undefined) return undefined;
  return key === "" ? text : mappingAt(at, [[key, text]]);
}

function createdValue(empty: Node, rest: readonly string[], value: Node, options: TargetOptions): Node | undefined {
  const changed = replacedAt(empty, rest, value, options);
  return rest.length === 0 && changed !== undefined ? plainValue(empty, `${changed.value}`) : changed;
}

function newValue(node: Node, value: Node, { budget, delimiter, index = 0 }: TargetOptions): Node | undefined {
  const [before, after] = [dereferenced(node), dereferenced(value)];
  // Texts cost more than nodes: each replacement can make one twice as long.
  budget.spend(value.size + (before.kind === "scalar" ? 4 * (before.size + value.size) : 0));
  if (delimiter === undefined && before.kind !== "scalar") return placeNode(value, node);
  if (before.kind !== "scalar" || after.kind !== "scalar") return undefined;
  const parts = delimiter === undefined ? [] : `${before.value}`.split(delimiter);
  if (index < 0) parts.unshift(`${after.value}`);
  else if (index >= parts.length) parts.push(`${after.value}`);
  else parts[index] = `${after.value}`;
  const text = parts.join(delimiter);
  if (typeof before.value === "string") return scalarAt(node, text);
  // kustomize refuses a value that does not have the field's type.
  const plain = plainValue(node, text);
  if (typeof before.value === "boolean") return typeof plain?.value === "boolean" ? plain : undefined;
  return Number.isInteger(before.value) && /^-?\d+$/.test(text) ? plain : undefined;
}

/** The value of a text without quotes; undefined for dates, which kustomize changes, and for infinity and NaN. */
function plainValue(at: Node, text: string): Node | undefined {
  if (/^(?:\d{4}-\d|[-+]?\.(?:inf|nan)$)/i.test(text)) return undefined;
  return scalarAt(at, text === "" ? "" : KUSTOMIZE.plain(text));
}

/** What a step of a field's path leads to: a member, an item by its number, `*`, or `[name=app]`. */
function childrenOf(node: Node, step: string): { readonly key: string | number; readonly node: Node }[] {
  const members = [...membersOf(node)].map(([key, member]) => ({ key, node: member }));
  const items = itemsOf(node).map((item, key) => ({ key, node: item }));
  if (step === "*") return items;
  const condition = conditionOf(step);
  if (condition !== undefined) {
    const { key, wanted } = condition;
    return items.filter(
      ({ node: item }) => `${key === "" ? item.value : (membersOf(item).get(key)?.value ?? "")}` === wanted,
    );
  }
  return /^\d+$/.test(step) ? items.filter(({ key }) => `${key}` === step) : members.filter(({ key }) => key === step);
}

/** The parts of `[name=app]`; `wanted` is undefined for a pattern. */
function conditionOf(step: string): { readonly key: string; readonly wanted: string | undefined } | undefined {
  const found = /^\[([^=]*)=(.*)\]$/s.exec(step);
  if (found === null) return undefined;
  const [, key = "", wanted = ""] = found;
  return { key, wanted: /[*+?|()[\]^$\\]/.test(wanted) ? undefined : wanted };
}

/** The steps of `spec.containers.[name=app].env.0`; dots in brackets or after a backslash do not separate. */
function stepsOf(path: string): string[] {
  const steps: string[][] = [];
  let isOpen = false;
  for (const part of path.split(/(?<!\\)\./)) {
    const text = part.replaceAll("\\.", ".");
    if (isOpen) steps.at(-1)!.push(text);
    else steps.push([text]);
    isOpen = (isOpen || text.startsWith("[")) && !text.endsWith("]");
  }
  return steps.flatMap((parts) => {
    const step = parts.join(".");
    // Brackets around several parts of a name are not part of it.
    const name = parts.length > 1 && !step.includes("=") ? /^[[\]]*((?:.*[^[\]])?)/s.exec(step)![1]! : step;
    return name.trim() === "" ? [] : [name];
  });
}
