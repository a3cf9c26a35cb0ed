/** What a Kustomization of Flux applies: its objects, its variables, and the references that they replace. */

import { addTo } from "../../text/grouped.ts";
import { nodeAt } from "../../yaml/node.ts";
import { fileAt, type Kustomizer, type Rendering } from "../kustomize/index.ts";
import { type FluxKustomization, isExcluded } from "./kustomization.ts";
import { type FluxReference, fluxReferences, type ObjectText, textsOf } from "./references.ts";
import { type FluxVariables, mergeObjects } from "./variables.ts";

/** What a Kustomization applies. */
export interface FluxPath {
  readonly kustomization: FluxKustomization;
  readonly folder: string;
  /** The root of its repository. */
  readonly root: string;
  /**
   * What the Kustomization that applies it replaces with unknown values: each name with the file of the patch that refers to it,
   * or with `metadata` if the name is in a member such as `targetNamespace`.
   */
  readonly replacedBefore: ReadonlySet<string>;
  /** The objects before substitution. */
  readonly rendering: Rendering;
  readonly variables: FluxVariables;
  /** Whether text is replaced; undefined if that depends on something that is not in the repository. */
  readonly isSubstituted: boolean | undefined;
  /** Whether a variable that is not set is an error: since Flux 2.9, unless the repository installs an older release. */
  readonly isStrict: boolean;
}

/** A Kustomization with its folder, and the root of its repository. */
export type PlacedKustomization = Pick<FluxPath, "folder" | "kustomization" | "replacedBefore" | "root">;

/** What a Kustomization applies, as the files are now; undefined if its path does not exist. */
export function renderPath(
  kustomizer: Kustomizer,
  { folder, kustomization, root }: PlacedKustomization,
): Rendering | undefined {
  const { document } = kustomization;
  const patchFile = fileAt(document, ["spec", "patches"])!;
  return kustomizer.renderFlux(folder, nodeAt(document, ["spec"])!, patchFile, root);
}

/** A reference that Flux replaces in what a Kustomization applies. */
export interface FluxUse {
  readonly path: FluxPath;
  /** The object that contains the text. */
  readonly object: unknown;
  readonly text: ObjectText;
  readonly reference: FluxReference;
}

export function usesIn(path: FluxPath): FluxUse[] {
  if (!path.isSubstituted) return [];
  return path.rendering.objects.flatMap(({ document, isUnknown }) => {
    const { value: object } = document;
    const file = fileAt(document, []);
    if (file === undefined || isUnknown || isExcluded(object)) return [];
    return textsOf(document, file).flatMap((text) =>
      ownReferences(path, text, fluxReferences(text.text).references).map((reference) => {
        return { path, object, text, reference };
      }),
    );
  });
}

/** The references in a text that the Kustomization of a path replaces, and not the one that applies it. */
export function ownReferences(
  { replacedBefore }: Pick<FluxPath, "replacedBefore">,
  { file, path: [member] }: Pick<ObjectText, "file" | "path">,
  references: readonly FluxReference[],
): readonly FluxReference[] {
  if (replacedBefore.size === 0) return references;
  const places = [file.path, ...(member === "metadata" ? [member] : [])];
  return references.filter(({ name }) => !places.some((place) => replacedBefore.has(`${name} ${place}`)));
}

/**
 * The variables that Flux replaces in each file of some paths. If several paths contain a file, only a value that is the
 * same in all of them is known.
 */
export function variablesByFile(paths: readonly FluxPath[]): Map<string, FluxVariables> {
  const byFile = new Map<string, FluxPath[]>();
  for (const path of paths) {
    for (const file of path.rendering.files) addTo(byFile, file, path);
  }
  return new Map(
    [...byFile].flatMap(([file, all]) => {
      return all.every(({ isSubstituted }) => isSubstituted === false) ? [] : [[file, common(all)]];
    }),
  );
}

function common(paths: readonly FluxPath[]): FluxVariables {
  const isCertain = paths.every(({ isSubstituted }) => isSubstituted);
  if (paths.length === 1 && isCertain) return paths[0]!.variables;
  const lists = paths.map(({ variables: { all } }) => [...all.values()]);
  return {
    all: mergeObjects(lists),
    isComplete: paths.every(({ variables: { isComplete } }) => isComplete),
    unknownSources: paths.flatMap(({ variables }) => variables.unknownSources),
    isCertain,
  };
}
