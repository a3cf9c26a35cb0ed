/** The transformers of a kustomization: what changes the objects that it lists and generates. */

import { memberOf } from "../../text/own-keys.ts";
import { dereferenced, type Node, nodeAt } from "../../yaml/node.ts";
import { addMetadata, rename, setNamespace } from "./accumulated.ts";
import { atPlace } from "./budget.ts";
import type { Level, Loader } from "./loader.ts";
import { applyPatch, isSupported } from "./patches.ts";
import { applyReplacement } from "./replacements.ts";
import type { Selectors } from "./selectors.ts";
import { inlineDocuments } from "./source-files.ts";
import { fileAt, itemsOf, textOf } from "./tree.ts";

/** Our own function, which changes nothing. */
const OWN_API = "varexpand.dev/v1";

/** The transformers of kustomize that change nothing a container sees. Pods can read labels and annotations. */
const HARMLESS = ["ImageTagTransformer", "ReplicaCountTransformer"];

/** Applies patches, names, metadata, replacements, and transformers, in the order of kustomize. */
export function runTransformers(level: Level, loader: Loader, selectors: Selectors): void {
  const { budget, content, into, source } = level;
  // A schema can name other keys to merge lists by.
  if (nodeAt(content, ["openapi"]) !== undefined) for (const resource of into.resources) resource.isUnknown = true;
  const each = (list: string, apply: (entry: Node) => void) => {
    for (const entry of itemsOf(nodeAt(content, [list]))) atPlace(source.file.path, entry.start, () => apply(entry));
  };
  each("patchesStrategicMerge", (patch) => {
    const isInline = textOf(patch)?.includes("\n") || textOf(patch)?.startsWith("{");
    const parsed = isInline ? inlineDocuments(source.file, patch) : loader.documentsOf(patch, level);
    applyPatch(into, parsed, undefined, undefined, selectors, budget);
  });
  each("patches", (patch) => applyEntry(patch, level, loader, selectors));
  const namespace = textOf(nodeAt(content, ["namespace"]));
  if (namespace !== undefined) setNamespace(into.resources, namespace, budget);
  rename(into.resources, nodeAt(content, ["namePrefix"])?.value, nodeAt(content, ["nameSuffix"])?.value, budget);
  into.index = undefined;
  addMetadata(into.resources, content, source.file, budget);
  each("patchesJson6902", (patch) => applyEntry(patch, level, loader, selectors));
  const isRetagged = ["images", "replicas"].some((name) => nodeAt(content, [name]) !== undefined);
  for (const resource of into.resources) resource.isRetagged ||= isRetagged;
  each("replacements", (replacement) => replace(replacement, level, loader, selectors));
  each("transformers", (transformer) => {
    const isInline = textOf(transformer)?.includes("\n");
    const parsed = isInline ? inlineDocuments(source.file, transformer) : loader.documentsOf(transformer, level);
    budget.spend(into.resources.length);
    const isHarmless = parsed?.documents.every(
      ({ value }) => memberOf(value, "apiVersion") === OWN_API || HARMLESS.includes(`${memberOf(value, "kind")}`),
    );
    for (const resource of into.resources) {
      if (isHarmless) resource.isRetagged = true;
      else resource.isUnknown = true;
    }
  });
}

function replace(replacement: Node, level: Level, loader: Loader, selectors: Selectors): void {
  const { budget, into } = level;
  const path = nodeAt(replacement, ["path"]);
  if (path === undefined || textOf(path) === undefined) {
    applyReplacement(replacement, into.resources, selectors, budget);
    return;
  }
  const parsed = loader.documentsOf(path, level);
  if (parsed === undefined) for (const resource of into.resources) resource.isUnknown = true;
  // kustomize ignores other documents.
  for (const document of parsed?.documents.slice(0, 1) ?? []) {
    const list = dereferenced(document).kind === "sequence" ? itemsOf(document) : [document];
    for (const each of list) applyReplacement(each, into.resources, selectors, budget);
  }
}

/** An entry of `patches` or `patchesJson6902`. */
function applyEntry(entry: Node, level: Level, loader: Loader, selectors: Selectors): void {
  const { budget, into, source } = level;
  const inline = nodeAt(entry, ["patch"]);
  const parsed = textOf(inline)
    ? inlineDocuments(fileAt(entry, ["patch"]) ?? source.file, inline!)
    : loader.documentsOf(nodeAt(entry, ["path"]), level);
  const text = textOf(inline)?.trim() ?? parsed?.file.text ?? "";
  const known = isSupported(text) ? parsed : undefined;
  applyPatch(into, known, nodeAt(entry, ["target"]), memberOf(entry.value, "options"), selectors, budget);
}
