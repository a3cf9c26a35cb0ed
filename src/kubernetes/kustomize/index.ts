/** Kustomizations: what they render, and the files that each part of it comes from. */

export { KUSTOMIZATION_FILES, Kustomizer, type RenderedObject, type Rendering } from "./kustomization.ts";
export { isSameObject, originOf, placedAs } from "./origins.ts";
export type { KustomizeReader } from "./source-files.ts";
export { fileAt, inFile, type SourceFile } from "./tree.ts";
