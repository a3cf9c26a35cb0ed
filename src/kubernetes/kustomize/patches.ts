/** The patches of a kustomization: what they select, and what becomes of it. */

import { memberOf } from "../../text/own-keys.ts";
import { tryOrUndefined } from "../../text/try-or-undefined.ts";
import { dereferenced, type Node, nodeAt } from "../../yaml/node.ts";
import type { Accumulated } from "./accumulated.ts";
import type { Budget } from "./budget.ts";
import { applyJsonPatch } from "./json-patch.ts";
import { isCertain, type Level, report } from "./loader.ts";
import { idOf, idText, isResource, isSameId, type ObjectId, type Resource, ResourceIndex } from "./resource.ts";
import type { Selectors } from "./selectors.ts";
import { isDefinition, type ParsedFile } from "./source-files.ts";
import { isKeyedKind, mergePatch, UnmergeableError } from "./strategic-merge.ts";
import { changedAt, itemsOf, type SourceFile } from "./tree.ts";

/** Whether kustomize reads an entry of `patches` or `patchesJson6902`: a list in brackets must be JSON. */
export function isReadable(text: string): boolean {
  return !text.startsWith("[") || isJson(text);
}

function isJson(text: string): boolean {
  return tryOrUndefined(() => JSON.parse(text), SyntaxError) !== undefined;
}

/**
 * Applies a patch to what a kustomization consists of.
 *
 * @param target the objects that an entry of `patches` or `patchesJson6902` selects; undefined for those with the patch's names
 * @param options what a strategic merge patch with a target can change: `allowNameChange`, `allowKindChange`
 * @param patch undefined for one that cannot be read, or that is not supported: what it may change becomes unknown
 * @param at where problems are reported
 * @throws LimitError
 */
export function applyPatch(
  level: Level,
  at: Node,
  patch: ParsedFile | undefined,
  target: Node | undefined,
  options: unknown,
  selectors: Selectors,
): void {
  const { budget, into } = level;
  const selects = target && selectors.ofPatch(target.value);
  const documents = patch?.documents.filter(({ value }) => value !== null) ?? [];
  const isJson = documents.some((document) => dereferenced(document).kind === "sequence");
  // kustomize refuses a JSON patch without a target. With a target, it refuses or ignores all patches but the first.
  const isRefused = target === undefined ? isJson : documents.length > 1;
  const isKnown = patch !== undefined && !isRefused && (target === undefined || selects !== undefined);
  const candidates = target === undefined && isKnown ? [] : candidatesFor(into, target, budget);
  budget.spend(2 * candidates.length);
  const selected = selects === undefined ? candidates : candidates.filter(selects);
  if (!isKnown) {
    for (const resource of selected) resource.isUnknown = true;
    if (isRefused && isJson) report(level, at, "refused", "must specify a target for JSON patch");
    else if (patch !== undefined)
      report(level, at, "unsupported", "the selector or the form of a patch is not supported");
    return;
  }
  const deleted = new Set<Resource>();
  for (const document of documents) {
    const named = target === undefined ? namedBy(document, at, level) : undefined;
    for (const resource of target !== undefined ? selected : named === undefined ? [] : [named]) {
      if (isDefinition(resource.document)) continue;
      try {
        if (isJson) patchJson(resource, document, patch.file, into, budget);
        else if (!mergeInto(resource, document, patch.file, into, options, budget)) deleted.add(resource);
      } catch (error) {
        if (!(error instanceof UnmergeableError)) throw error;
        const { refusal } = error;
        if (refusal === undefined) report(level, at, "unsupported", "what a patch does is not known");
        else if (!resource.isUnknown && !resource.isDoubtful && !resource.isOutline)
          report(level, at, "refused", refusal);
        resource.isUnknown = true;
      }
    }
  }
  if (deleted.size === 0) return;
  budget.spend(into.resources.length);
  into.resources = into.resources.filter((resource) => !deleted.has(resource));
  into.index = undefined;
}

/** The object that a strategic merge patch names. kustomize refuses a patch without an object, or with several. */
function namedBy({ value }: Node, at: Node, level: Level): Resource | undefined {
  const id = idOf(value);
  const found = indexOf(level.into, level.budget).withId(id);
  if (found.length === 1) return found[0];
  const text = idText(id);
  if (!isResource(value)) report(level, at, "refused", "unable to parse SM or JSON patch");
  else if (found.some(({ isUnknown }) => isUnknown)) for (const each of found) each.isUnknown = true;
  else if (found.length > 1) report(level, at, "refused", `multiple matches for Id ${text}`);
  else if (isCertain(level)) {
    report(level, at, "refused", `no resource matches strategic merge patch "${text}"`);
    doubtNamed(level, id);
  }
  return undefined;
}

/** Makes the objects doubtful that a step meant which did not find its object: they can have another namespace. */
export function doubtNamed({ budget, into }: Level, { kind, name }: ObjectId): void {
  for (const resource of indexOf(into, budget).named(name)) {
    budget.spend(1);
    if (resource.id.kind === kind) resource.isDoubtful = true;
  }
}

/** The objects that the name of a target can match: without a pattern, those that have or had the name. */
function candidatesFor(into: Accumulated, target: Node | undefined, budget: Budget): readonly Resource[] {
  const name = memberOf(target?.value, "name");
  return typeof name === "string" && /^[\w-]+$/.test(name) ? indexOf(into, budget).named(name) : into.resources;
}

/** The index of what a kustomization consists of. Made when it is first needed after a change of names. */
export function indexOf(into: Accumulated, budget: Budget): ResourceIndex {
  if (into.index === undefined) budget.spend(into.resources.length);
  into.index ??= new ResourceIndex(into.resources);
  return into.index;
}

function patchJson(resource: Resource, operations: Node, file: SourceFile, into: Accumulated, budget: Budget): void {
  const { id } = resource;
  resource.document = applyJsonPatch(resource.document, itemsOf(operations), file, budget);
  keepId(resource, id, into);
}

/** Keeps the id that an object had before a patch, if the patch changed it. */
function keepId(resource: Resource, before: ObjectId, into: Accumulated): void {
  if (isSameId(resource.id, before)) return;
  resource.previousIds = [...resource.previousIds, before];
  into.index = undefined;
}

/** Returns false if the patch deletes the object. What identifies the object stays, unless the options allow a change. */
function mergeInto(
  resource: Resource,
  patch: Node,
  file: SourceFile,
  into: Accumulated,
  options: unknown,
  budget: Budget,
): boolean {
  const { document, id } = resource;
  budget.spend(document.size + patch.size);
  const isKeyed = isKeyedKind(memberOf(document.value, "apiVersion"), memberOf(document.value, "kind"));
  const merged = mergePatch(document, patch, isKeyed, file);
  if (merged === undefined) return false;
  const kept = [["apiVersion"], ["metadata", "namespace"]];
  if (memberOf(options, "allowKindChange") !== true) kept.push(["kind"]);
  if (memberOf(options, "allowNameChange") !== true) kept.push(["metadata", "name"]);
  resource.document = kept.reduce((result, path) => {
    const node = nodeAt(document, path);
    return nodeAt(result, path) === node ? result : changedAt(result, path, () => node)!;
  }, merged);
  keepId(resource, id, into);
  return true;
}
