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

export class NamedObjects<T extends NamedObject> {
  /** By namespace and name, and by the name alone. */
  private readonly byKey = new Map<string, T>();

  /** Of several objects with one name, the last counts, as when they are applied in turn. */
  constructor(objects: readonly T[], isManifest: boolean) {
    for (const object of objects) {
      const { name = "" } = object.metadata ?? {};
      this.byKey.set(name, object);
      this.byKey.set(objectKey(namespaceOf(object, isManifest), name), object);
    }
  }

  get(namespace: string, name: string): T | undefined {
    return this.byKey.get(objectKey(namespace, name));
  }

  /** Whether an object of the name may be in the namespace, because one of the two namespaces is not known. */
  mayHave(namespace: string, name: string): boolean {
    return this.byKey.has(namespace === "" ? name : objectKey("", name));
  }
}

/** Neither part of a valid key contains a slash. */
function objectKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
