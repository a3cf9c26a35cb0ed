/** What a run has checked, and what it could not check: the counts of a command's summary. */

import { SkippedObjects } from "../kubernetes/cluster/objects.ts";
import { type FluxRepository, notEvaluatedText } from "../kubernetes/flux/index.ts";
import type { RenderedSet } from "../repository/apply-set.ts";
import { Unknowns } from "../repository/unknowns.ts";
import type { PartResult } from "./manifest-lint.ts";
import { sourceTextOf } from "./pod-place.ts";
import type { RenderedLint } from "./rendered-lint.ts";
import type { ScannedFile } from "./scanned-file.ts";
import type { SourceText } from "./source-text.ts";

export class Coverage {
  /** The manifests and Compose files that were linted. */
  files = 0;
  pods = 0;
  envFiles = 0;
  /** The sets that were rendered, and how many of them have parts that are not supported. */
  rendered = 0;
  incomplete = 0;
  /** How many documents of the files that the user named have no kind, by the file. */
  readonly others = new Map<string, number>();
  readonly skippedObjects = new SkippedObjects();
  /** What the input does not determine. */
  readonly unknowns = new Unknowns();
  private readonly nameOf: (path: string | undefined) => string;

  /** @param nameOf the name of a file in messages */
  constructor(nameOf: (path: string | undefined) => string) {
    this.nameOf = nameOf;
  }

  /** Adds a file with objects, and what it contains besides pods. */
  addFile(scan: ScannedFile): void {
    // The names of kinds are slices, which retain the manifest.
    for (const object of scan.skipped.splice(0)) if (!scan.isOpen) this.skippedObjects.add(object);
    if (scan.hasObject) this.files++;
    if (scan.others > 0) this.others.set(scan.manifest.name, scan.others);
  }

  /**
   * Adds the pods of a part of a file.
   *
   * @param path of the file; undefined for a stream
   */
  addPart({ pods, skipped, unresolved }: PartResult, source: SourceText, path: string | undefined): void {
    this.pods += pods;
    for (const object of skipped) this.skippedObjects.add(object);
    for (const { message, start } of unresolved) this.addNotEvaluated(source, path, start, message);
  }

  /** Adds a rendered set, without its pods. */
  addSet({ path, rendering }: RenderedSet, sourceOf: (path: string) => SourceText): void {
    for (const { file, message, reason, start } of rendering.unevaluated) {
      // That is a finding.
      if (reason !== "refused") this.addNotEvaluated(sourceOf(file), file, start, message);
    }
    this.rendered++;
    if (!rendering.isComplete || rendering.objects.some(({ isUnknown }) => isUnknown)) this.incomplete++;
    if (path !== undefined) this.unknowns.addFluxSources(path);
  }

  /** Adds the pods of rendered sets. */
  addRendered({ pods, skipped, unresolved }: RenderedLint): void {
    this.pods += pods;
    this.skippedObjects.addAll(skipped);
    for (const { inFile, message, start } of unresolved) {
      this.addNotEvaluated(sourceTextOf(inFile!), inFile!.path, start, message);
    }
  }

  /** Adds a Kustomization of Flux that nothing applies. */
  addKustomization({ kustomization: { file, title }, reason }: FluxRepository["notEvaluated"][number]): void {
    const what = `${title} (${this.nameOf(file.path)})`;
    this.unknowns.add("kustomization", what, undefined, notEvaluatedText(reason));
  }

  private addNotEvaluated(source: SourceText, path: string | undefined, start: number, message: string): void {
    const { column, line } = source.region(start, start);
    this.unknowns.add("not-evaluated", `${this.nameOf(path)}:${line}:${column}`, undefined, message);
  }
}
