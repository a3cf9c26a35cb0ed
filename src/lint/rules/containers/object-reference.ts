/** A ConfigMap or Secret that a pod refers to, and that the manifests contain with another name, key, or namespace. */

import type { ConfigMap, Secret } from "../../../kubernetes/pod/objects.ts";
import type { ClusterIndex, ObjectKind } from "../../../kubernetes/pod/sources/cluster-index.ts";
import type { ManifestPath } from "../../../kubernetes/pod/types.ts";
import { isMisspelling } from "../../../text/closest.ts";
import { quote } from "../../../text/go-string.ts";
import { listIn, memberOf } from "../../../text/own-keys.ts";
import { shownName } from "../../pod-place.ts";
import { withSettings } from "../example.ts";
import type { Problem } from "../problem.ts";
import type { LintedPod, Rule } from "../rule.ts";

export const objectReference: Rule<"pod"> = {
  id: "object-reference",
  severity: "error",
  short: "a ConfigMap or Secret is almost in the manifests, or a key of a volume is not in it",
  full: `An object that is not in the manifests can be in the cluster, so a reference to it is not a mistake by itself. The rule
warns if the manifests point to one: an object of the same folder has a name that differs in one character, an object with the
name is only in another namespace, or an optional key is missing and the object has a key that differs in one character.

It is an error if \`items\` of a volume name a key that the object does not have: the pod stays in \`ContainerCreating\`. With
\`--complete\`, the same is true of a volume whose object is not in the manifests.

Correct the name. If both names are right, suppress the finding.`,
  triggers: withSettings(`envFrom:
- configMapRef: {name: settigns}`),
  passes: withSettings(`envFrom:
- configMapRef: {name: settings}`),
  sees: "pod",
  check(pod) {
    const { clusters, isKustomized, place } = pod;
    if (isKustomized) return [];
    const { cluster } = clusters.of(place.workload.pod);
    return referencesIn(place.workload.pod.spec).flatMap((reference) => {
      const problem = problemOf(reference, cluster, pod);
      const { object } = place;
      return problem === undefined
        ? []
        : [{ ...place.at(problem.path), object, ...problem, path: place.pathOf(problem.path) }];
    });
  },
};

interface ObjectReference {
  readonly kind: ObjectKind;
  readonly name: string;
  readonly isOptional: boolean;
  /** The volume's name, for its objects. */
  readonly volume?: string;
  /** Keys that are referred to, and their places. */
  readonly keys: readonly { readonly key: string; readonly path: ManifestPath }[];
  /** The place of the name. */
  readonly path: ManifestPath;
}

type Found = Pick<Problem, "message" | "atMost" | "meant"> & { readonly path: ManifestPath };

function problemOf(reference: ObjectReference, cluster: ClusterIndex, pod: LintedPod): Found | undefined {
  const { kind, name, path } = reference;
  const { namespace } = pod;
  const object = cluster.objects.get(kind, true, namespace, name);
  if (object !== undefined) return problemOfKeys(reference, object);
  const objects = cluster.objects.ofKind(kind, true);
  if (objects.mayHave(namespace, name) || cluster.elsewhere?.candidates(kind, namespace, name)) return undefined;
  const title = `${kind} ${shownName(name)}`;
  const meant = [...objects.namesIn(namespace)].find((each) => isMisspelling(name, each));
  const hint = meant === undefined ? "" : `; did you mean ${shownName(meant)}?`;
  if (pod.world === "closed") return missingVolume(reference, hint);
  if (meant !== undefined) {
    const message = reference.isOptional
      ? `${title} is not in these manifests, and it is optional${hint}`
      : `${title} is not in these manifests, and ${shownName(meant)} is; this works only if the cluster has both`;
    return { path, message, meant, atMost: "warning" };
  }
  const named = [...objects.named(name)].filter(([each]) => each !== "");
  const [other, object2] = named[0] ?? [];
  if (other === undefined || reference.isOptional || isCopied(object2)) return undefined;
  // Another program replaces what cannot be a namespace, perhaps with this one.
  if (![namespace, ...named.map(([each]) => each)].every((each) => LABEL.test(each))) return undefined;
  const condition = `this works only if namespace ${shownName(namespace)} has one, too`;
  return { path, message: `${title} is in namespace ${shownName(other)}; ${condition}`, atMost: "warning" };
}

/** What a namespace can be called. */
const LABEL = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/;

/** Every namespace has these ConfigMaps. */
const EVERYWHERE = ["kube-root-ca.crt", "openshift-service-ca.crt"];

function missingVolume({ isOptional, kind, name, path, volume }: ObjectReference, hint: string): Found | undefined {
  if (volume === undefined || isOptional || EVERYWHERE.includes(name)) return undefined;
  const message = `the pod does not start: volume ${shownName(volume)}: ${kind.toLowerCase()} ${quote(shownName(name))} not found`;
  return { path, message: message + hint };
}

function problemOfKeys(
  { isOptional, keys, kind, name, volume }: ObjectReference,
  object: ConfigMap | Secret,
): Found | undefined {
  const known = ["data", "stringData", "binaryData"].flatMap((member) => Object.keys(memberOf(object, member) ?? {}));
  const missing = keys.find(({ key }) => !known.includes(key));
  if (missing === undefined || known.length === 0) return undefined;
  const { key, path } = missing;
  const meant = known.find((each) => isMisspelling(key, each));
  const hint = meant === undefined ? "" : `; did you mean ${shownName(meant)}?`;
  const lacks = `${kind} ${shownName(name)} has no key ${shownName(key)}`;
  if (isOptional) {
    return meant === undefined
      ? undefined
      : { path, message: `${lacks}, and it is optional${hint}`, meant, atMost: "warning" };
  }
  // The container does not start, which `container-config-error` reports.
  if (volume === undefined) return undefined;
  return { path, message: `the pod does not start: volume ${shownName(volume)}: ${lacks}${hint}` };
}

/** Whether a controller copies an object to other namespaces. */
function isCopied(object: object | undefined): boolean {
  const metadata = memberOf(object, "metadata");
  const keys = ["annotations", "labels"].flatMap((list) => Object.keys(memberOf(metadata, list) ?? {}));
  return keys.some((key) => /reflect|replicat|sync|copy|clone/i.test(key));
}

const KINDS = { configMap: "ConfigMap", secret: "Secret" } as const;

function referencesIn(spec: unknown): ObjectReference[] {
  const containers = ["containers", "initContainers"].flatMap((list) =>
    listIn(spec, list).flatMap((container, i) => ofContainer(container, ["spec", list, i])),
  );
  const volumes = listIn(spec, "volumes").flatMap((volume, i) => ofVolume(volume, ["spec", "volumes", i]));
  return [...containers, ...volumes];
}

function ofContainer(container: unknown, at: ManifestPath): ObjectReference[] {
  const entries = (list: string) => listIn(container, list).map((entry, i) => [entry, [...at, list, i]] as const);
  return (["configMap", "secret"] as const).flatMap((kind) => [
    ...entries("envFrom").flatMap(([entry, path]) => {
      return referenceOf(KINDS[kind], memberOf(entry, `${kind}Ref`), [...path, `${kind}Ref`]);
    }),
    ...entries("env").flatMap(([entry, path]) => {
      const member = [...path, "valueFrom", `${kind}KeyRef`];
      const selector = memberOf(memberOf(entry, "valueFrom"), `${kind}KeyRef`);
      return referenceOf(KINDS[kind], selector, member, [[memberOf(selector, "key"), [...member, "key"]]]);
    }),
  ]);
}

function ofVolume(volume: unknown, at: ManifestPath): ObjectReference[] {
  const name = `${memberOf(volume, "name")}`;
  const sources: readonly (readonly [unknown, ManifestPath])[] = [
    [volume, at],
    ...listIn(memberOf(volume, "projected"), "sources").map(
      (each, i) => [each, [...at, "projected", "sources", i]] as const,
    ),
  ];
  return sources.flatMap(([source, path]) =>
    (["configMap", "secret"] as const).flatMap((kind) => {
      const selector = memberOf(source, kind);
      const items = listIn(selector, "items").map((item, i) => {
        return [memberOf(item, "key"), [...path, kind, "items", i, "key"]] as const;
      });
      const member = kind === "secret" && memberOf(selector, "secretName") !== undefined ? "secretName" : "name";
      return referenceOf(KINDS[kind], selector, [...path, kind], items, member).map((each) => ({
        ...each,
        volume: name,
      }));
    }),
  );
}

function referenceOf(
  kind: ObjectKind,
  selector: unknown,
  path: ManifestPath,
  keys: readonly (readonly [unknown, ManifestPath])[] = [],
  member = "name",
): ObjectReference[] {
  const name = memberOf(selector, member);
  // A name with other characters is a placeholder.
  if (typeof name !== "string" || !/^[-.a-z0-9]+$/.test(name)) return [];
  const named = keys.flatMap(([key, at]) => (typeof key === "string" ? [{ key, path: at }] : []));
  return [{ kind, name, isOptional: memberOf(selector, "optional") === true, keys: named, path: [...path, member] }];
}
