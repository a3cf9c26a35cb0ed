/** The places of Services and of the keys of ConfigMaps and Secrets. */

import { qualifiedName } from "../kubernetes/pod/sources/named-objects.ts";
import type { VariableSource } from "../kubernetes/pod/types.ts";
import { memberOf } from "../text/own-keys.ts";
import type { Node, Path } from "../yaml/node.ts";

/** The members that have keys. Later members override earlier ones. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: ["data"],
  Secret: ["data", "stringData"],
  Service: [],
};

export class ObjectPlaces<P> {
  private readonly places = new Map<string, P>();
  private readonly namespace: string | undefined;

  /** @param namespace of objects that do not set one */
  constructor(namespace: string | undefined) {
    this.namespace = namespace;
  }

  /**
   * Adds the objects of a document.
   *
   * @param listKind the kind of the List that contains it, if it is read separately
   * @param placeOf returns the place of a path in the document; `value` is the value of a key, if it is literal
   */
  add(document: Node, listKind: string | undefined, placeOf: (path: Path, value?: string) => P): void {
    this.addObject(document.value, listKind, [], placeOf);
  }

  /** The place of a variable's source; undefined if the object was not added. */
  of(source: VariableSource): P | undefined {
    switch (source.kind) {
      case "configMapRef":
      case "configMapKeyRef":
        return this.places.get(idOf("ConfigMap", source.namespace, source.name, source.key));
      case "secretRef":
      case "secretKeyRef":
        return this.places.get(idOf("Secret", source.namespace, source.name, source.key));
      case "service":
        return this.places.get(idOf("Service", source.namespace, source.name, ""));
      default:
        return undefined;
    }
  }

  private addObject(
    value: unknown,
    listKind: string | undefined,
    path: Path,
    placeOf: (path: Path, value?: string) => P,
  ): void {
    const kind = memberOf(value, "kind") ?? listKind?.replace(/List$/, "");
    if (typeof kind !== "string") return;
    const items = kind.endsWith("List") ? memberOf(value, "items") : undefined;
    if (Array.isArray(items)) {
      for (const [i, item] of items.entries()) this.addObject(item, listKind, [...path, "items", i], placeOf);
    }
    if (!Object.hasOwn(MEMBERS, kind)) return;
    const metadata = memberOf(value, "metadata");
    const namespace = `${memberOf(metadata, "namespace") || (this.namespace ?? "")}`;
    const name = `${memberOf(metadata, "name")}`;
    this.places.set(idOf(kind, namespace, name, ""), placeOf(path));
    for (const member of MEMBERS[kind]!) {
      const isEncoded = kind === "Secret" && member === "data";
      for (const [key, text] of Object.entries(memberOf(value, member) ?? {})) {
        const literal = typeof text === "string" && !isEncoded ? text : undefined;
        this.places.set(idOf(kind, namespace, name, key), placeOf([...path, member, key], literal));
      }
    }
  }
}

function idOf(kind: string, namespace: string, name: string, key: string): string {
  return JSON.stringify([kind, qualifiedName(namespace, name), key]);
}
