/** Flux: its Kustomizations, and the variables that it substitutes in what they apply. */

export { expandableText, type Rewriting } from "./expandable-text.ts";
export { type ForeignOwner, foreignReferences } from "./foreign.ts";
export { FLUX_GROUP, type FluxKustomization, fluxKustomization, isExcluded } from "./kustomization.ts";
export { notEvaluatedText } from "./own-sources.ts";
export {
  type FluxPath,
  type FluxUse,
  ownReferences,
  type PlacedKustomization,
  renderPath,
  usesIn,
  variablesByFile,
} from "./paths.ts";
export type { Placeholders } from "./placeholder.ts";
export {
  type FluxReference,
  fluxReferences,
  type MalformedText,
  type ObjectText,
  rangeInFile,
  rangesInFile,
  textsOf,
} from "./references.ts";
export { FluxRepository } from "./repository.ts";
export { isBuiltIn, requiredType } from "./required-type.ts";
export type { FluxVariable, StatedSource } from "./source-objects.ts";
export { SOURCE_GROUP } from "./source-urls.ts";
export {
  appliedObject,
  mayHavePod,
  neededFor,
  type ReplacedText,
  roleOf,
  substitutedText,
  substitutedValue,
} from "./substitution.ts";
export { type FluxVariables, type UnknownSource, withSecrets } from "./variables.ts";
export { FluxVersion, isGeneratedByFlux } from "./version.ts";
