/** The objects that pods can refer to: Services, ConfigMaps, Secrets, and Nodes. */

import { memberOf } from "../../text/own-keys.ts";
import { tryOrUndefined } from "../../text/try-or-undefined.ts";
import { keepUnknownTexts, type UnknownTexts } from "../pod/sources/unknown-texts.ts";
import { ManifestObjectError } from "./object-schema.ts";
import { type ClusterObjects, readManifestObjects } from "./objects.ts";
import { unsetValues } from "./unset-values.ts";

export const LISTS = [
  "services",
  "configMaps",
  "secrets",
  "nodes",
] as const satisfies readonly (keyof ClusterObjects)[];

/** An object that pods can refer to. */
export interface SharedObject {
  readonly list: (typeof LISTS)[number];
  /** Its kind, namespace, and name. */
  readonly id: string;
  readonly object: object;
}

/** The namespace is "" if it is unknown. */
export function idOfShared(
  list: SharedObject["list"],
  namespace: string | undefined,
  name: string | undefined,
): string {
  return JSON.stringify([list, namespace || "", name]);
}

interface SharedOptions {
  /** The kind of the List that contains the document, if an item of a List is read by itself. */
  readonly listKind?: string | undefined;
  /** The namespace of objects without one. */
  readonly namespace?: string | undefined;
  readonly unknownTexts?: UnknownTexts | undefined;
}

/** The objects in a document that pods can refer to; none of an invalid object. */
export function sharedIn(value: unknown, options: SharedOptions = {}): SharedObject[] {
  const { listKind, namespace, unknownTexts } = options;
  const objects = tryOrUndefined(() => readManifestObjects(value, { listKind, namespace }), ManifestObjectError);
  return objects === undefined ? [] : sharedOf(objects, unknownTexts);
}

/** Copies, which do not retain the manifest, of the objects that pods can refer to. */
export function sharedOf(objects: ClusterObjects, unknownTexts?: UnknownTexts): SharedObject[] {
  const found: SharedObject[] = [];
  for (const list of LISTS) {
    for (const written of objects[list]) {
      const { metadata } = written as { readonly metadata?: { readonly name?: string; readonly namespace?: string } };
      const object = structuredClone(written);
      const unset = list === "configMaps" || list === "secrets" ? unsetValues(written, list) : undefined;
      const unknown = new Map([...(unset ?? []), ...(unknownTexts ?? [])]);
      if (unknown.size > 0) keepUnknownTexts(object, structuredClone(unknown));
      found.push({ list, id: idOfShared(list, metadata?.namespace, metadata?.name), object });
    }
  }
  return found;
}

/** Whether an object is of a kind that pods refer to, or is a list. */
export function mayBeShared(value: unknown, listKind: string | undefined): boolean {
  const kind = memberOf(value, "kind") ?? listKind;
  return typeof kind === "string" && /^(?:ConfigMap|Secret|Service|Node)$|List$/.test(kind);
}

const SHARED_KIND = /\b(?:ConfigMap|Secret|Service|Node)\b|List\b/;

/** Whether a text contains a kind that pods refer to. Other texts need not be parsed. */
export function mayHaveObjects(text: string): boolean {
  return text
    .split(/\bkind\b/)
    .slice(1)
    .some((after) => {
      const [line = "", next = ""] = after.slice(0, 160).split("\n", 2);
      return SHARED_KIND.test(line) || (/^\s/.test(next) && SHARED_KIND.test(next));
    });
}
