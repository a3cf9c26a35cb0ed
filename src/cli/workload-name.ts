/** Workloads as kubectl names them: `deploy/web`. */
import type { KubernetesObject } from "../events/reference.ts";
import { printable } from "../text/printable.ts";
import { UsageError } from "./errors.ts";

/** kubectl's short names, with those of widely used APIs. */
const SHORT: Readonly<Record<string, string>> = {
  po: "pod",
  deploy: "deployment",
  sts: "statefulset",
  ds: "daemonset",
  rs: "replicaset",
  rc: "replicationcontroller",
  cj: "cronjob",
  dc: "deploymentconfig",
  ro: "rollout",
  wf: "workflow",
  ksvc: "service",
};

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
  const wanted = kind.toLowerCase().replace(/\..*$/, "");
  const singular = SHORT[wanted] ?? wanted;
  return (owner) => {
    const known = owner.kind?.toLowerCase();
    return owner.metadata?.name === name && (known === singular || `${known}s` === singular);
  };
}
