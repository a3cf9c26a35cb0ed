/** An environment that is too large for Linux. */

import type { PodClusters } from "../../../kubernetes/cluster/pod-cluster.ts";
import type { ContainerTrace } from "../../../kubernetes/pod/trace/types.ts";
import { getOrAdd } from "../../../text/grouped.ts";
import { utf8Length } from "../../../text/utf8.ts";
import { shownName } from "../../pod-place.ts";
import { container } from "../example.ts";
import type { LintedPod, Rule } from "../rule.ts";

/** Bytes of one `NAME=value`: MAX_ARG_STRLEN without the trailing NUL. */
const MAX_VARIABLE = 131_071;
/** A quarter of the usual stack. Each variable takes a NUL and a pointer of eight bytes. */
const MAX_ENVIRONMENT = 2 * 1024 * 1024;
const PER_VARIABLE = 1 + 8;

export const environmentTooLarge: Rule<"container"> = {
  id: "environment-too-large",
  severity: "error",
  short: "the environment is too large for Linux",
  full: `One \`NAME=value\` can have 131,071 bytes. All variables together, with a pointer for each, can have 2 MiB. A program with
a larger environment fails to start with "argument list too long". Variables that announce Services count, too: if they
are the reason, set \`enableServiceLinks: false\`.

Mount large values as files.`,
  triggers: container(`env:\n- name: LARGE\n  value: ${"x".repeat(131_072)}`),
  passes: container(`env:\n- name: SMALL\n  value: x`),
  sees: "container",
  check({ pod, trace }) {
    const { definitions, resolved } = trace;
    if (resolved.error !== undefined) return [];
    const own = new Map<string, number>();
    const found = definitions.flatMap(({ isSkipped, name, path, value }) => {
      if (isSkipped || value === undefined) return [];
      const bytes = bytesOf(name, value);
      own.set(name, bytes);
      if (bytes <= MAX_VARIABLE) return [];
      const limit = `Linux takes at most ${thousands(MAX_VARIABLE)}`;
      const message = `${shownName(name)} and its value have ${thousands(bytes)} bytes; ${limit}`;
      return [{ ...pod.place.atEntry(path ?? resolved.path), message, same: message, name }];
    });
    let all = servicesOf(trace, pod);
    const share = all === 0 ? "" : ` (${thousands(all)} of them announce Services)`;
    for (const bytes of own.values()) all += bytes + PER_VARIABLE;
    if (all <= MAX_ENVIRONMENT) return found;
    const limit = `Linux takes at most ${thousands(MAX_ENVIRONMENT)}`;
    const message = `the environment has ${thousands(all)} bytes${share}; ${limit}`;
    return [...found, { ...pod.place.atEntry(resolved.path), message, same: message }];
  },
};

/** The size of the variables that announce Services, which all containers of a namespace share. */
const ofServices = new WeakMap<PodClusters, Map<string, number>>();

function servicesOf({ resolved }: ContainerTrace, { clusters, namespace, place }: LintedPod): number {
  const known = getOrAdd(ofServices, clusters, () => new Map());
  return getOrAdd(known, `${namespace} ${place.workload.pod.spec?.enableServiceLinks}`, () => {
    const services = resolved.env.filter(({ source }) => source.kind === "service");
    return services.reduce((sum, { name, value }) => sum + bytesOf(name, value) + PER_VARIABLE, 0);
  });
}

/** `NAME=value` in UTF-8. */
function bytesOf(name: string, value: string): number {
  return utf8Length(name) + 1 + utf8Length(value);
}

function thousands(count: number): string {
  return count.toLocaleString("en-US");
}
