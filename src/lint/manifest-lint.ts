/** Findings in a part of a manifest. */

import type { Profile } from "../envfile/profile.ts";
import type { CustomKind } from "../kubernetes/cluster/kinds.ts";
import { type FileRole, isUnapplied } from "../kubernetes/cluster/not-applied.ts";
import { ManifestObjectError } from "../kubernetes/cluster/object-schema.ts";
import { type ManifestObjects, readManifestObjects, type SkippedObject } from "../kubernetes/cluster/objects.ts";
import type { PodClusters } from "../kubernetes/cluster/pod-cluster.ts";
import { inspectedKnown, problemsOf, traceWorkload } from "../kubernetes/cluster/workload-reader.ts";
import type { Workload } from "../kubernetes/cluster/workloads.ts";
import { fileAt, type SourceFile } from "../kubernetes/kustomize/index.ts";
import { ExpansionLimitError } from "../kubernetes/pod/error.ts";
import { formatPath } from "../kubernetes/pod/path.ts";
import type { UnknownTexts } from "../kubernetes/pod/sources/unknown-texts.ts";
import type { ContainerTrace, PodTrace, TracedUse } from "../kubernetes/pod/trace/types.ts";
import type { ManifestPath } from "../kubernetes/pod/types.ts";
import type { Part } from "../manifest/part-cursor.ts";
import type { Unknowns } from "../repository/unknowns.ts";
import { memberOf } from "../text/own-keys.ts";
import type { Node, Path } from "../yaml/node.ts";
import type { AppliedObjects } from "./applied-objects.ts";
import { type About, asNotes, MAX_FINDINGS, type RawFinding, type TextRange } from "./finding.ts";
import { PodPlace, stringAt } from "./pod-place.ts";
import { isEnvConsumer } from "./rules/containers/env-consumer.ts";
import type { LintedPod, SeenObject } from "./rules/rule.ts";
import { findingsOf, isLocalRule, useRules } from "./rules/rules.ts";
import type { SourceText } from "./source-text.ts";
import {
  annotationSuppressions,
  type Suppression,
  type Suppressions,
  unignored,
  type WrongSuppression,
} from "./suppressions.ts";

export interface ManifestLintOptions {
  readonly profile: Profile;
  readonly world: "open" | "closed";
  /** Custom kinds that contain a pod template. */
  readonly extraKinds: readonly CustomKind[];
  /** Whether something else sets a name. */
  isKnown(name: string): boolean;
  /** Called for each pod. */
  readonly onPod?: (trace: PodTrace, place: PodPlace) => void;
  /** Receives what the input does not determine. */
  readonly unknowns?: Unknowns;
}

export interface ManifestFileContext {
  /** The objects that the pods of the file can refer to. */
  readonly clusters: PodClusters;
  readonly role: FileRole;
  /** Whether a kustomization can change the objects. Default: whether they can be patched. */
  readonly isKustomized?: boolean;
  /** The objects that are applied with those of the file. */
  readonly applied?: AppliedObjects;
  /** Whether something that is not evaluated can change the objects: only local rules check them. */
  readonly isUnknown?: boolean;
  /** Whether Flux applies the objects, with server-side apply. */
  readonly isServerSide?: boolean;
  /** The texts that a substitution replaces with something unknown. */
  readonly unknownTexts?: UnknownTexts | undefined;
  /** Whether Flux replaces `${NAME}` in a file; undefined is the file itself. */
  isSubstitutedIn?(file: SourceFile | undefined): boolean;
}

/** Findings in a part of a file, with offsets into its text. */
export interface PartResult {
  readonly findings: readonly RawFinding[];
  readonly suppressions: Suppressions;
  /** The number of findings beyond `MAX_FINDINGS`. */
  readonly more: number;
  readonly pods: number;
  readonly skipped: readonly SkippedObject[];
  /** Pods that cannot be resolved, and why. */
  readonly unresolved: readonly (TextRange & { readonly message: string })[];
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
  readonly unresolved: (TextRange & { message: string })[] = [];
  pods = 0;
  more = 0;
  private readonly source: SourceText;
  private readonly context: ManifestFileContext;
  private readonly options: ManifestLintOptions;
  /** The findings so far: an alias repeats the findings of its anchor. */
  private readonly reported = new Set<string>();
  private readonly annotationsRead = new Set<number | undefined>();

  constructor(source: SourceText, context: ManifestFileContext, options: ManifestLintOptions) {
    this.source = source;
    this.context = context;
    this.options = options;
  }

  document(document: Node, listKind: string | undefined): void {
    const { context, options, source } = this;
    const { applied, role } = context;
    const { isKnown, profile, world } = options;
    const objects = this.objectsIn(document, listKind);
    const error = objects instanceof ManifestObjectError ? objects : undefined;
    if (error !== undefined && (error.code !== "wrong-type" || role.isExpected)) return;
    const workloads = objects instanceof ManifestObjectError ? [] : objects.workloads;
    const pods = workloads.flatMap((workload) => this.workload(document, workload) ?? []);
    if (isEnvConsumer(document.value)) this.annotations(document, [[]]);
    const object: SeenObject = {
      ...{ document, source, role, error, pods, applied, isKnown, profile, world },
      isSubstitutedIn: (file) => context.isSubstitutedIn?.(file) === true,
      // Most objects do not need those that pods refer to.
      get clusters() {
        return context.clusters;
      },
    };
    this.add(findingsOf("object", object).filter(({ rule }) => !context.isUnknown || isLocalRule(rule)));
  }

  private objectsIn(document: Node, listKind: string | undefined): ManifestObjects | ManifestObjectError {
    try {
      const objects = readManifestObjects(document.value, { listKind, customKinds: this.options.extraKinds });
      for (const object of objects.skipped) this.skipped.push(object);
      return objects;
    } catch (error) {
      if (error instanceof ManifestObjectError) return error;
      throw error;
    }
  }

  /** The pod of a workload, unless a test compares it with the cluster. */
  private workload(document: Node, workload: Workload): LintedPod | undefined {
    const { context, options } = this;
    const { clusters, role, isKustomized = role.isPatched, unknownTexts } = context;
    const place = new PodPlace(this.source, document, workload);
    this.annotations(document, [workload.ownerPath, place.pathOf([])]);
    const owner = workload.ownerPath.reduce<unknown>(memberOf, document.value);
    const isSkipped = isUnapplied(owner, workload.pod, role);
    if (isSkipped) options.unknowns?.add("not-applied", place.object);
    if (isSkipped && role.isExpected) return undefined;
    const isPartial = isSkipped || context.isUnknown === true;
    if (!isPartial) this.pods++;
    const inspected = inspectedKnown(workload.pod, unknownTexts);
    const problems = problemsOf(workload, inspected, options, unknownTexts);
    const { namespace = "" } = inspected.value.metadata ?? {};
    const [parameters, problemPaths] = [parametersOf(document, workload), pathsTo(problems)];
    const { isKnown, world } = options;
    const isReplaced = (path: ManifestPath) => context.isSubstitutedIn?.(fileAt(document, place.pathOf(path))) === true;
    const pod: LintedPod = {
      ...{
        place,
        namespace,
        clusters,
        parameters,
        problems,
        problemPaths,
        isKustomized,
        isKnown,
        isReplaced,
        world,
        isServerSide: context.isServerSide === true,
        isPartial,
        isExample: role.isExample === true,
      },
    };
    if (!isPartial) this.add(findingsOf("pod", pod));
    try {
      const trace = traceWorkload(workload, { ...inspected, wrong: [] }, clusters, { ...options, unknownTexts });
      if (inspected.wrong.length === 0 && !isPartial) options.onPod?.(trace, place);
      for (const container of trace.containers) {
        if (!isPartial) options.unknowns?.addContainer(container.resolved);
        const isChecked = ({ rule }: RawFinding) => !isPartial || isLocalRule(rule);
        this.add(findingsOfUses(container, pod).filter(isChecked));
        const ofContainer = findingsOf("container", { trace: container, pod });
        this.add(ofContainer.filter(isChecked).map((finding) => ({ ...finding, object: place.object })));
      }
    } catch (error) {
      if (!(error instanceof ExpansionLimitError)) throw error;
      this.unresolved.push({ ...place.rangeOf(error.path), message: error.message });
    }
    return pod;
  }

  private add(findings: readonly RawFinding[]): void {
    for (const finding of asNotes(findings, this.context.role.isUnused)) {
      if (this.findings.length === MAX_FINDINGS) {
        this.more++;
        continue;
      }
      const { end, inFile, message, rule, start } = finding;
      const id = `${rule} ${start} ${end} ${inFile?.path} ${message}`;
      // An annotation of an object that a kustomization puts together can be in another file.
      const ignoring = inFile === undefined ? [] : this.suppressions.list;
      if (!this.reported.has(id)) this.findings.push(...unignored([finding], ignoring));
      this.reported.add(id);
    }
  }

  /** Reads the suppressions in the annotations of the objects at these paths. */
  private annotations(document: Node, paths: readonly Path[]): void {
    for (const path of paths) {
      const { list, wrong } = annotationSuppressions(document, path);
      const at = (list[0] ?? wrong[0])?.at;
      if (this.annotationsRead.has(at)) continue;
      this.annotationsRead.add(at);
      this.suppressions.list.push(...list);
      this.suppressions.wrong.push(...wrong);
    }
  }
}

function findingsOfUses(container: ContainerTrace, pod: LintedPod): RawFinding[] {
  const { place } = pod;
  const found = container.uses.flatMap((use) => {
    return useRules(use.verdict).flatMap((rule) => {
      return rule.check({ use, trace: container, pod }).map((problem) => ({ rule, use, problem }));
    });
  });
  const ranges = place.rangesOfUses(found.map(({ use }) => use));
  return found.map(({ rule, problem, use }, i) => {
    const range = ranges[i]!;
    const fix = range.inFile === undefined ? problem.fix?.(range) : undefined;
    const about = fix && aboutOf(use, container, place);
    const { object } = place;
    const at = { ...range, path: place.pathOf(use.path), object, name: use.name };
    return { rule: rule.id, ...problem, ...at, fix, ...(about && { about }) };
  });
}

function aboutOf(use: TracedUse, { resolved }: ContainerTrace, place: PodPlace): About {
  const { path } = use;
  const inContainer = path.slice(resolved.path.length);
  const isVariable = inContainer[0] === "env";
  const variable = isVariable ? stringAt(place, [...path.slice(0, -1), "name"]) : undefined;
  return { path: inContainer, variable, use };
}

/** The paths of problems and of the objects that contain them. */
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
