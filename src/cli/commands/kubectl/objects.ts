/** Reads the objects that pods refer to from a cluster. */
import { type ClusterObjects, readManifestObjects } from "../../../kubernetes/cluster/objects.ts";
import type { ReferredObjects } from "../../../kubernetes/cluster/referred-objects.ts";
import type { UnreadableObjects } from "../../../kubernetes/pod/sources/pod-scope.ts";
import { MASTER_NAME, MASTER_NAMESPACE } from "../../../kubernetes/pod/sources/service-variables.ts";
import { printable } from "../../../text/printable.ts";
import { InputError } from "../../frame/errors.ts";
import type { Kubectl, KubectlResult } from "./process.ts";

/** The most characters of kubectl's messages in a line. */
const MAX_REASON_LENGTH = 500;

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
  const unreadable = new Set(answers.flatMap(({ refused }) => refused));
  return {
    objects: {
      services: answers.flatMap(({ services }) => services),
      configMaps: answers.flatMap(({ configMaps }) => configMaps),
      secrets: answers.flatMap(({ secrets }) => secrets),
      nodes: answers.flatMap(({ nodes }) => nodes),
    },
    unreadable: { has: (kind, name) => unreadable.has(`${kind}/${name}`) || unreadable.has(`${kind}/*`) },
    refusals: answers.flatMap(({ lines }) => lines),
  };
}

/** Removes names that are invalid, because no object can have them. */
function possible(names: ReadonlySet<string>): string[] {
  return [...names].filter((name) => name.length <= 253 && /^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/.test(name));
}

/** What could not be read, although it can exist. */
interface Refusals {
  /** `KIND/NAME`, or `KIND/*` for all objects of the kind. */
  readonly refused: readonly string[];
  readonly lines: readonly string[];
}

async function answerTo(query: Query, kubectl: Kubectl): Promise<ClusterObjects & Refusals> {
  const { kind, names = [], namespace } = query;
  const where = namespace === undefined ? [] : [`--namespace=${namespace}`];
  const what = kind.toLowerCase();
  const result = await kubectl(["get", ...where, "--output=json", "--ignore-not-found", "--", what, ...names]);
  const found = readManifestObjects(parsed(result.output, `kubectl get ${what}`));
  return { ...found, ...refusalsOf(query, found, result) };
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
  { services, configMaps, secrets, nodes }: ClusterObjects,
  { errors, isDone }: KubectlResult,
): Refusals {
  if (isDone) return { refused: [], lines: [] };
  if (names === undefined) {
    const line = `cannot read the ${kind}s of namespace ${namespace}: ${reasonOf(errors)}`;
    return { refused: [`${kind}/*`], lines: [line] };
  }
  const isFound = new Set([...services, ...configMaps, ...secrets, ...nodes].map(({ metadata }) => metadata?.name));
  const others = errors.filter((line) => !names.some((name) => nameIn(line) === name));
  const refused = names.flatMap((name) => {
    const about = errors.filter((line) => nameIn(line) === name);
    const reasons = about.length > 0 ? about : others;
    return isFound.has(name) || reasons.length === 0 ? [] : { name, reasons };
  });
  const prefix = namespace === undefined ? "" : `${namespace}/`;
  return {
    refused: refused.map(({ name }) => `${kind}/${name}`),
    lines: refused.map(({ name, reasons }) => `cannot read ${kind} ${prefix}${name}: ${reasonOf(reasons)}`),
  };
}

/** The name of the object in a message: `Error from server (Forbidden): secrets "db" is forbidden: User "jane" cannot ...`. */
function nameIn(line: string): string | undefined {
  return /^Error from server \(\w+\): [^" ]+ "([^"]*)"/.exec(line)?.[1];
}

/** kubectl's messages, without what the line already contains. */
function reasonOf(errors: readonly string[]): string {
  const forbidden = /^Error from server \(Forbidden\): [^" ]+ (?:"[^"]*" )?is forbidden: (.*)$/;
  const reasons = errors.map((line) => line.replace(forbidden, "forbidden: $1"));
  return printable([...new Set(reasons)].join("; "), MAX_REASON_LENGTH);
}
