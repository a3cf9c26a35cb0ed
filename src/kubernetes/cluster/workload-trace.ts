/** The traces of workloads' pods. */

import type { Pod } from "../pod/objects.ts";
import type { Inspected } from "../pod/pod-schema.ts";
import { traceInspected } from "../pod/trace/trace.ts";
import type { PodTrace } from "../pod/trace/types.ts";
import type { ResolveOptions } from "../pod/types.ts";
import { injectedVariables } from "./injected-variables.ts";
import type { PodClusters } from "./pod-cluster.ts";
import type { Workload } from "./workloads.ts";

/**
 * The trace of a workload's pod, with what the controller of its owner sets.
 *
 * @throws PodError, ExpansionLimitError
 */
export function traceWorkload(
  { owner, isPartial }: Workload,
  inspected: Inspected<Pod>,
  clusters: PodClusters,
  { profile = "design", world = "open" }: Pick<ResolveOptions, "profile" | "world">,
): PodTrace {
  const { pod, cluster } = clusters.of(inspected.value);
  const injected = injectedVariables(owner, isPartial);
  const options = { profile, world, input: "manifest", ...(injected && { injected }) } as const;
  return traceInspected({ ...inspected, value: pod }, cluster, options);
}
