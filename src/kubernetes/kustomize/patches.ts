/** The patches of a kustomization: what they select, and what becomes of it. */

import { ifPossible } from "../../text/if-possible.ts";
import { memberOf } from "../../text/own-keys.ts";
import { dereferenced, type Node, nodeAt } from "../../yaml/node.ts";
import { applyJsonPatch } from "./json-patch.ts";
import { idOf, isSameId, type Resource, ResourceIndex, targetSelector } from "./resource.ts";
import { isDefinition, type ParsedFile } from "./source-files.ts";
import { isKeyedKind, mergePatch, UnmergeableError } from "./strategic-merge.ts";
import { changedAt, itemsOf, type SourceFile } from "./tree.ts";

/** Whether the effect of an entry of `patches` or `patchesJson6902` with this text is known. */
export function isSupported(entry: Node, text: string): boolean {
  const options = memberOf(entry.value, "options");
  const isRenaming = ["allowNameChange", "allowKindChange"].some((name) => memberOf(options, name) === true);
  // kustomize reads a list in brackets as JSON.
  return !isRenaming && (!text.startsWith("[") || isJson(text));
}

function isJson(text: string): boolean {
  return ifPossible(() => JSON.parse(text), SyntaxError) !== undefined;
}

/**
 * Applies a patch.
 *
 * @param patch undefined for one that cannot be read, or that is not supported: what it may change becomes unknown
 * @returns the objects that are left
 */
export function patched(resources: Resource[], patch: ParsedFile | undefined, target: Node | undefined): Resource[] {
  const selects = target && targetSelector(target.value);
  const selected = selects === undefined ? resources : resources.filter(selects);
  const documents = patch?.documents.filter(({ value }) => value !== null) ?? [];
  const isJson = documents.some((document) => dereferenced(document).kind === "sequence");
  // kustomize refuses a JSON patch without a target. With a target, it refuses or ignores all patches but the first.
  const isRefused = target === undefined ? isJson : documents.length > 1;
  if (patch === undefined || isRefused || (target !== undefined && selects === undefined)) {
    for (const resource of selected) resource.isUnknown = true;
    return resources;
  }
  const deleted = new Set<Resource>();
  const index = target === undefined ? new ResourceIndex(resources) : undefined;
  for (const document of documents) {
    const named = index?.only(idOf(document.value));
    for (const resource of index === undefined ? selected : named === undefined ? [] : [named]) {
      if (isDefinition(resource.document)) continue;
      try {
        if (isJson) patchJson(resource, document, patch.file);
        else if (!mergeInto(resource, document, patch.file)) deleted.add(resource);
      } catch (error) {
        if (!(error instanceof UnmergeableError)) throw error;
        resource.isUnknown = true;
      }
    }
  }
  return deleted.size === 0 ? resources : resources.filter((resource) => !deleted.has(resource));
}

function patchJson(resource: Resource, operations: Node, file: SourceFile): void {
  const { id } = resource;
  resource.document = applyJsonPatch(resource.document, itemsOf(operations), file);
  if (!isSameId(resource.id, id)) resource.previousIds = [...resource.previousIds, id];
}

/** Returns false if the patch deletes the object. What identifies the object stays. */
function mergeInto(resource: Resource, patch: Node, file: SourceFile): boolean {
  const { document } = resource;
  const isKeyed = isKeyedKind(memberOf(document.value, "apiVersion"), memberOf(document.value, "kind"));
  const merged = mergePatch(document, patch, isKeyed, file);
  if (merged === undefined) return false;
  const kept = [["kind"], ["apiVersion"], ["metadata", "name"], ["metadata", "namespace"]];
  resource.document = kept.reduce((result, path) => {
    const node = nodeAt(document, path);
    return nodeAt(result, path) === node ? result : changedAt(result, path, () => node)!;
  }, merged);
  return true;
}
