/** Workloads as kubectl names them: `deploy/web`. */

import type { KubernetesObject } from "../../events/reference.ts";
import { isKind } from "../../kubernetes/cluster/kind-names.ts";
import { groupOf } from "../../kubernetes/cluster/kinds.ts";
import { printable } from "../../text/printable.ts";
import { UsageError } from "../frame/errors.ts";

export type WorkloadName = (owner: KubernetesObject) => boolean;

/**
 * Whether an object is the one that `KIND/NAME` names: the kind in any case, singular, plural or short, with or without
 * its API group.
 *
 * @throws UsageError for what has no kind or no name
 * @example workloadName("deployments.apps/web")({ kind: "Deployment", metadata: { name: "web" } }) // true
 */
export function workloadName(text: string): WorkloadName {
  const [, kind, name] = /^([^/]+)\/([^/]+)$/.exec(text) ?? [];
  if (kind === undefined) throw new UsageError(`${printable(text)}: no file, and no workload; write KIND/NAME`);
  return ({ apiVersion, kind: known = "", metadata }) =>
    metadata?.name === name && isKind(kind, known, groupOf(apiVersion));
}
