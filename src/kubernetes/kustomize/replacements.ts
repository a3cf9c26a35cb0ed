/** `replacements`: values that are copied from one field to others. */

import { memberOf } from "../../text/own-keys.ts";
import { dereferenced, type Node, nodeAt } from "../../yaml/node.ts";
import type { Budget } from "./budget.ts";
import { childrenOf, conditionOf, exactly, isItem, isPattern, stepsOf } from "./field-path.ts";
import { isCertain, type Level, report } from "./loader.ts";
import { placeNode } from "./origins.ts";
import { idText, textOfScalar } from "./resource.ts";
import { findExactly, type Selectors } from "./selectors.ts";
import { isDefinition, KUSTOMIZE } from "./source-files.ts";
import { UnmergeableError } from "./strategic-merge.ts";
import { checkDepth, fileAt, itemsOf, listAt, mappingAt, membersOf, scalarAt, textOf, widthOf } from "./tree.ts";

/**
 * Applies one replacement. New values have the places of the old ones. Objects become unknown where it cannot be done.
 *
 * @param at where problems are reported
 * @throws LimitError
 */
export function applyReplacement(level: Level, at: Node, replacement: Node, selectors: Selectors): void {
  const { budget, into } = level;
  const { resources } = into;
  budget.spend(resources.length);
  const attempt = <T>(step: () => T, isCertain = true): T | undefined => {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof UnmergeableError)) throw error;
      const { refusal } = error;
      if (refusal === undefined) report(level, at, "unsupported", "what a replacement does is not known");
      else if (isCertain) report(level, at, "refused", refusal);
      return undefined;
    }
  };
  const value = attempt(() => sourceValue(replacement, level));
  for (const target of itemsOf(nodeAt(replacement, ["targets"]))) {
    if (nodeAt(target, ["select"]) === undefined) {
      report(level, at, "refused", "target must specify resources to select");
    }
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
      if (!isKnown) report(level, at, "unsupported", "the selector of a replacement is not supported");
      const change = () => replaced(resource.document, target, value!, selectors, budget);
      // Patches of definitions are not evaluated.
      const { document, isDoubtful, isOutline, isUnknown } = resource;
      const isWhole = !isUnknown && !isDoubtful && !isOutline && !isDefinition(document);
      const changed = isKnown && value ? attempt(change, isWhole) : undefined;
      if (changed === undefined) resource.isUnknown = true;
      else resource.document = changed;
    }
  }
}

/**
 * The value that is copied.
 *
 * @throws UnmergeableError if it is not known
 */
function sourceValue(replacement: Node, level: Level): Node {
  const [given, source] = [nodeAt(replacement, ["sourceValue"]), nodeAt(replacement, ["source"])];
  if ((given ?? source) === undefined || nodeAt(replacement, ["targets"]) === undefined) {
    throw new UnmergeableError("replacements must specify a source and at least one target");
  }
  if (given !== undefined) return given;
  const found = findExactly(level.into.resources, source!.value);
  const fieldPath = textOf(nodeAt(source!, ["fieldPath"])) ?? "metadata.name";
  const selector = () => `${selectorText(source!.value)}:${fieldPath}`;
  if (found.some(({ isUnknown }) => isUnknown)) throw new UnmergeableError();
  if (found.length > 1) throw new UnmergeableError(`multiple matches for selector ${selector()}`);
  const [resource] = found;
  if (resource === undefined) {
    throw new UnmergeableError(isCertain(level) ? `nothing selected by ${selector()}` : undefined);
  }
  if (!resource.isKnownAt(fieldPath)) throw new UnmergeableError();
  // Patches of definitions are not evaluated.
  const isWhole = !resource.isDoubtful && !isDefinition(resource.document);
  const missing = () =>
    new UnmergeableError(isWhole ? `fieldPath \`${fieldPath}\` is missing for replacement source` : undefined);
  let node: Node = resource.document;
  let file = fileAt(node, []);
  for (const step of stepsOf(fieldPath)) {
    if (step === "*" || isPattern(step)) throw new UnmergeableError();
    const child = childrenOf(node, step, exactly)[0]?.node;
    if (child === undefined) throw dereferenced(node).kind === "mapping" ? missing() : new UnmergeableError();
    node = child;
    file = fileAt(node, []) ?? file;
  }
  const { kind, value } = dereferenced(node);
  const { delimiter, index = 0 } = optionsOf(source!);
  if (kind !== "scalar") {
    if (delimiter !== undefined) throw new UnmergeableError("delimiter option can only be used with scalar nodes");
    if (Object.keys(value).length === 0) throw missing();
    return node;
  }
  if (value === null) throw missing();
  // kustomize copies the text: `1.10`, and not 1.1.
  if (typeof value !== "string" && file?.text.slice(node.start, node.end) !== `${value}`) throw new UnmergeableError();
  if (delimiter === undefined) return node;
  const part = `${value}`.split(delimiter)[index];
  if (part === undefined) throw new UnmergeableError(`options.index ${index} is out of bounds`);
  return scalarAt(node, part);
}

/** What a selector specifies, in the words of kustomize: `ConfigMap.[noVer].[noGrp]/settings.[noNs]`. */
function selectorText(selector: unknown): string {
  const member = (name: string) => textOfScalar(memberOf(selector, name));
  const [group, version, kind] = ["group", "version", "kind"].map(member) as [string, string, string];
  return idText({ group, version, kind, name: member("name"), namespace: member("namespace") });
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

/**
 * The object with the fields of a target replaced.
 *
 * @throws UnmergeableError
 */
function replaced(document: Node, target: Node, value: Node, selectors: Selectors, budget: Budget): Node {
  const options = optionsOf(target);
  const paths = itemsOf(nodeAt(target, ["fieldPaths"])).map((path) => `${path.value}`);
  return (paths.length === 0 ? ["metadata.name"] : paths).reduce((node, fieldPath) => {
    const path = stepsOf(fieldPath);
    checkDepth(value, path.length);
    const create = options.create ? "or create " : "";
    const missing = `unable to find ${create}field "${fieldPath}" in replacement target`;
    const field = { ...options, budget, selectors, missing, count: 0 };
    const changed = replacedAt(node, path, value, field);
    if (field.count === 0) throw new UnmergeableError(missing);
    return changed;
  }, document);
}

interface TargetField extends Options {
  readonly budget: Budget;
  readonly selectors: Selectors;
  /** What kustomize says if it does not exist. */
  readonly missing: string;
  /** How many fields have been replaced. */
  count: number;
}

function replacedAt(node: Node, [step, ...rest]: readonly string[], value: Node, field: TargetField): Node {
  field.budget.spend(widthOf(node));
  if (step === undefined) {
    field.count++;
    return newValue(node, value, field);
  }
  const { kind } = dereferenced(node);
  const isOfList = step === "*" || isItem(step);
  // kustomize parses the text of a scalar.
  if (kind === "scalar") throw new UnmergeableError();
  if (isOfList !== (kind === "sequence")) throw new UnmergeableError(field.missing);
  const children = childrenOf(node, step, (wanted) => field.selectors.within(wanted));
  if (children.length === 0) {
    if (!field.create && /^\d+$/.test(step)) throw new UnmergeableError(field.missing);
    return field.create ? created(node, step, rest, value, field) : node;
  }
  const [members, items] = [membersOf(node), [...itemsOf(node)]];
  for (const { key, node: child } of children) {
    const changed = replacedAt(child, rest, value, field);
    if (kind === "mapping") members.set(key as string, changed);
    else items[key as number] = changed;
  }
  return kind === "mapping" ? mappingAt(node, members) : listAt(node, items);
}

function created(node: Node, step: string, rest: readonly string[], value: Node, field: TargetField): Node {
  if (dereferenced(node).kind === "mapping") {
    if (step === "-") throw new UnmergeableError();
    return mappingAt(node, membersOf(node).set(step, createdValue(emptyFor(node, rest), rest, value, field)));
  }
  const items = itemsOf(node);
  const item = step === `${items.length}` ? emptyFor(node, rest) : itemFor(node, step);
  if (item === undefined) throw new UnmergeableError(/^\d+$/.test(step) ? field.missing : undefined);
  return listAt(node, [...items, createdValue(item, rest, value, field)]);
}

/** What the rest of a path leads into. */
function emptyFor(at: Node, [next]: readonly string[]): Node {
  if (next === undefined) return scalarAt(at, "");
  return isItem(next) ? listAt(at, []) : mappingAt(at, []);
}

/** The item that kustomize creates for `[name=app]`; undefined for a pattern. */
function itemFor(at: Node, step: string): Node | undefined {
  const { key, wanted } = conditionOf(step) ?? {};
  const text = wanted === undefined || isPattern(step) ? undefined : plainValue(at, wanted);
  if (key === undefined || text === undefined) return undefined;
  return key === "" ? text : mappingAt(at, [[key, text]]);
}

function createdValue(empty: Node, rest: readonly string[], value: Node, field: TargetField): Node {
  const changed = replacedAt(empty, rest, value, field);
  if (rest.length > 0) return changed;
  const plain = plainValue(empty, `${changed.value}`);
  if (plain === undefined) throw new UnmergeableError();
  return plain;
}

/** @throws UnmergeableError */
function newValue(node: Node, value: Node, { budget, delimiter, index = 0 }: TargetField): Node {
  const [before, after] = [dereferenced(node), dereferenced(value)];
  // Texts cost more than nodes: each replacement can make one twice as long.
  budget.spend(value.size + (before.kind === "scalar" ? 4 * (before.size + value.size) : 0));
  if (delimiter === undefined && before.kind !== "scalar") return placeNode(value, node);
  if (before.kind !== "scalar") throw new UnmergeableError("delimiter option can only be used with scalar nodes");
  if (after.kind !== "scalar") throw new UnmergeableError();
  const parts = delimiter === undefined ? [] : `${before.value}`.split(delimiter);
  if (index < 0) parts.unshift(`${after.value}`);
  else if (index >= parts.length) parts.push(`${after.value}`);
  else parts[index] = `${after.value}`;
  const text = parts.join(delimiter);
  if (typeof before.value === "string") return scalarAt(node, text);
  // kustomize refuses a value that does not have the field's type.
  const plain = plainValue(node, text);
  const isOfType =
    typeof before.value === "boolean"
      ? typeof plain?.value === "boolean"
      : Number.isInteger(before.value) && /^-?\d+$/.test(text);
  if (plain === undefined || !isOfType) throw new UnmergeableError();
  return plain;
}

/** The value of a text without quotes; undefined for dates, which kustomize changes, and for infinity and NaN. */
function plainValue(at: Node, text: string): Node | undefined {
  if (/^(?:\d{4}-\d|[-+]?\.(?:inf|nan)$)/i.test(text)) return undefined;
  return scalarAt(at, text === "" ? "" : KUSTOMIZE.plain(text));
}
