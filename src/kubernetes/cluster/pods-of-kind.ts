/** The pods of an object of another API: where the table says, or else by their shape. */

import { memberOf } from "../../text/own-keys.ts";
import type { Pod } from "../pod/objects.ts";
import { inspectPod, isMapping } from "../pod/pod-schema.ts";
import type { ManifestPath } from "../pod/types.ts";
import { podOfContainer, podOfMembers, podsOfWorkflow } from "./container-parts.ts";
import { below, type FoundPod, isPodSpec, podOfSpec } from "./found-pod.ts";
import { groupOf, mayHavePods, type WorkloadKind, workloadKind } from "./kinds.ts";
import { valuesAt } from "./locations.ts";

/** How deep in an object pods are looked for. */
const MAX_DEPTH = 100;

/** Members that describe or change other objects, or record an earlier state. */
const OTHER_MEMBERS = [
  "metadata",
  "status",
  "values",
  "valuesObject",
  "patch",
  "patches",
  "patchesStrategicMerge",
  "schema",
  "openAPIV3Schema",
];

/** The pods of an object whose kind the table has. Places where there is no pod spec with containers are left out. */
export function podsOfKind(object: object, row: WorkloadKind): FoundPod[] {
  const { pods = [], podSpecs = [], workflowSpecs = [], containers = [], containersByMember = [] } = row;
  const at = (locations: readonly string[]) => locations.flatMap((location) => valuesAt(object, location));
  return [
    ...at(pods).flatMap(({ path, value }): FoundPod[] =>
      isPodSpec(memberOf(value, "spec")) ? [{ podPath: path, pod: value as Pod }] : [],
    ),
    ...at(podSpecs).flatMap(({ path, value }) => (isPodSpec(value) ? podOfSpec(value, path) : [])),
    ...at(workflowSpecs).flatMap(podsOfWorkflow),
    ...at(containers).flatMap((container) => podOfContainer(container) ?? []),
    ...at(containersByMember).flatMap((template) => podOfMembers(template) ?? []),
  ];
}

/**
 * The pods of an object of any kind: `template.spec.containers`, also behind a longer name, and `podSpec.containers`, if
 * every container has a name and an image; `podTemplate.spec.containers` even without an image, which the operator knows;
 * and what the objects of known kinds inside of it have.
 */
export function podsByShape(object: object, kind: string, group: string | undefined): FoundPod[] {
  const found: FoundPod[] = [];
  if (mayHavePods(kind, group)) search(object, [], found);
  return found;
}

function search(value: unknown, path: ManifestPath, found: FoundPod[]): void {
  if (path.length > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) search(item, [...path, i], found);
    return;
  }
  if (!isMapping(value)) return;
  const inner = path.length === 0 ? [] : podsOfInner(value);
  if (inner.length > 0) {
    for (const pod of inner) found.push(below(path, pod));
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (OTHER_MEMBERS.includes(name)) continue;
    const at = [...path, name];
    if (/template$/i.test(name) && isPodTemplate(member, /podTemplate$/i.test(name))) {
      found.push({ podPath: at, pod: member });
    } else if (/podSpec$/i.test(name) && isPodTemplate({ spec: member }, false))
      found.push(podOfSpec(member as object, at));
    else search(member, at, found);
  }
}

/** The pods of a mapping that is an object itself. */
function podsOfInner(value: Readonly<Record<string, unknown>>): FoundPod[] {
  const { apiVersion, kind } = value;
  if (typeof apiVersion !== "string" || typeof kind !== "string") return [];
  const row = workloadKind(kind, groupOf(apiVersion));
  return row === undefined ? [] : podsOfKind(value, row);
}

/** @param isNamed the name of the member says that it is one: the operator may complete its containers, or add some */
function isPodTemplate(value: unknown, isNamed: boolean): value is Pod {
  const spec = memberOf(value, "spec");
  const initContainers = memberOf(spec, "initContainers");
  const added: readonly unknown[] = isNamed && Array.isArray(initContainers) ? initContainers : [];
  const containers = [...added, ...(isPodSpec(spec) ? spec.containers : [])];
  const areContainers = containers.every(
    (container) => isText(container, "name") && (isNamed || isText(container, "image")),
  );
  return containers.length > 0 && areContainers && inspectPod(value as Pod).wrong.length === 0;
}

function isText(value: unknown, member: string): boolean {
  const text = memberOf(value, member);
  return typeof text === "string" && text !== "";
}
