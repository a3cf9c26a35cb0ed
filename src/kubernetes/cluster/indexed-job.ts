/** The variable that the Job controller gives the containers of an Indexed Job. */

import { memberOf } from "../../text/own-keys.ts";
import type { EnvVar, Pod } from "../pod/objects.ts";
import { isMapping } from "../pod/pod-schema.ts";

const NAME = "JOB_COMPLETION_INDEX";
const COMPLETION_INDEX: EnvVar = {
  name: NAME,
  valueFrom: {
    fieldRef: { apiVersion: "v1", fieldPath: "metadata.labels['batch.kubernetes.io/job-completion-index']" },
  },
};

/** Whether a Job's spec asks for a completion index. */
export function isIndexed(jobSpec: unknown): boolean {
  return memberOf(jobSpec, "completionMode") === "Indexed";
}

/** The pod as the Job controller makes it: the index is the last entry of `env`, unless an entry has its name. */
export function withCompletionIndex(pod: Pod): Pod {
  const { spec } = pod;
  // Wrong types are reported when the pod is validated or resolved.
  if (!isMapping(spec)) return pod;
  const { containers, initContainers } = spec;
  return {
    ...pod,
    spec: {
      ...spec,
      ...(Array.isArray(containers) && { containers: containers.map(withIndex) }),
      ...(Array.isArray(initContainers) && { initContainers: initContainers.map(withIndex) }),
    },
  };
}

function withIndex<T>(container: T): T {
  const env = memberOf(container, "env") ?? [];
  if (!isMapping(container) || !Array.isArray(env)) return container;
  return env.some((entry) => memberOf(entry, "name") === NAME)
    ? container
    : { ...container, env: [...env, COMPLETION_INDEX] };
}
