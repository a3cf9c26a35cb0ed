/** Objects of one kind, by namespace and name. */

import type { ObjectMeta } from "../objects.ts";

interface NamedObject {
  readonly metadata?: ObjectMeta;
}

/** The namespace of an object. One that is not written is `default` for a kubelet, and not known ("") in a manifest. */
export function namespaceOf({ metadata }: NamedObject, isManifest: boolean): string {
  return metadata?.namespace || (isManifest ? "" : "default");
}

/** The namespace and name for messages; the name alone if the namespace is not known. */
export function qualifiedName(namespace: string, name: string): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/** So many objects are compared one by one, which takes less time than to index them. */
const FEW = 8;

export class NamedObjects<T extends NamedObject> {
  private readonly objects: readonly T[];
  private readonly isManifest: boolean;
  private index: { readonly byKey: ReadonlyMap<string, T>; readonly names: ReadonlySet<string> } | undefined;

  /** Of several objects with one name, the last counts, as when they are applied in turn. */
  constructor(objects: readonly T[], isManifest: boolean) {
    this.objects = objects;
    this.isManifest = isManifest;
  }

  get(namespace: string, name: string): T | undefined {
    const { objects } = this;
    if (objects.length > FEW) return this.indexed.byKey.get(objectKey(namespace, name));
    for (let i = objects.length - 1; i >= 0; i--) {
      const object = objects[i]!;
      if (nameOf(object) === name && namespaceOf(object, this.isManifest) === namespace) return object;
    }
    return undefined;
  }

  /** Whether an object of the name may be in the namespace, because one of the two namespaces is not known. */
  mayHave(namespace: string, name: string): boolean {
    const { objects } = this;
    if (objects.length > FEW) {
      return namespace === "" ? this.indexed.names.has(name) : this.indexed.byKey.has(objectKey("", name));
    }
    for (const object of objects) {
      if (nameOf(object) === name && (namespace === "" || namespaceOf(object, this.isManifest) === "")) return true;
    }
    return false;
  }

  private get indexed() {
    if (this.index !== undefined) return this.index;
    const byKey = new Map<string, T>();
    const names = new Set<string>();
    for (const object of this.objects) {
      byKey.set(objectKey(namespaceOf(object, this.isManifest), nameOf(object)), object);
      names.add(nameOf(object));
    }
    this.index = { byKey, names };
    return this.index;
  }
}

function nameOf({ metadata }: NamedObject): string {
  return metadata?.name ?? "";
}

/** Neither part of a valid key contains a slash. */
function objectKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
