/** `images` and `replicas` of a kustomization. */

import { dereferenced, type Node, nodeAt } from "../../yaml/node.ts";
import type { Budget } from "./budget.ts";
import { type Level, report } from "./loader.ts";
import type { Selectors } from "./selectors.ts";
import {
  changedAt,
  changedEverywhere,
  inFile,
  listAt,
  mappingAt,
  membersOf,
  scalarAt,
  textOf,
  widthOf,
} from "./tree.ts";

const CONTAINERS = ["containers", "initContainers"];
/** The fields that kustomize also changes: a suffix is added to their tags twice. */
const FIELDS = ["spec", "spec/template/spec"].flatMap((spec) =>
  [...CONTAINERS.map((list) => `${list}/image`), "volumes/image/reference"].map((path) => `${spec}/${path}`.split("/")),
);
/** The kinds whose replicas kustomize sets, in the order of its message. */
const SCALED = ["Deployment", "StatefulSet", "ReplicaSet", "ReplicationController"];

/** The members of an entry of `images`, which are strings. */
const IMAGE_MEMBERS = ["name", "newName", "newTag", "digest", "tagSuffix"] as const;
type Image = Partial<Record<(typeof IMAGE_MEMBERS)[number], string>>;

/**
 * Applies an entry of `images`: to the containers of every object, and to the fields that `configurations` name.
 *
 * @throws LimitError
 */
export function setImage(level: Level, entry: Node, selectors: Selectors): void {
  const { budget, into } = level;
  for (const member of IMAGE_MEMBERS) {
    const { value } = nodeAt(entry, [member]) ?? {};
    if (typeof value !== "number" && typeof value !== "boolean") continue;
    const problem = `cannot unmarshal ${typeof value} into Go struct field Image.images.${member} of type string`;
    report(level, entry, "refused", `invalid Kustomization: json: ${problem.replace("boolean", "bool")}`);
  }
  const image: Image = Object.fromEntries(IMAGE_MEMBERS.map((member) => [member, textOf(nodeAt(entry, [member]))]));
  const isMatch = selectors.ofImage(image.name ?? "");
  const change = (node: Node): Node => {
    const value = textOf(node);
    if (value === undefined || isMatch?.(value) !== true) return node;
    const changed = changedImage(value, image);
    return changed === value ? node : scalarAt(node, changed);
  };
  for (const resource of into.resources) {
    const { kind } = resource.id;
    if (kind === "CustomResourceDefinition") continue;
    const paths = into.fields.images.flatMap((field) =>
      field.kind === undefined || field.kind === kind ? [field.path] : [],
    );
    if (isMatch === undefined) resource.isUnknown ||= paths.length > 0;
    resource.hasUnknownImages ||= isMatch === undefined;
    resource.document = inContainers(resource.document, budget, change);
    for (const path of [...FIELDS, ...paths]) {
      resource.document = changedEverywhere(resource.document, path, budget, change);
    }
  }
}

/** Changes the images in all lists of containers. */
function inContainers(node: Node, budget: Budget, change: (image: Node) => Node): Node {
  budget.spend(widthOf(node));
  const value = dereferenced(node);
  if (value.kind === "sequence") {
    const items = value.items.map((item) => inContainers(item, budget, change));
    return items.every((item, i) => item === value.items[i]) ? node : listAt(node, items);
  }
  if (value.kind !== "mapping") return node;
  const members = membersOf(value);
  let isSame = true;
  for (const [key, member] of members) {
    const inner = inContainers(member, budget, change);
    const isList = CONTAINERS.includes(key) && dereferenced(inner).kind === "sequence";
    const changed = isList ? changedEverywhere(inner, ["image"], budget, change) : inner;
    isSame &&= changed === member;
    members.set(key, changed);
  }
  return isSame ? node : mappingAt(node, members);
}

/** A new tag or digest replaces both of the former ones. */
function changedImage(value: string, { digest, newName, newTag, tagSuffix }: Image): string {
  const slash = Math.max(value.indexOf("/"), 0);
  const at = value.indexOf("@", slash);
  const end = at === -1 ? value.length : at;
  const colon = value.slice(0, end).indexOf(":", slash);
  const tag = colon === -1 ? "" : value.slice(colon + 1, end);
  const name = newName ?? value.slice(0, colon === -1 ? end : colon);
  const isReplaced = newTag !== undefined || digest !== undefined;
  const tagNow = isReplaced ? (newTag ?? "") : tag + (tagSuffix ?? "");
  const digestNow = isReplaced ? (digest ?? "") : tagSuffix === undefined ? value.slice(end + 1) : "";
  return `${name}${tagNow && `:${tagNow}`}${digestNow && `@${digestNow}`}`;
}

/** Applies an entry of `replicas`. */
export function setReplicas(level: Level, entry: Node): void {
  const { budget, into, source } = level;
  const [name, count] = [textOf(nodeAt(entry, ["name"])), nodeAt(entry, ["count"])];
  if (name === undefined || typeof count?.value !== "number") return;
  let isFound = !into.isComplete;
  for (const resource of into.resources) {
    budget.spend(resource.ids.length);
    const isMatch = resource.ids.some((id) => id.name === name && SCALED.includes(id.kind));
    isFound ||= isMatch || resource.isUnknown;
    if (!isMatch) continue;
    resource.document = changedAt(resource.document, ["spec", "replicas"], () => inFile(count, source.file))!;
  }
  if (isFound) return;
  const kinds = SCALED.map((kind) => `${kind}.[noVer].[noGrp]`).join(" ");
  report(
    level,
    entry,
    "refused",
    `resource with name ${name} does not match a config with the following GVK [${kinds}]`,
  );
}
