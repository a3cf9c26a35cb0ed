/** Finds the problems with variables, volumes, and mounts for which the API server would reject a pod. */

import type { Profile } from "../../../envfile/profile.ts";
import { checkObject } from "../../../text/argument.ts";
import { containersOf } from "../container-lists.ts";
import type { Pod, ResourceRequirements } from "../objects.ts";
import { formatPath } from "../path.ts";
import { type Inspected, inspectPod } from "../pod-schema.ts";
import { parseQuantity } from "../quantity.ts";
import { validateEnv, validateEnvFrom } from "./env.ts";
import { type PodProblem, PodProblems } from "./problems.ts";
import { validateMounts, validateName, validateUseOfEnvFiles, validateVolumes } from "./volumes.ts";

/** The options of `validatePod`. */
export interface ValidateOptions {
  /** `design` follows the design documents, `kubelet` the API server of release 1.35. Default: `design`. */
  readonly profile?: Profile;
}

/**
 * Validates the names of containers, volumes and variables, and everything that a variable or a mount refers to within
 * the pod. The pod is a manifest: what the API server sets by default may be missing.
 *
 * @returns the problems, grouped by container
 * @example
 * validatePod({ spec: { containers: [{ name: "app", env: [{ name: "A=B" }] }] } })[0]?.path
 * // ["spec", "containers", 0, "env", 0, "name"]
 */
export function validatePod(pod: Pod, options: ValidateOptions = {}): PodProblem[] {
  if (pod === undefined) checkObject(pod, "pod");
  return validateInspected(inspectPod(pod), options);
}

/** Validates a pod whose types have been checked. A member with a wrong type has no other problems. */
export function validateInspected(inspected: Inspected<Pod>, { profile = "design" }: ValidateOptions): PodProblem[] {
  const { value, wrong } = inspected;
  const problems = problemsOf(value, profile);
  if (wrong.length === 0) return problems;
  const wrongPaths = new Set(wrong.map(({ path }) => formatPath(path)));
  const isBelowWrong = ({ path }: PodProblem) =>
    [...path, ""].some((_, i) => wrongPaths.has(formatPath(path.slice(0, i))));
  return [...wrongTypes(inspected), ...problems.filter((problem) => !isBelowWrong(problem))];
}

export function wrongTypes({ wrong }: Inspected<Pod>): PodProblem[] {
  return wrong.map(({ path, message }) => ({ code: "wrong-type", path, message }));
}

function problemsOf({ spec = {} }: Pod, profile: Profile): PodProblem[] {
  const problems = new PodProblems();
  const volumes = validateVolumes(spec.volumes ?? [], problems);
  if (!spec.containers?.length) problems.at("spec", "containers").required();
  if (spec.resources) validateResources(spec.resources, problems.at("spec", "resources"));
  const names = new Set<string>();
  const containers = containersOf(spec);
  for (const { container, path } of containers) {
    const at = problems.at(...path);
    const { name = "" } = container;
    validateName(name, names.has(name), at);
    names.add(name);
    validateEnvFrom(container, at);
    validateEnv(container, volumes, profile, at);
    if (container.resources) validateResources(container.resources, at.at("resources"));
    validateMounts(container, volumes, at);
  }
  if (profile === "design") validateUseOfEnvFiles(containers, problems);
  return problems.list;
}

function validateResources({ limits, requests }: ResourceRequirements, at: PodProblems): void {
  for (const [kind, amounts] of Object.entries({ limits, requests })) {
    for (const [name, amount] of Object.entries(amounts ?? {})) {
      if (amount !== undefined && parseQuantity(amount) === undefined)
        at.at(kind, name).invalid(`${amount}`, "must be a quantity, such as 500m or 2Gi");
    }
  }
}
