/** Finds the cluster's objects that are needed to resolve pods. */

import { containersOf } from "../pod/container-lists.ts";
import type { EnvVarSource, Pod } from "../pod/objects.ts";
import { inspectPod } from "../pod/pod-schema.ts";
import { NODES_LABELS, splitSubscript } from "../pod/sources/field-ref.ts";
import type { Workload } from "./workloads.ts";

/** The objects that the pods of one workload object refer to. All except nodes are in its namespace. */
export interface ReferredObjects {
  readonly configMaps: ReadonlySet<string>;
  readonly secrets: ReadonlySet<string>;
  /** Whether the namespace's Services become variables. The API server's Service always does. */
  readonly hasServiceLinks: boolean;
  /** Only the nodes that a container reads a value from. */
  readonly nodes: ReadonlySet<string>;
}

export function referredObjects(workloads: readonly Workload[]): ReferredObjects {
  const configMaps = new Set<string>();
  const secrets = new Set<string>();
  const nodes = new Set<string>();
  let hasServiceLinks = false;
  const add = (names: Set<string>, name: string | undefined) => name && names.add(name);
  for (const { pod: written } of workloads) {
    const pod = inspectPod(written).value;
    hasServiceLinks ||= pod.spec?.enableServiceLinks !== false;
    for (const { container } of containersOf(pod.spec)) {
      for (const { configMapRef, secretRef } of container.envFrom ?? []) {
        add(configMaps, configMapRef?.name);
        add(secrets, secretRef?.name);
      }
      for (const { valueFrom } of container.env ?? []) {
        add(configMaps, valueFrom?.configMapKeyRef?.name);
        add(secrets, valueFrom?.secretKeyRef?.name);
        if (valueFrom !== undefined && needsNode(valueFrom, pod)) add(nodes, pod.spec?.nodeName);
      }
    }
  }
  return { configMaps, secrets, hasServiceLinks, nodes };
}

/** Whether the value may come from the node: a limit that the container does not set, an address, a topology label. */
function needsNode({ fieldRef, resourceFieldRef }: EnvVarSource, { metadata, status }: Pod): boolean {
  if (resourceFieldRef?.resource?.startsWith("limits.")) return true;
  const { fieldPath = "" } = fieldRef ?? {};
  if (fieldPath.startsWith("status.hostIP")) return !status?.hostIP;
  const label = splitSubscript(fieldPath);
  if (label?.path !== "metadata.labels" || !NODES_LABELS.includes(label.key)) return false;
  return !Object.hasOwn(metadata?.labels ?? {}, label.key);
}
