/** Findings in rendered sets, in the files that the parts of each object come from. */

import { APPLIED, roleOfPath } from "../kubernetes/cluster/not-applied.ts";
import { ManifestObjectError } from "../kubernetes/cluster/object-schema.ts";
import { readManifestObjects, SkippedObjects } from "../kubernetes/cluster/objects.ts";
import type { PodClusters } from "../kubernetes/cluster/pod-cluster.ts";
import { mayHavePod } from "../kubernetes/flux/index.ts";
import { comesFrom, fileAt, type RenderedObject, type SourceFile } from "../kubernetes/kustomize/index.ts";
import { type AppliedObject, KINDS, type RenderedSet } from "../repository/apply-set.ts";
import { getOrAdd, grouped } from "../text/grouped.ts";
import type { VisibleText } from "../text/printable.ts";
import { tryOrUndefined } from "../text/try-or-undefined.ts";
import { type Node, nodeAt } from "../yaml/node.ts";
import { AppliedObjects, readsOthers } from "./applied-objects.ts";
import { asNotes, type RawFinding, type TextRange } from "./finding.ts";
import { lintPart, type ManifestFileContext, type ManifestLintOptions } from "./manifest-lint.ts";
import { shownName, sourceTextOf } from "./pod-place.ts";
import type { SeenFluxSet } from "./rules/flux/flux-place.ts";
import { findingsOf, isSeeing } from "./rules/rules.ts";
import { annotationSuppressions, type Suppression, unignored } from "./suppressions.ts";

/** What findings say of a set. */
export type FindingSet = Pick<RenderedSet, "kind" | "label"> & {
  readonly rendering: Pick<RenderedSet["rendering"], "file" | "files">;
};

export interface RenderedLintOptions {
  /** Whether findings in a file are reported. */
  isReported(set: FindingSet, path: string): boolean;
  /** The path of a file below the folder that is searched. */
  pathInSearch(path: string): string;
  /** Whether a file is in an archive or in a folder of tests. */
  isUnused(path: string): boolean;
  /** Whether Flux replaces variables in a file, so that `${NAME}` is not a mistake. */
  isSubstituted(path: string): boolean;
}

/** What was found in a file. Several sets can contain its objects. */
interface FileFindings {
  readonly file: SourceFile;
  readonly findings: Map<string, { raw: RawFinding; readonly sets: Map<string, FindingSet> }>;
  readonly suppressions: Map<string, Suppression>;
}

/** How many sets a message names. */
const NAMED = 3;

export class RenderedLint {
  readonly skipped = new SkippedObjects();
  readonly unresolved: (TextRange & { readonly message: string })[] = [];
  /** Pods, each counted once however many sets contain it. */
  pods = 0;
  private readonly options: RenderedLintOptions;
  private readonly counted = new Set<string>();
  private readonly files = new Map<string, FileFindings>();
  /** The sets that each file is part of. */
  private readonly users = new Map<string, Set<string>>();

  constructor(options: RenderedLintOptions) {
    this.options = options;
  }

  /**
   * @param clustersOf returns the objects that the pods of the set can refer to
   * @param only the file whose findings are needed; undefined for all files
   */
  add(set: RenderedSet, clustersOf: () => PodClusters, options: ManifestLintOptions, only?: string): void {
    this.addUser(set);
    const { rendering } = set;
    // What another kustomization uses is not unused.
    const isUnused = this.options.isUnused(rendering.file);
    const isClosed = options.world === "closed";
    // Most Flux Kustomizations have no pods.
    const isApplied =
      isClosed || set.path === undefined || rendering.objects.some(({ document }) => mayHavePod(document.value));
    const objects: readonly (RenderedObject & Partial<AppliedObject>)[] = isApplied ? set.objects : rendering.objects;
    // Objects that are not read can set any name.
    const world = isClosed && set.isComplete ? "closed" : "open";
    let clusters: PodClusters | undefined;
    const applied = new AppliedObjects();
    if (objects.some(({ document }) => readsOthers(document.value))) {
      for (const { document, isUnknown } of objects) applied.add(document.value, isUnknown);
    }
    // Other objects can have parts of a patch.
    const isOfFile = objects.some(({ document }) => fileAt(document, [])?.path === only);
    for (const { document, isUnknown, unknownTexts } of objects) {
      const file = fileAt(document, []);
      if (file === undefined) continue;
      const isPartial = isUnknown || rendering.isComponent;
      for (const name of isPartial ? workloadNames(document.value) : []) {
        options.unknowns?.add("may-change", name, undefined, set.label);
      }
      if (only !== undefined && (isOfFile ? file.path !== only : !comesFrom(document, only))) continue;
      const context: ManifestFileContext = {
        get clusters() {
          clusters ??= clustersOf();
          return clusters;
        },
        applied,
        role: { ...APPLIED, ...roleOfPath(this.options.pathInSearch(file.path)), isUnused, isPatched: false },
        isUnknown: isPartial,
        isServerSide: set.path !== undefined,
        unknownTexts,
        isSubstitutedIn: (inFile) => inFile !== undefined && this.options.isSubstituted(inFile.path),
      };
      const result = lintPart({ documents: [document] }, sourceTextOf(file), context, { ...options, world });
      const id = `${document.start} ${file.path}`;
      if (!this.counted.has(id)) {
        this.pods += result.pods;
        for (const object of result.skipped) this.skipped.add(object);
        this.unresolved.push(...result.unresolved);
      }
      this.counted.add(id);
      const source = nameInFile(document);
      const sourceObject = (object: string) => object.slice(0, object.indexOf("/") + 1) + source;
      const findings = result.findings.map((found) => {
        const { object } = found;
        return object === undefined || source === undefined ? found : { ...found, sourceObject: sourceObject(object) };
      });
      this.addFindings(findings, result.suppressions.list, set);
    }
  }

  /**
   * Adds what rules find that see a whole set, without those that the annotations of its objects suppress.
   *
   * @param isInactive whether Flux does not apply the set at present
   */
  addSet(seen: SeenFluxSet, set: FindingSet, isInactive = false): void {
    const { kustomization, rendering } = seen.path;
    const found = asNotes(findingsOf("set", seen), isInactive);
    const byOwner = grouped(found, ({ owner }) => owner);
    for (const owner of [kustomization.document, ...rendering.objects.map(({ document }) => document)]) {
      const list = annotationSuppressions(owner, []).list.filter(({ rule }) => isSeeing(rule, "set"));
      this.addFindings(unignored(byOwner.get(owner) ?? [], list), list, set);
    }
  }

  /** Adds findings in a set, and the suppressions in its objects. */
  addFindings(findings: readonly RawFinding[], list: readonly Suppression[], set: FindingSet): void {
    const isReported = ({ inFile }: TextRange) => inFile !== undefined && this.options.isReported(set, inFile.path);
    for (const raw of findings) if (isReported(raw)) this.addFinding(raw, set);
    for (const suppression of list) if (isReported(suppression)) this.addSuppression(suppression);
  }

  /** Adds a set to the files that are part of it. */
  addUser(set: FindingSet): void {
    for (const file of set.rendering.files) {
      const users = this.users.get(file) ?? new Set();
      this.users.set(file, users.add(idOf(set)));
    }
  }

  /** The findings in a file, and the suppressions of annotations in it; undefined if none exists. */
  of(
    path: string,
  ): { readonly file: SourceFile; readonly findings: RawFinding[]; readonly list: Suppression[] } | undefined {
    const found = this.files.get(path);
    if (found === undefined) return undefined;
    const users = this.users.get(path)?.size ?? 0;
    const findings = [...found.findings.values()].map(({ raw, sets }) => {
      return { ...raw, kustomization: `${sets.size < users ? "only in " : ""}${namesOf([...sets.values()])}` };
    });
    return { file: found.file, findings, list: [...found.suppressions.values()] };
  }

  /** The files that have findings or suppressions. */
  get paths(): string[] {
    return [...this.files.keys()];
  }

  private addFinding(raw: RawFinding, set: FindingSet): void {
    const { end, inFile, message, rule, start } = raw;
    const id = `${start} ${end} ${rule} ${message}`;
    const { findings } = this.inFile(inFile!);
    const known = getOrAdd(findings, id, () => ({ raw, sets: new Map() }));
    // A set that is applied counts more than one that is not.
    if (known.raw.atMost === "note") known.raw = raw;
    known.sets.set(idOf(set), set);
  }

  private addSuppression(suppression: Suppression): void {
    const { at, inFile, isUsed, rule } = suppression;
    const { suppressions } = this.inFile(inFile!);
    const id = `${at} ${rule}`;
    const isUsedBefore = suppressions.get(id)?.isUsed === true;
    suppressions.set(id, { ...suppression, isUsed: isUsed || isUsedBefore });
  }

  private inFile(file: SourceFile): FileFindings {
    return getOrAdd(this.files, file.path, () => ({ file, findings: new Map(), suppressions: new Map() }));
  }
}

/** The name of an object in its file; undefined if it is the one that is applied. */
function nameInFile(document: Node): VisibleText | undefined {
  const path = ["metadata", "name"];
  const node = nodeAt(document, path);
  const text =
    node &&
    fileAt(document, path)
      ?.text.slice(node.start, node.end)
      .replace(/^(["'])(.*)\1$/, "$2");
  return text === undefined || text === node!.value ? undefined : shownName(text);
}

function idOf({ kind, label }: FindingSet): string {
  return `${kind} ${label}`;
}

/** `kustomizations k8s/base, k8s/dev`, `Flux Kustomization flux-system/apps`. */
function namesOf(sets: readonly FindingSet[]): string {
  const more = sets.length - NAMED;
  const byKind = grouped(sets.slice(0, NAMED), ({ kind }) => kind);
  const named = Array.from(byKind, ([kind, of]) => {
    return `${KINDS[kind]}${of.length === 1 ? "" : "s"} ${of.map(({ label }) => label).join(", ")}`;
  });
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

/** `Deployment/web`. */
function workloadNames(value: unknown): string[] {
  const objects = tryOrUndefined(() => readManifestObjects(value), ManifestObjectError);
  return (objects?.workloads ?? []).map(({ owner }) => `${owner.kind}/${shownName(owner.metadata?.name ?? "?")}`);
}
