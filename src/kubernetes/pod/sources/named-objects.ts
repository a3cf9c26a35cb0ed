/** Finds objects of one kind by namespace and name. */

import type { ObjectMeta } from "../objects.ts";

interface NamedObject {
  readonly metadata?: ObjectMeta;
}

/** The namespace of an object. A missing one is `default` for a kubelet, and unknown ("") in a manifest. */
export function namespaceOf({ metadata }: NamedObject, isManifest: boolean): string {
  return metadata?.namespace || (isManifest ? "" : "default");
}

/** The namespace and name, for messages; only the name if the namespace is unknown. */
export function qualifiedName(namespace: string, name: string): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

export class NamedObjects<T extends NamedObject> {
  private readonly names = new Set<string>();
  private readonly byNamespace = new Map<string, Map<string, T>>();

  /** The last of several objects with one name counts, as if they were applied one after another. */
  constructor(objects: readonly T[], isManifest: boolean) {
    for (const object of objects) {
      const { name = "" } = object.metadata ?? {};
      const namespace = namespaceOf(object, isManifest);
      this.names.add(name);
      const inNamespace = this.byNamespace.get(namespace);
      if (inNamespace === undefined) this.byNamespace.set(namespace, new Map([[name, object]]));
      else inNamespace.set(name, object);
    }
  }

  get(namespace: string, name: string): T | undefined {
    return this.byNamespace.get(namespace)?.get(name);
  }

  /** The names of the objects in a namespace. */
  namesIn(namespace: string): Iterable<string> {
    return this.byNamespace.get(namespace)?.keys() ?? [];
  }

  /** The objects with a name, by their namespaces. */
  named(name: string): Map<string, T> {
    const found = [...this.byNamespace].flatMap(([namespace, objects]): [string, T][] => {
      const object = objects.get(name);
      return object === undefined ? [] : [[namespace, object]];
    });
    return new Map(found);
  }

  /** Whether an object with this name can be in the namespace, because its namespace or the pod's is unknown. */
  mayHave(namespace: string, name: string): boolean {
    return namespace === "" ? this.names.has(name) : this.get("", name) !== undefined;
  }
}
