/** Findings in manifests: one part of a file after the other. */

import type { Profile } from "../envfile/profile.ts";
import type { ExtraKind } from "../kubernetes/cluster/kinds.ts";
import { ManifestObjectError } from "../kubernetes/cluster/object-schema.ts";
import { readManifestObjects, type SkippedObject } from "../kubernetes/cluster/objects.ts";
import type { PodClusters } from "../kubernetes/cluster/pod-cluster.ts";
import { traceWorkload } from "../kubernetes/cluster/workload-reader.ts";
import type { Workload } from "../kubernetes/cluster/workloads.ts";
import { ExpansionLimitError } from "../kubernetes/pod/error.ts";
import { formatPath } from "../kubernetes/pod/path.ts";
import { inspectPod } from "../kubernetes/pod/pod-schema.ts";
import type { ContainerTrace, PodTrace, TracedUse } from "../kubernetes/pod/trace/types.ts";
import type { ManifestPath } from "../kubernetes/pod/types.ts";
import { validateInspected, wrongTypes } from "../kubernetes/pod/validate/validate.ts";
import type { Part } from "../manifest/part.ts";
import { memberOf } from "../text/own-keys.ts";
import { type Node, nodeAt, type Path } from "../yaml/node.ts";
import { isPartial } from "./partial-objects.ts";
import { PodPlace, stringAt, type TextRange } from "./pod-place.ts";
import type { About, RawFinding } from "./raw-finding.ts";
import { invalidObject, invalidPod } from "./rules/containers/invalid-manifest.ts";
import type { LintedPod, UseRule } from "./rules/rule.ts";
import { CONTAINER_RULES, USE_RULES } from "./rules/rules.ts";
import type { SourceText } from "./source-text.ts";
import {
  ANNOTATION,
  annotationSuppressions,
  type Suppression,
  type Suppressions,
  type WrongSuppression,
} from "./suppressions.ts";

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
  /** What was reported: an alias has the findings of its anchor. */
  private readonly reported = new Set<string>();
  /** The offsets of the annotations that were read. */
  private readonly annotationsRead = new Set<number>();

  constructor(source: SourceText, context: ManifestFileContext, options: ManifestLintOptions) {
    this.source = source;
    this.context = context;
    this.options = options;
  }

  document(document: Node, listKind: string | undefined): void {
    try {
      const objects = readManifestObjects(document.value, listKind, undefined, this.options.extraKinds);
      // An empty document has no object.
      if (document.value !== null) this.objects++;
      for (const object of objects.skipped) this.skipped.push(object);
      for (const workload of objects.workloads) this.workload(document, workload);
    } catch (error) {
      if (!(error instanceof ManifestObjectError)) throw error;
      if (error.code !== "wrong-type") return;
      this.objects++;
      this.add(invalidObject(error, document, this.source));
    }
  }

  private workload(document: Node, workload: Workload): void {
    const { context, options } = this;
    const { clusters, isKustomized } = context;
    this.pods++;
    const place = new PodPlace(this.source, document, workload, options.tellsPaths);
    this.annotations(place);
    const owner = workload.ownerPath.reduce<unknown>(memberOf, document.value);
    if (isPartial(owner, workload.pod, isKustomized)) return;
    const inspected = inspectPod(workload.pod);
    const problems = workload.isBuiltIn ? validateInspected(inspected, options) : wrongTypes(inspected);
    this.add(invalidPod(problems, place));
    if (inspected.wrong.length > 0) return;
    try {
      const trace = traceWorkload(workload, inspected, clusters, options);
      options.onPod?.(trace, place);
      const { isKnown } = options;
      const { namespace } = trace;
      const [parameters, problemPaths] = [parametersOf(document, workload), pathsTo(problems)];
      const pod: LintedPod = { place, namespace, clusters, parameters, problemPaths, isKustomized, isKnown };
      for (const container of trace.containers) {
        this.add(findingsOfUses(container, pod));
        this.add(findingsOfContainer(container, pod));
      }
    } catch (error) {
      if (!(error instanceof ExpansionLimitError)) throw error;
      this.unresolved.push({ start: place.rangeOf(error.path).start, message: error.message });
    }
  }

  private add(findings: readonly RawFinding[]): void {
    for (const finding of findings) {
      const { end, message, rule, start } = finding;
      const id = `${rule} ${start} ${end} ${message}`;
      if (!this.reported.has(id)) this.findings.push(finding);
      this.reported.add(id);
    }
  }

  /** The suppressions of the object's annotations, and of the pod's. */
  private annotations(place: PodPlace): void {
    const { document, workload } = place;
    for (const path of [workload.ownerPath, place.pathOf([])]) {
      const at = [...path, "metadata", "annotations", ANNOTATION];
      const value = at.reduce<unknown>(memberOf, document.value);
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

const RULES_OF_VERDICTS = new Map<string, UseRule[]>();
for (const rule of USE_RULES) {
  for (const verdict of rule.verdicts) {
    RULES_OF_VERDICTS.set(verdict, [...(RULES_OF_VERDICTS.get(verdict) ?? []), rule]);
  }
}

function findingsOfUses(container: ContainerTrace, pod: LintedPod): RawFinding[] {
  const { place } = pod;
  const found = container.uses.flatMap((use) => {
    const rules = RULES_OF_VERDICTS.get(use.verdict) ?? [];
    return rules.flatMap((rule) => {
      const said = rule.check(use, container, pod);
      return said === undefined ? [] : { rule, use, said };
    });
  });
  const ranges = place.rangesOfUses(found.map(({ use }) => use));
  return found.map(({ rule, said, use }, i) => {
    const range = ranges[i]!;
    const fix = rule.fix?.(use, container, place, range);
    const about = fix && aboutOf(use, container, place);
    const { object } = place;
    const at = { ...range, path: place.pathOf(use.path), object, name: use.name };
    return { rule: rule.id, ...said, ...at, ...(fix && { fix, about }) };
  });
}

function findingsOfContainer(container: ContainerTrace, pod: LintedPod): RawFinding[] {
  const { object } = pod.place;
  return CONTAINER_RULES.flatMap((rule) =>
    rule.check(container, pod).map((finding) => ({ ...finding, rule: rule.id, object })),
  );
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

/** The names of an OpenShift Template's parameters, if the workload is an object of one. */
function parametersOf(document: Node, { ownerPath }: Workload): ReadonlySet<string> {
  if (ownerPath.at(-2) !== "objects") return NO_PARAMETERS;
  const template: Path = ownerPath.slice(0, -2);
  const parameters = memberOf(template.reduce<unknown>(memberOf, document.value), "parameters");
  const names = Array.isArray(parameters) ? parameters.map((parameter) => memberOf(parameter, "name")) : [];
  return new Set(names.filter((name) => typeof name === "string"));
}

const NO_PARAMETERS: ReadonlySet<string> = new Set();
