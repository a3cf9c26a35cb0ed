/** Kustomizations: what they render, and the files that each part of it comes from. */

export type { RenderedObject, Rendering } from "./accumulated.ts";
export { Budget, LimitError } from "./budget.ts";
export { contentsOf, type KustomizationContents } from "./contents.ts";
export { generate } from "./generators.ts";
export { Kustomizer, type KustomizerOptions, type LoadRestrictor } from "./kustomization.ts";
export { KUSTOMIZATION_FILES } from "./missing/unread.ts";
export { isSameObject, originOf, placedAs } from "./origins.ts";
export { isSeparable, mergeRendering, Outlines } from "./rerender.ts";
export { idOf, listedIn, objectsIn } from "./resource.ts";
export { isBelow, type KustomizeReader, type SourceFiles } from "./source-files.ts";
export {
  changedAt,
  comesFrom,
  fileAt,
  inFile,
  itemsOf,
  listAt,
  mappingAt,
  membersOf,
  type SourceFile,
  scalarAt,
  textOf,
} from "./tree.ts";
