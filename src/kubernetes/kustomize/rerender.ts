/**
 * Renders again after a few files of objects have changed. What kustomize does with an object depends on its own document
 * and on the names of the others, unless values are copied between objects. The others take part with their names only, and
 * keep what was rendered before.
 */

import { getOrAdd } from "../../text/grouped.ts";
import { memberOf } from "../../text/own-keys.ts";
import { baseName } from "../../text/paths.ts";
import type { Node } from "../../yaml/node.ts";
import type { RenderedObject, Rendering } from "./accumulated.ts";
import type { Unevaluated } from "./budget.ts";
import type { Loader } from "./loader.ts";
import { KUSTOMIZATION_FILES } from "./missing/unread.ts";
import { idOf, isObject, isSameId, objectsIn, Resource } from "./resource.ts";
import { comesFrom, fileAt, inFile, mappingAt, membersOf } from "./tree.ts";

/** The members of a kustomization that copy values between objects. */
const COPYING = ["replacements", "vars"];

/** The objects of files that have not changed, without what does not identify them. */
export class Outlines {
  private readonly loader: Loader;
  private readonly known = new Map<string, readonly Resource[] | undefined>();

  /** @param loader reads the files as they were */
  constructor(loader: Loader) {
    this.loader = loader;
  }

  /** The objects in a file; undefined if it contains something else. */
  of(path: string): readonly Resource[] | undefined {
    return getOrAdd(this.known, path, () => this.outlined(path));
  }

  private outlined(path: string): readonly Resource[] | undefined {
    const documents = this.loader.files.documentsOf(path)?.documents;
    if (!documents?.every(isObject)) return undefined;
    return documents.flatMap(objectsIn).flatMap((object) => (object.value === null ? [] : outline(object)));
  }
}

function outline(object: Node): Resource {
  const members = [...membersOf(object)].filter(([name]) => ["apiVersion", "kind", "metadata"].includes(name));
  const resource = new Resource(inFile(mappingAt(object, members), fileAt(object, [])!));
  resource.isOutline = true;
  return resource;
}

function isKustomization(file: string): boolean {
  return KUSTOMIZATION_FILES.includes(baseName(file));
}

/** Whether something that is not evaluated can depend on the contents of objects. */
function isLimit({ reason }: Unevaluated): boolean {
  return reason !== "unsupported" && reason !== "absent";
}

/** Whether only the objects in some files can differ from an earlier rendering, if the names of these objects are the same. */
export function isSeparable(
  { files, objects, unevaluated }: Rendering,
  changed: readonly string[],
  loader: Loader,
): boolean {
  if (unevaluated.some(isLimit)) return false;
  const isCopying = [...files].some((file) => {
    const documents = isKustomization(file) ? (loader.files.documentsOf(file)?.documents ?? []) : [];
    return documents.some(({ value }) => COPYING.some((member) => memberOf(value, member) !== undefined));
  });
  if (isCopying) return false;
  return changed.every((file) => {
    const isOwn = ({ document }: RenderedObject) => fileAt(document, [])?.path === file;
    return (
      !isKustomization(file) &&
      objects.some(isOwn) &&
      !objects.some((each) => !isOwn(each) && comesFrom(each.document, file))
    );
  });
}

/**
 * An earlier rendering with the new objects of the files that have changed; undefined if these have other names.
 *
 * @param now the rendering with outlines of the other objects
 */
export function mergeRendering(before: Rendering, now: Rendering, changed: readonly string[]): Rendering | undefined {
  if (now.objects.length !== before.objects.length || now.unevaluated.some(isLimit)) return undefined;
  const objects: RenderedObject[] = [];
  for (const [i, object] of now.objects.entries()) {
    const known = before.objects[i]!;
    const file = fileAt(object.document, [])?.path;
    if (file !== fileAt(known.document, [])?.path) return undefined;
    const isChanged = file !== undefined && changed.includes(file);
    if (isChanged && !isSameId(idOf(object.document.value), idOf(known.document.value))) return undefined;
    objects.push(isChanged ? object : known);
  }
  return { ...now, objects };
}
