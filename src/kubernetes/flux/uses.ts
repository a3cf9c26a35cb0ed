/** The references that Flux replaces in what a Kustomization applies. */

import { fileAt } from "../kustomize/index.ts";
import { isDisabled } from "./kustomization.ts";
import { type FluxReference, fluxReferences, type ObjectText, textsOf } from "./references.ts";
import type { FluxPath } from "./repository.ts";

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
    if (file === undefined || isUnknown || isDisabled(object)) return [];
    return textsOf(document, file).flatMap((text) =>
      fluxReferences(text.text).references.map((reference) => ({ path, object, text, reference })),
    );
  });
}
