/** The containers whose variables other objects read. */

import { ExpansionLimitError } from "../../../kubernetes/pod/error.ts";
import { inspectPod } from "../../../kubernetes/pod/pod-schema.ts";
import { traceInspected } from "../../../kubernetes/pod/trace/trace.ts";
import type { ContainerTrace } from "../../../kubernetes/pod/trace/types.ts";
import { getOrAdd } from "../../../text/grouped.ts";
import type { Path } from "../../../yaml/node.ts";
import type { RawFinding } from "../../finding.ts";
import { shownName } from "../../pod-place.ts";
import type { SeenObject } from "../rule.ts";

export type UnsetRead = Pick<RawFinding, "atMost" | "message" | "meant">;

export interface Read {
  readonly name: string;
  readonly path: Path;
  /** Returns undefined if the variable is set or unknown. */
  readonly problem: (environments: Environments) => UnsetRead | undefined;
}

/** The containers of pods, with their variables. */
export class Environments {
  private readonly object: Pick<SeenObject, "clusters" | "profile" | "world">;
  private readonly traces = new Map<unknown, readonly ContainerTrace[]>();

  constructor(object: Environments["object"]) {
    this.object = object;
  }

  /** The containers of a pod's spec; none if it cannot be resolved. */
  of(spec: unknown, namespace: string): readonly ContainerTrace[] {
    return getOrAdd(this.traces, spec, () => this.tracesOf(spec, namespace));
  }

  private tracesOf(spec: unknown, namespace: string): readonly ContainerTrace[] {
    const inspected = inspectPod({ metadata: { ...(namespace && { namespace }) }, spec: spec as object });
    if (inspected.wrong.length > 0) return [];
    const { clusters, profile, world } = this.object;
    const { cluster, pod } = clusters.of(inspected.value);
    try {
      const { containers } = traceInspected({ value: pod, wrong: [] }, cluster, { profile, world, input: "manifest" });
      return containers.filter(({ resolved }) => resolved.kind === "container");
    } catch (error) {
      if (error instanceof ExpansionLimitError) return [];
      throw error;
    }
  }
}

export function missing(name: string, container: ContainerTrace, where: string): UnsetRead {
  const meant = container.closestTo(name);
  const hint = meant === undefined ? "" : `; did you mean ${shownName(meant)}?`;
  return { message: `${where} does not set ${shownName(name)}${hint}`, ...(meant !== undefined && { meant }) };
}
