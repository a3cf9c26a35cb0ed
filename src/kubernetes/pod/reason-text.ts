/** The only place that words why a `$` sequence is, or is not, expanded. */

import type { UseReason } from "./reasons.ts";
import type { UnresolvedReference, VariableSource } from "./types.ts";

/** What the words depend on: a use of the trace, or an unresolved reference of a resolved pod. */
export interface Reasoned extends Pick<UnresolvedReference, "name" | "path" | "need"> {
  readonly reason: UseReason;
  readonly source?: VariableSource;
}

const WORDS: Readonly<Record<UseReason, string>> = {
  expanded: "the value is known",
  escaped: "$$ escapes it",
  "declared-later": "the variable is declared later",
  "self-reference": "the variable refers to itself before it is set",
  undefined: "the variable is not defined",
  "undefined-in-shell": "no variable has the name, and a shell reads the text",
  "optional-missing": "its optional source does not exist",
  "not-in-env": "a probe sees only what env sets",
  "empty-sub-path": "subPathExpr does not accept an empty value",
  "default-value": "Kubernetes has no default values",
  unclosed: "it has no closing parenthesis",
  "other-syntax": "no shell reads it",
  shell: "a shell reads the text",
  unknown: "unknown",
  field: "this field is never expanded",
  "source-value": "values of ConfigMaps are never expanded",
};

/** Members at any depth that are never expanded. The first one on the path to the text counts. */
const FIELDS: Readonly<Record<string, string>> = {
  lifecycle: "lifecycle hooks are never expanded",
  httpGet: "httpGet is never expanded",
  tcpSocket: "tcpSocket is never expanded",
  grpc: "grpc is never expanded",
  image: "image is never expanded",
  workingDir: "workingDir is never expanded",
  mountPath: "mountPath is never expanded",
  subPath: "subPath is never expanded; subPathExpr is",
  valueFrom: "valueFrom is never expanded",
};

/**
 * Words the reason of a use, as all commands and events do.
 *
 * @param use a use of a trace, or a reference of `ResolvedContainer.unresolved`
 * @param declaredAt where the variable is declared, if it is declared later: `at line 12`
 * @returns a clause that can contain names from the input, so it is not safe for a terminal
 * @example
 * const [reference] = resolvePod(pod).containers[0].unresolved;
 * `$(${reference.name}) is not expanded: ${reasonText(reference)}` // "…: the variable is not defined"
 */
export function reasonText({ name, need, path, reason, source }: Reasoned, declaredAt?: string): string {
  if (need !== undefined) return needText(need.needs);
  if (reason === "declared-later" && declaredAt !== undefined) return `${WORDS[reason]} ${declaredAt}`;
  if (reason === "escaped" && name === "") return "$$ is an escaped $";
  if (reason === "field") {
    const step = path.find((step) => typeof step === "string" && Object.hasOwn(FIELDS, step));
    return step === undefined ? WORDS[reason] : FIELDS[step]!;
  }
  if (reason === "source-value") {
    if (source?.kind === "fileKeyRef") return "values of env files are never expanded";
    if (source?.kind === "secretRef" || source?.kind === "secretKeyRef") return "values of Secrets are never expanded";
  }
  return WORDS[reason];
}

/**
 * Words where a variable is declared.
 *
 * @param place undefined if the manifest does not contain the entry of `env`: the Job controller appends it
 */
export function declaredAt(place: string | undefined): string {
  return place === undefined ? "by the Job controller" : `at ${place}`;
}

/** @param needs what a value needs that is unknown, as in `Need` */
export function needText(needs: string): string {
  return `unknown: needs ${needs}`;
}
