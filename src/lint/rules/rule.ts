/** What a rule is: its name, what it says, examples, and what it looks for. */

import type { PodClusters } from "../../kubernetes/cluster/pod-cluster.ts";
import { PROBES } from "../../kubernetes/pod/resolve/resolve-container.ts";
import type { ContainerTrace, TracedUse, UseVerdict } from "../../kubernetes/pod/trace/types.ts";
import type { ManifestPath } from "../../kubernetes/pod/types.ts";
import type { Severity } from "../finding.ts";
import { type PodPlace, shownName, type TextRange } from "../pod-place.ts";
import type { RawFinding, RawFix } from "../raw-finding.ts";

/** A file of an example. */
export interface ExampleFile {
  readonly name: string;
  readonly text: string;
}

/** Files that a rule has something to say about, or nothing. */
export type Example = readonly ExampleFile[];

export interface Rule {
  /** Never changes: people write it into their files. */
  readonly id: string;
  /** Where it is not set otherwise. */
  readonly severity: Severity;
  /** One line, without a full stop. */
  readonly short: string;
  /** Why it matters and what to do: Markdown, in paragraphs. */
  readonly full: string;
  /** The rule has a finding about this... */
  readonly triggers: Example;
  /** ...and none about this. */
  readonly passes: Example;
}

/** What is known about a pod, besides the traces of its containers. */
export interface LintedPod {
  readonly place: PodPlace;
  readonly namespace: string;
  readonly clusters: PodClusters;
  /** The parameters of the OpenShift Template that the pod is in. */
  readonly parameters: ReadonlySet<string>;
  /** What the API server refuses already. */
  readonly problemPaths: ReadonlySet<string>;
  /** Whether a kustomization may add to the pod. */
  readonly isKustomized: boolean;
  /** Whether something else sets a name, according to the configuration or a kustomization. */
  isKnown(name: string): boolean;
}

/** A rule about single references: a view of the trace's verdict. */
export interface UseRule extends Rule {
  /** The verdicts that the rule is about. */
  readonly verdicts: readonly UseVerdict[];
  /** What is wrong with a use; undefined if it is as it should be, or unknown. */
  check(
    use: TracedUse,
    trace: ContainerTrace,
    pod: LintedPod,
  ): { readonly message: string; readonly same?: string } | undefined;
  /** The fix, if there is only one possible result. `range` is that of the use in the text. */
  fix?(use: TracedUse, trace: ContainerTrace, place: PodPlace, range: TextRange): RawFix | undefined;
}

/** A rule about a container as a whole. */
export interface ContainerRule extends Rule {
  check(trace: ContainerTrace, pod: LintedPod): readonly Omit<RawFinding, "rule">[];
}

export function isInProbe(path: ManifestPath): boolean {
  return path.some((step) => (PROBES as ManifestPath).includes(step));
}

/** Whether an entry of `env` refers to itself. */
export function isSelfReference({ declaration, path }: TracedUse): boolean {
  return declaration?.at(-1) === path.at(-2);
}

export function stays(name: string): string {
  return `$(${shownName(name)}) stays as written`;
}

/** An example of one manifest: a pod with a container that has these lines. */
export function container(lines: string): Example {
  const indented = lines.trim().replace(/^(?=.)/gm, "    ");
  const text = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: app
    image: example/app
${indented}
`;
  return [{ name: "pod.yaml", text }];
}

/** The same beside a ConfigMap. */
export function withSettings(lines: string): Example {
  const settings = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  HOST: db
---
`;
  return container(lines).map(({ name, text }) => ({ name, text: settings + text }));
}

export function envFile(text: string): Example {
  return [{ name: "app.env", text }];
}
