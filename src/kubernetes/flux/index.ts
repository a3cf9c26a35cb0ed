/** Flux: its Kustomizations, and the variables that it substitutes in what they apply. */

export { expandableText, type Placeholders } from "./expandable-text.ts";
export { type ForeignOwner, foreignReferences } from "./foreign.ts";
export { FLUX_GROUP, type FluxKustomization, fluxKustomization, isDisabled } from "./kustomization.ts";
export {
  type FluxReference,
  fluxReferences,
  type MalformedText,
  type ObjectText,
  rangeInFile,
  textsOf,
} from "./references.ts";
export {
  appliedObject,
  type FluxPath,
  FluxRepository,
  type FluxUse,
  mayHavePod,
  renderPath,
  usesIn,
  variablesByFile,
} from "./repository.ts";
export { neededFor, type ReplacedText, substitutedValue } from "./substitution.ts";
export type { FluxVariable, FluxVariables } from "./variables.ts";
