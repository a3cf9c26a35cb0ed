/** What a rule is: what it sees, and how it checks it, and helpers of several rules. */

import type { FileRole } from "../../kubernetes/cluster/not-applied.ts";
import type { ManifestObjectError } from "../../kubernetes/cluster/object-schema.ts";
import type { PodClusters } from "../../kubernetes/cluster/pod-cluster.ts";
import type { Rendering, SourceFile } from "../../kubernetes/kustomize/index.ts";
import { PROBES } from "../../kubernetes/pod/resolve/resolve-container.ts";
import { isStrictVariableName } from "../../kubernetes/pod/sources/names.ts";
import type { ContainerTrace, TracedUse, UseVerdict } from "../../kubernetes/pod/trace/types.ts";
import type { ManifestPath, Need, ResolveOptions } from "../../kubernetes/pod/types.ts";
import type { PodProblem } from "../../kubernetes/pod/validate/problems.ts";
import type { Node } from "../../yaml/node.ts";
import type { AppliedObjects } from "../applied-objects.ts";
import type { Severity } from "../finding.ts";
import { type PodPlace, shownName } from "../pod-place.ts";
import type { SourceText } from "../source-text.ts";
import type { LintedCompose } from "./compose/compose-place.ts";
import type { SeenEnvFile } from "./envfile/judge.ts";
import type { Example } from "./example.ts";
import type { SeenFluxSet, SeenKustomization } from "./flux/flux-place.ts";
import type { Problem, ProjectProblem, SetProblem, UseProblem } from "./problem.ts";
import type { SeenProject } from "./project/project-document.ts";

/** What rules see: the context of each kind of thing that they check. */
export interface Seen {
  /** A `$` sequence in a container. */
  readonly use: SeenUse;
  readonly container: SeenContainer;
  /** A pod, whether or not it can be traced. */
  readonly pod: LintedPod;
  /** An object of a manifest, or one that kustomize or Flux renders. */
  readonly object: SeenObject;
  /** What a Kustomization of Flux applies. */
  readonly set: SeenFluxSet;
  /** A Kustomization of Flux that is not evaluated. */
  readonly kustomization: SeenKustomization;
  /** A kustomization, or what a Kustomization of Flux applies, as kustomize builds it. */
  readonly build: SeenBuild;
  readonly envFile: SeenEnvFile;
  readonly compose: LintedCompose;
  /** A Garden project. */
  readonly project: SeenProject;
}

/** What a rule finds in a thing. */
export interface Found {
  /** The session places a problem with a use, and calls `fix` with the range. */
  readonly use: UseProblem;
  readonly container: Problem;
  readonly pod: Problem;
  readonly object: Problem;
  readonly set: SetProblem;
  readonly kustomization: Problem;
  readonly build: Problem;
  readonly envFile: Problem;
  readonly compose: Problem;
  readonly project: ProjectProblem;
}

export type SeenKind = keyof Seen;

export interface Rule<K extends SeenKind = SeenKind> {
  /** Permanent, because users write it into their files. */
  readonly id: string;
  /** The default. */
  readonly severity: Severity | "off";
  /** One line, without a period. */
  readonly short: string;
  /** Why it matters and what to do: Markdown, in paragraphs. */
  readonly full: string;
  /** An example with a finding... */
  readonly triggers: Example;
  /** ...and one without. */
  readonly passes: Example;
  /** Whether a finding holds whatever else about the object is unknown, for example in a patch. */
  readonly isLocal?: true;
  /** `--fix` can fix findings, unless several results are possible. */
  readonly isFixable?: true;
  /** The kind of thing that the rule checks. */
  readonly sees: K;
  /** The problems with a thing; none if it is correct or unknown. */
  check(context: Seen[K]): readonly Found[K][];
}

/** A rule about single references. */
export interface UseRule extends Rule<"use"> {
  /** The verdicts that the rule checks. */
  readonly verdicts: readonly UseVerdict[];
}

/** A pod and its surroundings, except the traces of its containers. */
export interface LintedPod {
  readonly place: PodPlace;
  readonly namespace: string;
  readonly clusters: PodClusters;
  /** The parameters of the OpenShift Template that the pod is in. */
  readonly parameters: ReadonlySet<string>;
  /** Why the API server rejects the pod. */
  readonly problems: readonly PodProblem[];
  /** The paths of these problems, and of the objects that contain them. */
  readonly problemPaths: ReadonlySet<string>;
  /** `closed`: objects outside the input do not exist. */
  readonly world: "open" | "closed";
  /** Whether parts of the pod are not known, such as the command of a container: only local rules check it. */
  readonly isPartial: boolean;
  /** Whether the name of its file says that people copy it and fill in values. */
  readonly isExample: boolean;
  /** Whether it is certain that the object is applied with server-side apply. */
  readonly isServerSide: boolean;
  /** Whether a kustomization can change the pod. */
  readonly isKustomized: boolean;
  /** Whether Flux replaces `${NAME}` in the string at a path. */
  isReplaced(path: ManifestPath): boolean;
  /** Whether the configuration or a kustomization says that a name is set. */
  isKnown(name: string): boolean;
}

export interface SeenObject extends Required<Pick<ResolveOptions, "profile" | "world">> {
  readonly document: Node;
  readonly source: SourceText;
  readonly role: FileRole;
  /** Why the document is not an object; then it has no pods. */
  readonly error: ManifestObjectError | undefined;
  /** The pods in it, some of which may be partial. */
  readonly pods: readonly LintedPod[];
  readonly clusters: PodClusters;
  /** The objects that are applied with it. */
  readonly applied: AppliedObjects | undefined;
  /** Whether Flux replaces `${NAME}` in a file; undefined is the file of the document. */
  isSubstitutedIn(file: SourceFile | undefined): boolean;
  /** Whether the configuration or a kustomization says that a name is set. */
  isKnown(name: string): boolean;
}

/** What kustomize builds. `sourceOf` reads one of its files. */
export interface SeenBuild {
  readonly unevaluated: Rendering["unevaluated"];
  sourceOf(path: string): SourceFile;
  /** The path of a file below the folder that is searched. */
  pathInSearch(path: string): string;
  /** Whether a file is in a folder of tests, some of which fail on purpose. */
  isOfTest(path: string): boolean;
}

export interface SeenContainer {
  readonly trace: ContainerTrace;
  readonly pod: LintedPod;
}

export interface SeenUse extends SeenContainer {
  readonly use: TracedUse;
}

export function isInProbe(path: ManifestPath): boolean {
  return path.some((step) => (PROBES as ManifestPath).includes(step));
}

/** Whether an object that is not in the input may set a name. */
export function isObjectNeed({ needsKind }: Need): boolean {
  return needsKind === "object" || needsKind === "service";
}

/** Commands in `$(…)` where no shell runs: POSIX commands with output, and a few more. */
const COMMANDS = new Set(
  (
    "arch awk base64 basename cat curl cut date df dig dirname du echo env expr find free getconf getent git grep groups " +
    "head hostname id ifconfig ip jcmd jps jq kubectl locale logname ls mktemp mount netstat nproc nslookup openssl pidof " +
    "pgrep printenv printf ps pwd readlink realpath sed seq sort ss stat tail tr tty umask uname uptime uuidgen wc wget " +
    "which who whoami"
  ).split(" "),
);

/** Whether a name in `$(…)` is a command or other text that cannot be a variable. */
export function isCommand(name: string): boolean {
  return !isStrictVariableName(name) || COMMANDS.has(name);
}

export function stays(name: string): string {
  return `$(${shownName(name)}) is not expanded`;
}
