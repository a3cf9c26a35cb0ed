/** Where the keys of ConfigMaps and Secrets stand, and Services. */
import type { Node, Path } from "../document/node.ts";
import { qualifiedName } from "../pod/named-objects.ts";
import type { VariableSource } from "../pod/types.ts";
import { memberOf } from "../text/own-keys.ts";
import type { ManifestPart } from "./manifest-file.ts";

/** The members that have keys; a key of the later one counts. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: ["data"],
  Secret: ["data", "stringData"],
  Service: [],
};

export class ObjectPlaces {
  private readonly places = new Map<string, string>();
  private readonly namespace: string | undefined;

  /** @param namespace of the objects that do not say theirs */
  constructor(namespace: string | undefined) {
    this.namespace = namespace;
  }

  add(part: ManifestPart): void {
    for (const document of part.documents) this.addObject(part, document, [], document.value);
  }

  /** `file:line:column` of what a variable's value is taken from; undefined if it is no object of the input. */
  of(source: VariableSource): string | undefined {
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

  private addObject(part: ManifestPart, document: Node, path: Path, value: unknown): void {
    const kind = memberOf(value, "kind") ?? part.list?.kind.replace(/List$/, "");
    if (typeof kind !== "string") return;
    const items = kind.endsWith("List") ? memberOf(value, "items") : undefined;
    if (Array.isArray(items)) {
      for (const [i, item] of items.entries()) this.addObject(part, document, [...path, "items", i], item);
    }
    if (!Object.hasOwn(MEMBERS, kind)) return;
    const metadata = memberOf(value, "metadata");
    const namespace = `${memberOf(metadata, "namespace") || (this.namespace ?? "")}`;
    const name = `${memberOf(metadata, "name")}`;
    this.places.set(idOf(kind, namespace, name, ""), part.placeOf(document, path));
    for (const member of MEMBERS[kind]!) {
      for (const key of Object.keys(memberOf(value, member) ?? {})) {
        this.places.set(idOf(kind, namespace, name, key), part.placeOf(document, [...path, member, key]));
      }
    }
  }
}

function idOf(kind: string, namespace: string, name: string, key: string): string {
  return JSON.stringify([kind, qualifiedName(namespace, name), key]);
}
