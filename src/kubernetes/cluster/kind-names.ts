/** The names of a kind on a command line: `deploy`, `deployments`, `Deployment`, `deployment.apps`, `deployments.v1.apps`. */

/** The short names of kinds with pods, from kubectl and widely used APIs. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  po: "pod",
  rc: "replicationcontroller",
  deploy: "deployment",
  rs: "replicaset",
  sts: "statefulset",
  ds: "daemonset",
  cj: "cronjob",
  ro: "rollout",
  wf: "workflow",
  cwf: "cronworkflow",
  wftmpl: "workflowtemplate",
  ksvc: "service",
  dc: "deploymentconfig",
  isvc: "inferenceservice",
  lws: "leaderworkerset",
};

/** The version of an API group: `v1`, `v2beta1`. */
const VERSION = /^v\d+(?:(?:alpha|beta)\d+)?\./;

/**
 * Whether a name matches a kind. Case is ignored, and short names and plurals match.
 *
 * @param group the API group of the object with the kind; undefined if the object has none
 */
export function isKind(written: string, kind: string, group: string | undefined): boolean {
  const [name = "", ...rest] = written.toLowerCase().split(".");
  const writtenGroup = rest.join(".").replace(VERSION, "");
  if (writtenGroup !== "" && group !== undefined && writtenGroup !== group) return false;
  const known = kind.toLowerCase();
  if (name === known || name === pluralOf(known)) return true;
  return Object.hasOwn(SHORT_NAMES, name) && SHORT_NAMES[name] === known;
}

/** The plural of a kind's name, like Kubernetes forms it. */
function pluralOf(kind: string): string {
  if (kind.endsWith("s")) return `${kind}es`;
  return kind.endsWith("y") ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}
