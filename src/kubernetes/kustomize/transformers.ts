/** The transformers of a kustomization: what changes the objects that it lists and generates. */

import { memberOf } from "../../text/own-keys.ts";
import { dereferenced, type Node, nodeAt } from "../../yaml/node.ts";
import { CONFIGURED_FIELDS, rename, setNamespace } from "./accumulated.ts";
import { atPlace } from "./budget.ts";
import { setImage, setReplicas } from "./images.ts";
import { type Level, type Loader, report } from "./loader.ts";
import { addMetadata } from "./metadata.ts";
import { applyPatch, isReadable } from "./patches.ts";
import { fieldsIn } from "./references.ts";
import { applyReplacement } from "./replacements.ts";
import { idText } from "./resource.ts";
import type { Selectors } from "./selectors.ts";
import { inlineDocuments } from "./source-files.ts";
import { fileAt, itemsOf, type TextNode, textOf } from "./tree.ts";

/** Our own function, which changes nothing. */
const OWN_API = "varexpand.dev/v1";

/** The transformers of kustomize that change nothing a container sees. Pods can read labels and annotations. */
const HARMLESS = ["ImageTagTransformer", "ReplicaCountTransformer"];

/** What kustomize says of a patch. */
const READ_PATCH = "failed to get the patch file";
const UNREADABLE = "unable to parse SM or JSON patch";

/** The name of a file, as in kustomize 4 and before. */
const NOT_A_PATCH =
  "invalid Kustomization: json: cannot unmarshal string into Go struct field Kustomization.patches of type types.Patch";

/** Applies patches, names, metadata, replacements, and transformers, in the order of kustomize. */
export function runTransformers(level: Level, loader: Loader, selectors: Selectors): void {
  const { budget, content, into, source } = level;
  // A schema can name other keys to merge lists by.
  const schema = nodeAt(content, ["openapi"]);
  if (schema !== undefined) leaveUnknown(level, schema, "openapi is not supported");
  const each = (list: string, apply: (entry: Node) => void) => {
    for (const entry of itemsOf(nodeAt(content, [list]))) atPlace(source.file.path, entry.start, () => apply(entry));
  };
  for (const list of ["patches", "patchesJson6902"]) {
    const text = itemsOf(nodeAt(content, [list])).find((entry) => textOf(entry) !== undefined);
    if (text !== undefined) report(level, text, "refused", NOT_A_PATCH);
  }
  each("patchesStrategicMerge", (patch) => {
    const isInline = textOf(patch)?.includes("\n") || textOf(patch)?.startsWith("{");
    const parsed = isInline ? inlineDocuments(source.file, patch) : loader.requiredFrom(patch, level, READ_PATCH);
    if (isInline && parsed === undefined) report(level, patch, "refused", UNREADABLE);
    applyPatch(level, patch, parsed, undefined, undefined, selectors);
  });
  each("patches", (patch) => applyEntry(patch, level, loader, selectors));
  const namespace = nodeAt(content, ["namespace"]);
  const name = textOf(namespace);
  const conflict = name === undefined ? undefined : setNamespace(into, name, budget);
  if (conflict !== undefined) {
    report(level, namespace!, "refused", `namespace transformation produces ID conflict: ${idText(conflict)}`);
  }
  rename(into.resources, nodeAt(content, ["namePrefix"])?.value, nodeAt(content, ["nameSuffix"])?.value, budget);
  into.index = undefined;
  addMetadata(into.resources, content, source.file, budget);
  each("patchesJson6902", (patch) => applyEntry(patch, level, loader, selectors));
  each("replicas", (replica) => setReplicas(level, replica));
  each("images", (image) => setImage(level, image, selectors));
  each("replacements", (replacement) => replace(replacement, level, loader, selectors));
  each("transformers", (transformer) => {
    const isInline = textOf(transformer)?.includes("\n");
    const parsed = isInline ? inlineDocuments(source.file, transformer) : loader.documentsOf(transformer, level);
    budget.spend(into.resources.length);
    const isHarmless = parsed?.documents.every(
      ({ value }) => memberOf(value, "apiVersion") === OWN_API || HARMLESS.includes(`${memberOf(value, "kind")}`),
    );
    if (isHarmless) for (const resource of into.resources) resource.hasUnknownImages = true;
    else leaveUnknown(level, transformer, "transformers are not supported");
  });
}

/** Makes all objects unknown, because a part of the kustomization that is not supported can change them. */
function leaveUnknown(level: Level, at: Node, message: string): void {
  for (const resource of level.into.resources) resource.isUnknown = true;
  report(level, at, "unsupported", message);
}

function replace(replacement: Node, level: Level, loader: Loader, selectors: Selectors): void {
  const { into } = level;
  const path = nodeAt(replacement, ["path"]);
  if (path === undefined || textOf(path) === undefined) {
    applyReplacement(level, replacement, replacement, selectors);
    return;
  }
  const parsed = loader.requiredFrom(path, level, "loading the replacements");
  if (parsed === undefined) for (const resource of into.resources) resource.isUnknown = true;
  // kustomize ignores other documents.
  for (const document of parsed?.documents.slice(0, 1) ?? []) {
    const list = dereferenced(document).kind === "sequence" ? itemsOf(document) : [document];
    for (const each of list) applyReplacement(level, replacement, each, selectors);
  }
}

/** An entry of `patches` or `patchesJson6902`. */
function applyEntry(entry: Node, level: Level, loader: Loader, selectors: Selectors): void {
  // That is reported once.
  if (textOf(entry) !== undefined) {
    applyPatch(level, entry, undefined, undefined, undefined, selectors);
    return;
  }
  const [inline, path] = [nodeAt(entry, ["patch"]), nodeAt(entry, ["path"])];
  const isInline = textOf(inline) !== undefined;
  if (isInline === (textOf(path) !== undefined)) {
    const problem = isInline ? "patch and path can't be set at the same time" : "must specify one of patch and path";
    report(level, entry, "refused", problem);
  }
  const parsed = isInline
    ? inlineDocuments(fileAt(entry, ["patch"]) ?? level.source.file, inline!)
    : loader.requiredFrom(path, level, READ_PATCH);
  const isKnown = isReadable(textOf(inline)?.trim() ?? parsed?.file.text ?? "");
  if (!isKnown || (isInline && parsed === undefined)) report(level, entry, "refused", UNREADABLE);
  const [target, options] = [nodeAt(entry, ["target"]), memberOf(entry.value, "options")];
  applyPatch(level, entry, isKnown ? parsed : undefined, target, options, selectors);
}

/** Adds the fields that a file of `configurations` lists. */
export function addConfiguration(node: TextNode, level: Level, loader: Loader): void {
  const { budget, into } = level;
  const parsed = loader.requiredFrom(node, level, "loading the configuration");
  // It can name any field in which variables are replaced.
  if (parsed === undefined) for (const resource of into.resources) resource.isUnknown = true;
  for (const { size, value } of parsed?.documents ?? []) {
    budget.spend(size);
    for (const member of CONFIGURED_FIELDS) into.fields[member].push(...fieldsIn(memberOf(value, member)));
    const references = memberOf(value, "nameReference");
    for (const reference of Array.isArray(references) ? references : []) {
      const fields = fieldsIn(memberOf(reference, "fieldSpecs"));
      into.references.push({ kind: `${memberOf(reference, "kind")}`, fields });
    }
  }
}
