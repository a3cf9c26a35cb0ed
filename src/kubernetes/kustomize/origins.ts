/** Places for what kustomize itself has rendered: those of the same object as we render it, or of the file that it names. */

import { memberOf } from "../../text/own-keys.ts";
import { dereferenced, type Node } from "../../yaml/node.ts";
import { idOf } from "./resource.ts";
import { fileAt, inFile, itemsOf, listAt, mappingAt, membersOf, type SourceFile, scalarAt } from "./tree.ts";

const ORIGIN = "config.kubernetes.io/origin";

/** What the annotation that `buildMetadata: [originAnnotations]` adds says: a path from the kustomization's folder. */
export function originOf(object: unknown): string | undefined {
  const origin = memberOf(memberOf(memberOf(object, "metadata"), "annotations"), ORIGIN);
  return typeof origin === "string" ? /^(?:path|configuredIn): (.+)$/m.exec(origin)?.[1] : undefined;
}

/** Whether two objects are the same one, apart from the hash that kustomize adds to the names of generated objects. */
export function isSameObject(rendered: unknown, ours: unknown): boolean {
  const [a, b] = [idOf(rendered), idOf(ours)];
  const isSameName = a.name === b.name || a.name.replace(/-[2456789bcdfghkmt]{10}$/, "") === b.name;
  return isSameName && a.kind === b.kind && a.namespace === b.namespace && a.group === b.group;
}

/** An object with the places of another one: of its members, and of the entries of its lists with the same name. */
export function placedAs(rendered: Node, ours: Node, file: SourceFile): Node {
  return inFile(placeNode(rendered, ours), fileAt(ours, []) ?? file);
}

/** A value with places from another one. */
export function placeNode(rendered: Node, at: Node): Node {
  const value = dereferenced(rendered);
  if (value.kind === "scalar") return value.value === at.value ? at : scalarAt(at, value.value);
  if (value.kind === "mapping") {
    const members = membersOf(at);
    return mappingAt(
      at,
      [...membersOf(value)].map(([key, node]) => [key, placeNode(node, members.get(key) ?? at)]),
    );
  }
  const items = itemsOf(at);
  const named = new Map(items.map((item) => [memberOf(item.value, "name"), item]));
  const placeOf = (item: Node, i: number) => {
    const name = memberOf(item.value, "name");
    return (name === undefined ? items[i] : named.get(name)) ?? at;
  };
  return listAt(
    at,
    value.items.map((item, i) => placeNode(item, placeOf(item, i))),
  );
}
