/** A pod whose containers have some variables as somebody says them, whatever the manifest says. */

import { escapeDollars } from "../../expansion/escape.ts";
import { CONTAINER_LISTS } from "../pod/container-lists.ts";
import type { ConfigMap, Container, EnvVar, Pod } from "../pod/objects.ts";

/** The ConfigMap of the variables that no entry of `env` has. The API server takes no such name. */
const NAME = "<given>";

export interface SettledPod {
  readonly pod: Pod;
  /** Where the variables are that no entry of `env` has: for the pod's cluster. */
  readonly configMap: ConfigMap;
}

/**
 * The pod with these variables in every container: in place of the entries of `env` with their names, or else as the last
 * source of `envFrom`. So what refers to them sees them, and everything else stands where it stood.
 */
export function settledPod(pod: Pod, variables: ReadonlyMap<string, string>): SettledPod {
  const { namespace } = pod.metadata ?? {};
  const configMap = { metadata: { name: NAME, ...(namespace && { namespace }) }, data: Object.fromEntries(variables) };
  const spec: Record<string, unknown> = { ...pod.spec };
  for (const list of CONTAINER_LISTS) {
    const containers = pod.spec?.[list];
    if (containers) spec[list] = containers.map((container) => settledContainer(container, variables));
  }
  return { pod: { ...pod, spec }, configMap };
}

function settledContainer(container: Container, variables: ReadonlyMap<string, string>): Container {
  const env = container.env?.map((entry): EnvVar => {
    const value = variables.get(entry.name ?? "");
    return value === undefined ? entry : { name: entry.name!, value: escapeDollars(value) };
  });
  const envFrom = [...(container.envFrom ?? []), { configMapRef: { name: NAME } }];
  return { ...container, ...(env && { env }), envFrom };
}
