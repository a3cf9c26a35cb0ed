/** A reference to an undefined variable. */

import { injectedVariables } from "../../../kubernetes/cluster/injected-variables.ts";
import { reasonText } from "../../../kubernetes/pod/reason-text.ts";
import { isAnnounced, servicesAnnouncing } from "../../../kubernetes/pod/sources/service-variables.ts";
import type { ManifestPath } from "../../../kubernetes/pod/types.ts";
import { isMisspelling } from "../../../text/closest.ts";
import { memberOf } from "../../../text/own-keys.ts";
import { type PodPlace, shownName } from "../../pod-place.ts";
import { container } from "../example.ts";
import type { UseProblem } from "../problem.ts";
import { isCommand, isInProbe, isObjectNeed, type LintedPod, type SeenUse, stays, type UseRule } from "../rule.ts";

/** Kinds of other APIs whose controllers set no variables. */
const PLAIN_KINDS: readonly string[] = ["Rollout", "DeploymentConfig"];

export const undefinedReference: UseRule = {
  id: "undefined-reference",
  severity: "warning",
  short: "the variable is not defined",
  full: `The reference is not expanded: the program receives the text \`$(HOST)\`. Something outside the manifests can define a
name: a ConfigMap or Secret in \`envFrom\`, a Service, or a controller. Then the rule reports the name only if it differs in
one character from a name that the container has, and states what would have to set it. With \`--complete\`, objects outside
the manifests do not exist.

Correct the name, declare the variable, or write \`$$(HOST)\` if the program should receive \`$(HOST)\`. List names that
something else sets in \`.varexpand.yaml\`: \`known: [AWS_*]\`.`,
  triggers: container(`args: ["--user=$(DB_USR)"]
env:
- name: DB_USER
  value: shop`),
  passes: container(`args: ["--user=$(DB_USER)"]
env:
- name: DB_USER
  value: shop`),
  sees: "use",
  verdicts: ["undefined", "unknown"],
  check({ pod, trace, use }) {
    const { isKnown, place } = pod;
    const { definition, name, path } = use;
    if (use.verdict === "unknown") return similarName({ pod, trace, use });
    // The rules `probe-value` and `malformed-reference` report these.
    if ((isInProbe(path) && definition !== undefined) || name.includes("$(") || isKnown(name)) return [];
    const { isBuiltIn, owner } = place.workload;
    // `container-config-error` reports it.
    if (path.at(-1) === "subPathExpr" && trace.resolved.error?.path.join("/") === path.join("/")) return [];
    const isChecked = isBuiltIn || PLAIN_KINDS.includes(owner.kind ?? "") || injectedVariables(owner) !== undefined;
    const silent = silentService(name, pod);
    if (silent !== undefined) {
      return [{ message: `${stays(name)}: Service ${shownName(silent)} has no cluster IP, so it sets no variables` }];
    }
    const trimmed = name.trim();
    const meant = trace.definitionOf(trimmed) === undefined ? trace.closestTo(name) : trimmed;
    // The controller of an unknown kind can set any variable. Names with dots are references of other engines.
    if (owner.kind === "ClusterServiceVersion" ? meant === undefined : !isChecked) return [];
    if (name.includes(".") && (!isBuiltIn || /\..*\./.test(name))) return [];
    // Not a variable, or set by the plugin of a device.
    if (meant === undefined && (isCommand(name) || hasDevice(place, path))) return [];
    const hint = meant === undefined ? "" : `; did you mean ${shownName(meant)}?`;
    return [{ message: `${stays(name)}: ${reasonText(use)}${hint}`, ...(meant !== undefined && { meant }) }];
  },
};

/** The Service in the input that would announce a variable, if it had a cluster IP. */
function silentService(name: string, { clusters, namespace, place }: LintedPod): string | undefined {
  const services = clusters.of(place.workload.pod).cluster.objects.ofKind("Service", true);
  return servicesAnnouncing(name).find((each) => {
    const service = services.get(namespace, each);
    return service !== undefined && !isAnnounced(service, true);
  });
}

/** A name that something outside the input can define, if the container has a name with one other character. */
function similarName({ pod: { isKnown }, trace, use: { declaration, definition, name, need } }: SeenUse): UseProblem[] {
  if (definition !== undefined || declaration !== undefined || isKnown(name)) return [];
  const meant = need !== undefined && isObjectNeed(need) ? trace.closestTo(name) : undefined;
  if (meant === undefined || !isMisspelling(name, meant)) return [];
  const unless = `unless ${shownName(need!.needs)} sets ${shownName(name)}`;
  return [{ message: `${stays(name)} ${unless}; did you mean ${shownName(meant)}?`, meant }];
}

/** Whether the container of a path requests a device such as `example.com/gpu`, whose plugin can set variables. */
function hasDevice({ workload }: PodPlace, path: ManifestPath): boolean {
  const resources = [...path.slice(0, 3), "resources"].reduce<unknown>(memberOf, workload.pod);
  const names = ["limits", "requests"].flatMap((list) => Object.keys(memberOf(resources, list) ?? {}));
  return names.some((name) => name.includes("/") && !name.startsWith("kubernetes.io/"));
}
