/** The types of rules, and helpers for their examples. */

import type { PodClusters } from "../../kubernetes/cluster/pod-cluster.ts";
import { PROBES } from "../../kubernetes/pod/resolve/resolve-container.ts";
import { isStrictVariableName } from "../../kubernetes/pod/sources/names.ts";
import type { ContainerTrace, TracedUse, UseVerdict } from "../../kubernetes/pod/trace/types.ts";
import type { ManifestPath } from "../../kubernetes/pod/types.ts";
import type { RawFinding, RawFix, Severity, TextRange } from "../finding.ts";
import { type PodPlace, shownName } from "../pod-place.ts";

/** A file of an example. */
export interface ExampleFile {
  readonly name: string;
  readonly text: string;
}

export type Example = readonly ExampleFile[];

export interface Rule {
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
}

/** A pod and its surroundings, except the traces of its containers. */
export interface LintedPod {
  readonly place: PodPlace;
  readonly namespace: string;
  readonly clusters: PodClusters;
  /** The parameters of the OpenShift Template that the pod is in. */
  readonly parameters: ReadonlySet<string>;
  /** The paths of problems that `invalid-manifest` reports. */
  readonly problemPaths: ReadonlySet<string>;
  /** Whether a kustomization can change the pod. */
  readonly isKustomized: boolean;
  /** Whether the configuration or a kustomization says that a name is set. */
  isKnown(name: string): boolean;
}

/** A rule about single references. */
export interface UseRule extends Rule {
  /** The verdicts that the rule checks. */
  readonly verdicts: readonly UseVerdict[];
  /** The problem with a use; undefined if it is correct or unknown. */
  check(
    use: TracedUse,
    trace: ContainerTrace,
    pod: LintedPod,
  ): Pick<RawFinding, "message" | "same" | "meant"> | undefined;
  /** The fix, if it has only one possible result. `range` is the range of the use in the text. */
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

/** The same with a ConfigMap. */
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
