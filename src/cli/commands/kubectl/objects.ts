/** Reads the objects that pods refer to from a cluster. */
import { type ClusterObjects, readManifestObjects } from "../../../kubernetes/cluster/objects.ts";
import type { ReferredObjects } from "../../../kubernetes/cluster/referred-objects.ts";
import type { UnreadableObjects } from "../../../kubernetes/pod/sources/pod-scope.ts";
import { MASTER_NAME, MASTER_NAMESPACE } from "../../../kubernetes/pod/sources/service-variables.ts";
import { printable } from "../../../text/printable.ts";
import { InputError } from "../../frame/errors.ts";
import type { Kubectl, KubectlResult } from "./process.ts";

/** The most characters of kubectl's messages in a line. */
const LONGEST_REASON = 500;

interface ClusterRead {
  readonly objects: ClusterObjects;
  readonly unreadable: UnreadableObjects;
  /** A line for each object or list that could not be read. */
  readonly refusals: readonly string[];
}

/** Objects of one kind, read in one call. */
interface Query {
  readonly kind: "ConfigMap" | "Secret" | "Service" | "Node";
  /** Undefined for all objects in the namespace. */
  readonly names?: readonly string[];
  /** Undefined for a cluster-scoped kind. */
  readonly namespace?: string;
}

/** Calls kubectl for all kinds in parallel. */
export async function readClusterObjects(
  kubectl: Kubectl,
  namespace: string,
  referred: ReferredObjects,
): Promise<ClusterRead> {
  const queries: Query[] = [
    { kind: "ConfigMap", names: possible(referred.configMaps), namespace },
    { kind: "Secret", names: possible(referred.secrets), namespace },
    ...(referred.hasServiceLinks ? [{ kind: "Service", namespace } as const] : []),
    ...(referred.hasServiceLinks && namespace === MASTER_NAMESPACE
      ? []
      : [{ kind: "Service", names: [MASTER_NAME], namespace: MASTER_NAMESPACE } as const]),
    { kind: "Node", names: possible(referred.nodes) },
  ];
  const needed = queries.filter(({ names }) => names?.length !== 0);
  const answers = await Promise.all(needed.map((query) => answerTo(query, kubectl)));
  const objects: ClusterObjects = { services: [], configMaps: [], secrets: [], nodes: [] };
  for (const { found } of answers) {
    for (const list of ["services", "configMaps", "secrets", "nodes"] as const) {
      for (const object of found[list]) objects[list].push(object as never);
    }
  }
  const unreadable = new Set(answers.flatMap(({ query, refused }) => refused.map((name) => keyOf(query.kind, name))));
  return {
    objects,
    unreadable: { has: (kind, name) => unreadable.has(keyOf(kind, name)) || unreadable.has(keyOf(kind, ALL)) },
    refusals: answers.flatMap(({ lines }) => lines),
  };
}

/** Instead of a name: all objects of the kind. */
const ALL = "*";

function keyOf(kind: string, name: string): string {
  return `${kind}/${name}`;
}

/** Removes names that are invalid, because no object can have them. */
function possible(names: ReadonlySet<string>): string[] {
  return [...names].filter((name) => name.length <= 253 && /^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/.test(name));
}

interface Answer {
  readonly query: Query;
  readonly found: ClusterObjects;
  /** The names of objects that can exist, but could not be read. */
  readonly refused: readonly string[];
  readonly lines: readonly string[];
}

async function answerTo(query: Query, kubectl: Kubectl): Promise<Answer> {
  const { kind, names = [], namespace } = query;
  const where = namespace === undefined ? [] : [`--namespace=${namespace}`];
  const what = [kind.toLowerCase(), ...names];
  const result = await kubectl.run(["get", ...where, "--output=json", "--ignore-not-found", "--", ...what]);
  const found = readManifestObjects(parsed(result.output, `kubectl get ${kind.toLowerCase()}`));
  return { query, found, ...refusalsOf(query, found, result) };
}

function parsed(output: string, name: string): unknown {
  if (output.trim() === "") return null;
  try {
    return JSON.parse(output);
  } catch {
    throw new InputError(`${name}: what it printed is not JSON`);
  }
}

/** Determines what could not be read. For an object that does not exist, kubectl prints nothing. */
function refusalsOf(
  { kind, names, namespace }: Query,
  found: ClusterObjects,
  { errors, isDone }: KubectlResult,
): Pick<Answer, "refused" | "lines"> {
  if (isDone) return { refused: [], lines: [] };
  if (names === undefined) {
    return { refused: [ALL], lines: [`cannot read the ${kind}s of namespace ${namespace}: ${reasonOf(errors)}`] };
  }
  const isFound = new Set<unknown>(
    Object.values(found)
      .flat()
      .map(({ metadata }) => metadata?.name),
  );
  const others = errors.filter((line) => !names.some((name) => nameIn(line) === name));
  const refused: string[] = [];
  const lines: string[] = [];
  for (const name of names.filter((name) => !isFound.has(name))) {
    const about = errors.filter((line) => nameIn(line) === name);
    const reasons = about.length > 0 ? about : others;
    if (reasons.length === 0) continue;
    refused.push(name);
    lines.push(`cannot read ${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}: ${reasonOf(reasons)}`);
  }
  return { refused, lines };
}

/** The name of the object in a message: `Error from server (Forbidden): secrets "db" is forbidden: User "jane" cannot ...`. */
function nameIn(line: string): string | undefined {
  return /^Error from server \(\w+\): [^" ]+ "([^"]*)"/.exec(line)?.[1];
}

/** kubectl's messages, without what the line already contains. */
function reasonOf(errors: readonly string[]): string {
  const forbidden = /^Error from server \(Forbidden\): [^" ]+ (?:"[^"]*" )?is forbidden: (.*)$/;
  const reasons = errors.map((line) => line.replace(forbidden, "forbidden: $1"));
  return printable([...new Set(reasons)].join("; "), LONGEST_REASON);
}
