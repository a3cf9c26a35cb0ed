/** Objects that are applied together, each with where every part of it comes from. */

import { APPLIED, type FileRole } from "../kubernetes/cluster/not-applied.ts";
import { mayBeShared, type SharedObject, sharedIn } from "../kubernetes/cluster/shared-objects.ts";
import { appliedObject, type FluxPath, neededFor, type ReplacedText } from "../kubernetes/flux/index.ts";
import { Budget, type RenderedObject, type Rendering } from "../kubernetes/kustomize/index.ts";
import type { UnknownTexts } from "../kubernetes/pod/sources/unknown-texts.ts";
import type { Need } from "../kubernetes/pod/types.ts";
import type { Node } from "../yaml/node.ts";
import type { IsOutlined } from "../yaml/outline.ts";
import type { SetObjects } from "./input-objects.ts";
import { type DocumentPart, type ManifestPart, RenderedPart, type SourceFiles } from "./manifest-part.ts";

/** A manifest that a command was given: a file, a stream, or what another program rendered. */
export interface Manifest {
  /** For messages, printable. */
  readonly name: string;
  /** Absolute; undefined if it is not a file. */
  readonly path: string | undefined;
  /** Whether it was found in a directory. */
  readonly isFound: boolean;
  /** In bytes. */
  readonly size: number;
  /** Whether only what identifies an object is read. */
  isOutlined?: IsOutlined | undefined;
  /** Can be called more than once. */
  parts(): Iterable<ManifestPart>;
  /** Calls a function with each part, once; returns false for a file that is skipped, of which nothing counts. */
  visit(visit: (part: ManifestPart) => void): boolean;
}

/** The documents of a set that come from one manifest; of a rendered set, all of them. */
export interface SetFile {
  /** For messages, printable: of a rendered set, its title. */
  readonly name: string;
  readonly role: FileRole;
  /** Whether an invalid object in it is skipped. */
  readonly isFound: boolean;
  parts(): Iterable<DocumentPart>;
}

/** Manifests that are applied as they are: a folder, a stream, or the whole input. */
export interface FileSet {
  readonly kind: "files";
  /** `folder prod`, if pods of several folders are shown; else "". */
  readonly title: string;
  readonly manifests: readonly Manifest[];
  readonly files: readonly SetFile[];
  readonly isComplete: true;
}

/** What kustomize renders for a folder, or what a Kustomization of Flux applies. */
export interface RenderedSet {
  readonly kind: "kustomization" | "flux";
  /** `overlays/prod`, `flux-system/apps`. */
  readonly label: string;
  /** `kustomization overlays/prod`, `Flux Kustomization flux-system/apps`. */
  readonly title: string;
  readonly folder: string;
  /** What selects it: its folder, `flux-system/apps`, `apps`. */
  readonly names: readonly string[];
  readonly rendering: Rendering;
  /** The Kustomization of Flux. */
  readonly path?: FluxPath;
  readonly objects: readonly AppliedObject[];
  readonly files: readonly [SetFile];
  /** Whether no other object can be part of the set, and every object is known. */
  readonly isComplete: boolean;
  /** The objects that are not shown, because it is not known how they are applied. */
  notEvaluated(): Iterable<DocumentPart>;
}

export type ApplySet = FileSet | RenderedSet;

/** An object of a rendered set, as it is applied. */
export interface AppliedObject extends RenderedObject {
  /** The texts that Flux replaces with something unknown. */
  readonly unknownTexts: UnknownTexts | undefined;
  /** What pods can refer to: the object, or those in it if it is a List. */
  readonly shared: readonly SharedObject[];
}

/** How messages name the kinds of rendered sets. */
export const KINDS = { kustomization: "kustomization", flux: "Flux Kustomization" } as const;

/** @param title what follows the names of its pods: `folder prod`; empty if all manifests are in one folder */
export function fileSet(manifests: readonly Manifest[], roleOf: (manifest: Manifest) => FileRole, title = ""): FileSet {
  const files = manifests.map((manifest): SetFile => {
    const { isFound, name } = manifest;
    return { name, role: roleOf(manifest), isFound, parts: () => manifest.parts() };
  });
  return { kind: "files", title, manifests, files, isComplete: true };
}

/** @param before the set with other versions of some files: objects that have not changed are not evaluated again */
export function renderedSet(
  set: Pick<RenderedSet, "kind" | "label" | "folder" | "names" | "rendering"> & { readonly path?: FluxPath },
  sources: SourceFiles,
  before?: RenderedSet,
): RenderedSet {
  const { kind, label, path, rendering } = set;
  const title = `${KINDS[kind]} ${label}`;
  let known: readonly AppliedObject[] | undefined;
  const objects = () => {
    known ??= appliedBy(rendering, path, before);
    return known;
  };
  // Nothing is applied if kustomize cannot build it.
  const isBuilt = !rendering.isComponent && rendering.unevaluated.every(({ reason }) => reason !== "refused");
  const isShown = ({ isUnknown }: AppliedObject) => !isUnknown && isBuilt;
  const partOf = ({ document, unknownTexts }: AppliedObject) => new RenderedPart(document, unknownTexts, sources);
  return {
    ...set,
    title,
    get objects() {
      return objects();
    },
    notEvaluated: () =>
      objects()
        .filter((object) => !isShown(object))
        .map(partOf),
    files: [{ name: title, role: APPLIED, isFound: true, parts: () => objects().filter(isShown).map(partOf) }],
    get isComplete() {
      return rendering.isComplete && objects().every(({ isUnknown }) => !isUnknown);
    },
  };
}

function appliedAs(document: Node, isUnknown: boolean, unknownTexts?: UnknownTexts): AppliedObject {
  let shared: readonly SharedObject[] | undefined;
  return {
    document,
    isUnknown,
    unknownTexts,
    get shared() {
      shared ??= mayBeShared(document.value, undefined) ? sharedIn(document.value, { unknownTexts }) : [];
      return shared;
    },
  };
}

/** The work for one value of a megabyte, and for those of ordinary objects. */
const LARGE = 1 << 16;
const UNITS_PER_NODE = 64;

/** The objects of a rendering; of a Kustomization of Flux, after substitution. */
function appliedBy({ objects }: Rendering, path: FluxPath | undefined, before?: RenderedSet): AppliedObject[] {
  const known = new Map(before?.rendering.objects.map(({ document }, i) => [document, before.objects[i]!]));
  if (path === undefined || path.isSubstituted === false) {
    return objects.map(({ document, isUnknown }) => known.get(document) ?? appliedAs(document, isUnknown));
  }
  const { isSubstituted } = path;
  const variables = isSubstituted ? path.variables : { ...path.variables, isCertain: false };
  const size = objects.reduce((sum, { document }) => sum + document.size, 0);
  const budget = new Budget(LARGE + size * UNITS_PER_NODE);
  return objects.map((object) => {
    const same = known.get(object.document);
    if (same !== undefined) return same;
    const unknownTexts = new Map<string, Need>();
    const onText = ({ result, text }: ReplacedText) => {
      if (result.kind === "known") return;
      unknownTexts.set(text, { needs: neededFor(text, variables), needsKind: "cluster" });
    };
    const document = appliedObject(object.document, variables, onText, budget);
    return appliedAs(document, object.isUnknown, unknownTexts.size === 0 ? undefined : unknownTexts);
  });
}

/** The objects that the pods of a set can refer to. */
export function addShared(set: ApplySet, objects: SetObjects, namespace?: string): void {
  if (set.kind !== "files" && namespace === undefined) {
    for (const { isUnknown, shared } of set.rendering.isComponent ? [] : set.objects) {
      if (!isUnknown) objects.add(set.title, shared);
    }
    return;
  }
  for (const { name, parts } of set.files) {
    for (const part of parts()) {
      for (const document of part.documents) {
        if (!mayBeShared(document.value, part.list?.kind)) continue;
        const unknownTexts = part.unknownTexts(document);
        objects.add(name, sharedIn(document.value, { listKind: part.list?.kind, namespace, unknownTexts }));
      }
    }
  }
}
