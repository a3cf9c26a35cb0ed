/** What the API server has against a pod, as far as variables are concerned: every problem, not only the first. */

import type { Profile } from "../envfile/profile.ts";
import { containersOf } from "./container-lists.ts";
import type { Container, Pod } from "./objects.ts";
import { type Inspected, inspectPod } from "./pod-schema.ts";
import { type PodProblem, PodProblems } from "./problems.ts";
import { dnsLabelProblems } from "./qualified-name.ts";
import { parseQuantity } from "./quantity.ts";
import type { ManifestPath } from "./types.ts";
import { validateEnv, validateEnvFrom } from "./validate-env.ts";
import { validateMounts, validateUseOfEnvFiles, validateVolumes } from "./validate-volumes.ts";

/** How a pod is validated. */
export interface ValidateOptions {
  /** `design` follows the design documents, `kubelet` the API server of release 1.35. Default: `design`. */
  readonly profile?: Profile;
}

/**
 * Validates the names of containers, volumes and variables, and everything that a variable or a mount refers to within
 * the pod. The pod is a manifest: what the API server sets by default may be missing.
 *
 * @returns the problems, those of one container together; empty if there are none
 * @example
 * validatePod({ spec: { containers: [{ name: "app", env: [{ name: "A=B" }] }] } })[0]?.path
 * // ["spec", "containers", 0, "env", 0, "name"]
 */
export function validatePod(pod: Pod, options: ValidateOptions = {}): PodProblem[] {
  return validateInspected(inspectPod(pod), options);
}

/** Validates a pod whose types have been checked: of a member with a wrong type, that is the only problem. */
export function validateInspected(
  { value, wrong }: Inspected<Pod>,
  { profile = "design" }: ValidateOptions,
): PodProblem[] {
  const problems = problemsOf(value, profile);
  if (wrong.length === 0) return problems;
  const wrongPaths = new Set(wrong.map(({ path }) => JSON.stringify(path)));
  const others = problems.filter(
    ({ path }) => !path.some((_, i) => wrongPaths.has(JSON.stringify(path.slice(0, i + 1)))),
  );
  return [...wrong.map(({ path, message }) => ({ code: "wrong-type", path, message }) as const), ...others];
}

function problemsOf({ spec = {} }: Pod, profile: Profile): PodProblem[] {
  const problems = new PodProblems();
  const volumes = validateVolumes(spec.volumes ?? [], problems);
  if (!spec.containers?.length) problems.required(["spec", "containers"]);
  const names = new Set<string>();
  for (const { container, path } of containersOf(spec)) {
    validateName(container.name ?? "", names, [...path, "name"], problems);
    validateEnvFrom(container, path, problems);
    validateEnv(container, path, volumes, profile, problems);
    validateResources(container, path, problems);
    validateMounts(container, path, volumes, problems);
  }
  if (profile === "design") validateUseOfEnvFiles(spec, problems);
  return problems.list;
}

function validateName(name: string, taken: Set<string>, path: ManifestPath, problems: PodProblems): void {
  if (name === "") problems.required(path);
  else if (taken.has(name)) problems.duplicate(path, name);
  else problems.invalidFor(path, name, dnsLabelProblems(name));
  taken.add(name);
}

function validateResources({ resources }: Container, path: ManifestPath, problems: PodProblems): void {
  for (const kind of ["limits", "requests"] as const) {
    for (const [name, amount] of Object.entries(resources?.[kind] ?? {})) {
      if (parseQuantity(amount) !== undefined) continue;
      problems.invalid([...path, "resources", kind, name], `${amount}`, "must be a quantity, such as 500m or 2Gi");
    }
  }
}
