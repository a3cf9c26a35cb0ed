/** Findings in what kustomizations render, in the files that the parts of each object come from. */

import { SkippedObjects } from "../kubernetes/cluster/objects.ts";
import type { PodClusters } from "../kubernetes/cluster/pod-cluster.ts";
import { APPLIED, roleOfPath } from "../kubernetes/cluster/unapplied.ts";
import { fileAt, type Rendering, type SourceFile } from "../kubernetes/kustomize/index.ts";
import { AppliedObjects, readsOthers } from "./applied-objects.ts";
import type { RawFinding, TextRange } from "./finding.ts";
import { lintPart, type ManifestFileContext, type ManifestLintOptions } from "./manifest-lint.ts";
import { sourceTextOf } from "./pod-place.ts";
import type { Suppression } from "./suppressions.ts";

/** What was found in a file. Several kustomizations can render its objects. */
interface FileFindings {
  readonly file: SourceFile;
  readonly findings: Map<string, { readonly raw: RawFinding; readonly kustomizations: Set<string> }>;
  readonly suppressions: Map<string, Suppression>;
}

/** How many kustomizations a message names. */
const NAMED = 3;

export class RenderedLint {
  readonly skipped = new SkippedObjects();
  readonly unresolved: (TextRange & { readonly message: string })[] = [];
  /** Pods, each counted once however many kustomizations render it. */
  pods = 0;
  private readonly counted = new Set<string>();
  private readonly files = new Map<string, FileFindings>();
  /** The names of the kustomizations that each file is part of. */
  private readonly users = new Map<string, string[]>();

  /**
   * @param name the kustomization's, for messages
   * @param clustersOf returns the objects that its pods can refer to
   * @param isReported whether findings in a file are reported
   */
  add(
    rendering: Rendering,
    name: string,
    clustersOf: () => PodClusters,
    options: ManifestLintOptions,
    isReported: (path: string) => boolean,
  ): void {
    this.addUser(rendering, name);
    // Objects that are not read can set any name.
    const isComplete = rendering.isComplete && rendering.objects.every(({ isUnknown }) => !isUnknown);
    const world = isComplete ? options.world : "open";
    // Most kustomizations of a Flux repository have no pods.
    let clusters: PodClusters | undefined;
    const applied = new AppliedObjects();
    if (rendering.objects.some(({ document }) => readsOthers(document.value))) {
      for (const { document, isUnknown } of rendering.objects) applied.add(document.value, isUnknown);
    }
    for (const { document, isUnknown } of rendering.objects) {
      const file = fileAt(document, []);
      if (isUnknown || rendering.isComponent || file === undefined) continue;
      const context: ManifestFileContext = {
        get clusters() {
          clusters ??= clustersOf();
          return clusters;
        },
        applied,
        role: { ...APPLIED, isExpected: roleOfPath(file.path).isExpected },
      };
      const result = lintPart({ documents: [document] }, sourceTextOf(file), context, { ...options, world });
      const id = `${document.start} ${file.path}`;
      if (!this.counted.has(id)) {
        this.pods += result.pods;
        for (const object of result.skipped) this.skipped.add(object);
        this.unresolved.push(...result.unresolved);
      }
      this.counted.add(id);
      this.addFindings(result.findings, result.suppressions.list, name, isReported);
    }
  }

  /** Adds findings in what a kustomization, or a Kustomization of Flux, applies, and the suppressions in it. */
  addFindings(
    findings: readonly RawFinding[],
    list: readonly Suppression[],
    name: string,
    isReported: (path: string) => boolean,
  ): void {
    for (const raw of findings) if (isReported(raw.inFile?.path ?? "")) this.addFinding(raw, name);
    for (const suppression of list) if (isReported(suppression.inFile?.path ?? "")) this.addSuppression(suppression);
  }

  /** Adds the name of a kustomization to the files that are part of it. */
  addUser({ files }: Rendering, name: string): void {
    for (const file of files) {
      const users = this.users.get(file);
      if (users === undefined) this.users.set(file, [name]);
      else if (users.at(-1) !== name) users.push(name);
    }
  }

  /** The findings in a file, and the suppressions of annotations in it; undefined if there are none. */
  of(
    path: string,
  ): { readonly file: SourceFile; readonly findings: RawFinding[]; readonly list: Suppression[] } | undefined {
    const found = this.files.get(path);
    if (found === undefined) return undefined;
    const users = this.users.get(path) ?? [];
    const findings = [...found.findings.values()].map(({ raw, kustomizations }) => {
      return { ...raw, kustomization: namesOf([...kustomizations], users) };
    });
    return { file: found.file, findings, list: [...found.suppressions.values()] };
  }

  /** The files that have findings or suppressions. */
  get paths(): string[] {
    return [...this.files.keys()];
  }

  private addFinding(raw: RawFinding, name: string): void {
    const { end, inFile, message, rule, start } = raw;
    if (inFile === undefined) return;
    const id = `${start} ${end} ${rule} ${message}`;
    const { findings } = this.inFile(inFile);
    const known = findings.get(id);
    if (known === undefined) findings.set(id, { raw, kustomizations: new Set([name]) });
    else known.kustomizations.add(name);
  }

  private addSuppression(suppression: Suppression): void {
    const { at, inFile, isUsed, rule } = suppression;
    if (inFile === undefined) return;
    const { suppressions } = this.inFile(inFile);
    const id = `${at} ${rule}`;
    const isUsedBefore = suppressions.get(id)?.isUsed === true;
    suppressions.set(id, { ...suppression, isUsed: isUsed || isUsedBefore });
  }

  private inFile(file: SourceFile): FileFindings {
    let found = this.files.get(file.path);
    if (found === undefined) {
      found = { file, findings: new Map(), suppressions: new Map() };
      this.files.set(file.path, found);
    }
    return found;
  }
}

/** `kustomization k8s/base`; `only in kustomization overlays/prod`, if others render the object without the finding. */
function namesOf(names: readonly string[], all: readonly string[]): string {
  const more = names.length - NAMED;
  const shown = [...names.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join(", ");
  return `${names.length < all.length ? "only in " : ""}kustomization${names.length === 1 ? "" : "s"} ${shown}`;
}
