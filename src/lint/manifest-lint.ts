/** Findings in manifests: one part of a file after the other. */

import type { Profile } from "../envfile/profile.ts";
import { ManifestObjectError } from "../kubernetes/cluster/error.ts";
import type { ExtraKind } from "../kubernetes/cluster/kinds.ts";
import { readManifestObjects, type SkippedObject } from "../kubernetes/cluster/objects.ts";
import type { PodClusters } from "../kubernetes/cluster/pod-cluster.ts";
import { traceWorkload } from "../kubernetes/cluster/workload-trace.ts";
import type { Workload } from "../kubernetes/cluster/workloads.ts";
import { ExpansionLimitError } from "../kubernetes/pod/error.ts";
import { formatPath } from "../kubernetes/pod/path.ts";
import { inspectPod } from "../kubernetes/pod/pod-schema.ts";
import type { ContainerTrace, PodTrace, TracedUse } from "../kubernetes/pod/trace/types.ts";
import type { ManifestPath } from "../kubernetes/pod/types.ts";
import { validateInspected, wrongTypes } from "../kubernetes/pod/validate/validate.ts";
import type { Part } from "../manifest/part.ts";
import { memberOf } from "../text/own-keys.ts";
import { type Node, nearestNodeAt, nodeAt, type Path } from "../yaml/node.ts";
import { findingsOfContainer } from "./container-findings.ts";
import type { EnvironmentSizes } from "./environment-size.ts";
import { fixOf } from "./fixes.ts";
import { LostDollars } from "./lost-dollar.ts";
import { isPartial } from "./partial-objects.ts";
import { firstLine, PodPlace, stringAt, type TextRange } from "./pod-place.ts";
import type { About, RawFinding } from "./raw-finding.ts";
import type { SourceText } from "./source-text.ts";
import {
  ANNOTATION,
  annotationSuppressions,
  type Suppression,
  type Suppressions,
  type WrongSuppression,
} from "./suppressions.ts";
import { findingOfUse, type Known, type UseFinding } from "./use-findings.ts";

export interface ManifestLintOptions {
  readonly profile: Profile;
  readonly world: "open" | "closed";
  /** Kinds of one's own that hold a pod template. */
  readonly extraKinds: readonly ExtraKind[];
  /** Whether something else sets a name. */
  isKnown(name: string): boolean;
  /** Whether messages name a place by its path, and not by its line. Default: false. */
  readonly tellsPaths?: boolean;
  /** Is called for each pod that is looked at. */
  readonly onPod?: (trace: PodTrace, place: PodPlace) => void;
}

/** What the parts of one file share. */
export interface ManifestFileContext {
  /** The objects that the pods of the file may refer to. */
  readonly clusters: PodClusters;
  readonly sizes: EnvironmentSizes;
  /** Whether a kustomization may add to the file's objects. */
  readonly isKustomized: boolean;
}

/** What has been found in a part of a file; offsets are in its text. */
export interface PartResult {
  readonly findings: readonly RawFinding[];
  readonly suppressions: Suppressions;
  readonly pods: number;
  /** How many of the documents are objects of Kubernetes. */
  readonly objects: number;
  readonly skipped: readonly SkippedObject[];
  /** Pods that cannot be resolved, and why. */
  readonly unresolved: readonly { readonly start: number; readonly message: string }[];
}

export function lintPart(
  part: { readonly documents: readonly Node[]; readonly list?: Part["list"] | undefined },
  source: SourceText,
  context: ManifestFileContext,
  options: ManifestLintOptions,
): PartResult {
  const lint = new PartLint(source, context, options);
  for (const document of part.documents) lint.document(document, part.list?.kind);
  return lint;
}

class PartLint implements PartResult {
  readonly findings: RawFinding[] = [];
  readonly suppressions: { readonly list: Suppression[]; readonly wrong: WrongSuppression[] } = { list: [], wrong: [] };
  readonly skipped: SkippedObject[] = [];
  readonly unresolved: { start: number; message: string }[] = [];
  pods = 0;
  objects = 0;
  private readonly source: SourceText;
  private readonly context: ManifestFileContext;
  private readonly options: ManifestLintOptions;
  /** What has been said: an alias says the same as its anchor. */
  private readonly said = new Set<string>();
  /** Where the annotations stand that have been read. */
  private readonly annotationsRead = new Set<number>();

  constructor(source: SourceText, context: ManifestFileContext, options: ManifestLintOptions) {
    this.source = source;
    this.context = context;
    this.options = options;
  }

  document(document: Node, listKind: string | undefined): void {
    let objects: ReturnType<typeof readManifestObjects>;
    try {
      objects = readManifestObjects(document.value, listKind, undefined, this.options.extraKinds);
    } catch (error) {
      if (!(error instanceof ManifestObjectError)) throw error;
      if (error.code !== "wrong-type") return;
      this.objects++;
      const node = nearestNodeAt(document, error.path);
      if (isPlaceholder(node.value)) return;
      const range = firstLine(this.source, node);
      this.add({ rule: "invalid-manifest", ...range, path: error.path, message: error.message });
      return;
    }
    // An empty document has no object.
    if (document.value !== null) this.objects++;
    for (const object of objects.skipped) this.skipped.push(object);
    for (const workload of objects.workloads) this.workload(document, workload);
  }

  private workload(document: Node, workload: Workload): void {
    this.pods++;
    const place = new PodPlace(this.source, document, workload, this.options.tellsPaths);
    this.annotations(place);
    const owner = workload.ownerPath.reduce<unknown>(memberOf, document.value);
    const { isKustomized } = this.context;
    if (isPartial(owner, workload.pod, isKustomized)) return;

    const inspected = inspectPod(workload.pod);
    const problems = workload.isBuiltIn ? validateInspected(inspected, this.options) : wrongTypes(inspected);
    const { object } = place;
    for (const { message, path } of problems) {
      if (isPlaceholder(place.nodeAt(path)?.value)) continue;
      const field = formatPath(place.pathOf(path).slice(workload.ownerPath.length));
      this.add({
        rule: "invalid-manifest",
        ...place.at(path),
        message: `${field}: ${message}`,
        same: message,
        object,
      });
    }
    if (inspected.wrong.length > 0) return;
    try {
      const trace = traceWorkload(workload, inspected, this.context.clusters, this.options);
      this.options.onPod?.(trace, place);
      const problemPaths = pathsTo(problems);
      const parameters = parametersOf(document, workload);
      const services = `${trace.namespace} ${workload.pod.spec?.enableServiceLinks}`;
      for (const container of trace.containers) {
        const known: Known = {
          isKnown: (name) => this.options.isKnown(name),
          parameters,
          dollars: new LostDollars(container),
        };
        const found: UseFinding[] = [];
        for (const use of container.uses) {
          const finding = findingOfUse(use, container, place, known);
          if (finding !== undefined) found.push(finding);
        }
        const ranges = place.rangesOfUses(found.map(({ use }) => use));
        for (const [i, { use, ...raw }] of found.entries()) {
          const range = ranges[i]!;
          const fix = fixOf(use, raw.rule, container, place, range);
          const about = fix && aboutOf(use, container, place);
          this.add({
            ...raw,
            ...range,
            path: place.pathOf(use.path),
            object,
            name: use.name,
            ...(fix && { fix, about }),
          });
        }
        for (const finding of findingsOfContainer(container, place, this.context.sizes, services, problemPaths)) {
          // A kustomization may add what is missing.
          if (isKustomized && finding.rule === "container-config-error") continue;
          this.add({ ...finding, object });
        }
      }
    } catch (error) {
      if (!(error instanceof ExpansionLimitError)) throw error;
      this.unresolved.push({ start: place.rangeOf(error.path).start, message: error.message });
    }
  }

  private add(finding: RawFinding): void {
    const { end, message, rule, start } = finding;
    const said = `${rule} ${start} ${end} ${message}`;
    if (this.said.has(said)) return;
    this.said.add(said);
    this.findings.push(finding);
  }

  /** The suppressions of the object's annotations, and of the pod's. */
  private annotations(place: PodPlace): void {
    const { document, workload } = place;
    for (const path of [workload.ownerPath, place.pathOf([])]) {
      const at = [...path, "metadata", "annotations", ANNOTATION];
      const value = at.reduce<unknown>(memberOf, document.value);
      // Most objects have none: their places are not read for this.
      if (typeof value !== "string") continue;
      const { start } = nodeAt(document, at)!;
      if (this.annotationsRead.has(start)) continue;
      this.annotationsRead.add(start);
      const { list, wrong } = annotationSuppressions(value, start, rangeOf(nodeAt(document, path)!));
      this.suppressions.list.push(...list);
      this.suppressions.wrong.push(...wrong);
    }
  }
}

/** An object's range; of an alias that of what it stands for, where the findings are. */
function rangeOf(node: Node): TextRange {
  const { start, end } = node.kind === "alias" ? node.target : node;
  return { start, end };
}

function aboutOf(use: TracedUse, { resolved }: ContainerTrace, place: PodPlace): About {
  const { path } = use;
  const inContainer = path.slice(resolved.path.length);
  const isVariable = inContainer[0] === "env";
  const variable = isVariable ? stringAt(place, [...path.slice(0, -1), "name"]) : undefined;
  return { path: inContainer, variable, use };
}

/** The paths of problems, and those of the objects that the problems are in. */
function pathsTo(problems: readonly { readonly path: ManifestPath }[]): Set<string> {
  const paths = new Set<string>();
  for (const { path } of problems) {
    for (let depth = 1; depth <= path.length; depth++) {
      if (typeof path[depth] !== "number") paths.add(formatPath(path.slice(0, depth)));
    }
  }
  return paths;
}

/** Whether another tool will put something else in a value's place: `${REPLICAS}`, `{$concat: ...}`. */
function isPlaceholder(value: unknown): boolean {
  if (typeof value === "string") return value.includes("${");
  return typeof value === "object" && value !== null && Object.keys(value).some((key) => key.startsWith("$"));
}

/** The names of an OpenShift Template's parameters, if the workload is an object of one. */
function parametersOf(document: Node, { ownerPath }: Workload): ReadonlySet<string> {
  if (ownerPath.at(-2) !== "objects") return NO_PARAMETERS;
  const template: Path = ownerPath.slice(0, -2);
  const parameters = memberOf(template.reduce<unknown>(memberOf, document.value), "parameters");
  const names = Array.isArray(parameters) ? parameters.map((parameter) => memberOf(parameter, "name")) : [];
  return new Set(names.filter((name) => typeof name === "string"));
}

const NO_PARAMETERS: ReadonlySet<string> = new Set();
