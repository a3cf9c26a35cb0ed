/** Finds the pods in an object of another API, by the table of kinds or by their shape. */

import { memberOf } from "../../text/own-keys.ts";
import type { Container, Pod, Volume } from "../pod/objects.ts";
import { inspectPod, isMapping } from "../pod/pod-schema.ts";
import type { ManifestPath } from "../pod/types.ts";
import { below, type FoundPod, isPodSpec, listOf, podOfSpec, type RelocatedPath } from "./found-pod.ts";
import { groupOf, type Located, mayHavePods, valuesAt, type WorkloadKind, workloadKind } from "./kinds.ts";

/** The maximum depth at which pods are found. */
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

/** The pods of an object whose kind is in the table. Locations without a pod spec with containers are skipped. */
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
 * The pods of an object of any kind. They are in members whose names end with `template` or `podSpec`, if every container
 * has a name and an image. In a `podTemplate`, the image can be missing because the operator knows it. Objects of known
 * kinds inside the object are searched by their kind.
 */
export function podsByShape(object: object, kind: string, group: string | undefined): FoundPod[] {
  const found: FoundPod[] = [];
  if (mayHavePods(kind, group)) search(object, [], found, new Set());
  return found;
}

/** @param without values that contain no pods, or that this one is in: aliases and cycles are searched once */
function search(value: unknown, path: ManifestPath, found: FoundPod[], without: Set<unknown>): void {
  if (path.length > MAX_DEPTH || typeof value !== "object" || value === null || without.has(value)) return;
  const before = found.length;
  without.add(value);
  if (Array.isArray(value)) for (const [i, item] of value.entries()) search(item, [...path, i], found, without);
  else if (isMapping(value)) searchMapping(value, path, found, without);
  if (found.length > before) without.delete(value);
}

function searchMapping(
  value: Readonly<Record<string, unknown>>,
  path: ManifestPath,
  found: FoundPod[],
  without: Set<unknown>,
): void {
  const inner = podsOfInner(value);
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
    else search(member, at, found, without);
  }
}

/** The pods of a mapping that is a Kubernetes object. */
function podsOfInner(value: Readonly<Record<string, unknown>>): FoundPod[] {
  const { apiVersion, kind } = value;
  if (typeof apiVersion !== "string" || typeof kind !== "string") return [];
  const row = workloadKind(kind, groupOf(apiVersion));
  return row === undefined ? [] : podsOfKind(value, row);
}

/** @param isNamed whether the member's name ends with `podTemplate`; the operator may complete or add containers */
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

/** The name that Argo gives a template's container. */
const MAIN = "main";

/** The pods of an Argo workflow spec, one for each template that runs containers. */
function podsOfWorkflow({ value: spec, path }: Located): FoundPod[] {
  const templates = valuesAt(spec, "templates[]").flatMap(withInlineTemplates);
  const volumes = [...listOf(spec, "volumes"), ...claimedVolumes(spec)];
  return templates.flatMap((template) => podOfTemplate(template, volumes, path) ?? []);
}

/** A template, and the templates that its steps and tasks define inline. */
function withInlineTemplates({ value, path }: Located): Located[] {
  const steps = valuesAt(value, "steps[]").flatMap((group): Located[] =>
    Array.isArray(group.value) ? group.value.map((step, i) => ({ value: step, path: [...group.path, i] })) : [],
  );
  const inline = [...steps, ...valuesAt(value, "dag.tasks[]")].flatMap((step) => {
    const found = valuesAt(step.value, "inline");
    return found.map((template) => ({ ...template, path: [...path, ...step.path, ...template.path] }));
  });
  return [{ value, path }, ...inline];
}

function podOfTemplate(
  { value: template, path }: Located,
  volumes: readonly unknown[],
  specPath: ManifestPath,
): FoundPod | undefined {
  const at = [...specPath, ...path];
  const single = ["container", "script"].flatMap((member) => valuesAt(template, member));
  const containers = [
    ...single.filter(({ value }) => isMapping(value)).map((found) => ({ ...found, value: named(found.value, MAIN) })),
    ...valuesAt(template, "containerSet.containers[]"),
    ...valuesAt(template, "sidecars[]"),
  ];
  const initContainers = valuesAt(template, "initContainers[]");
  const found = podOf(at, containers, initContainers, [...volumes, ...listOf(template, "volumes")]);
  if (found === undefined) return undefined;
  const metadata = memberOf(template, "metadata");
  return isMapping(metadata) ? { ...found, pod: { ...found.pod, metadata } } : found;
}

/** The pod of containers that are members of a mapping, such as `kafkaContainer`. The operator adds the rest. */
function podOfMembers({ value: template, path }: Located): FoundPod | undefined {
  if (!isMapping(template)) return undefined;
  const containers = Object.entries(template).flatMap(([member, container]): Located[] => {
    if (!/container$/i.test(member) || listOf(container, "env").length === 0) return [];
    const name = member.slice(0, -"container".length) || member;
    return [{ path: [member], value: named(container, name) }];
  });
  return podOf(path, containers, [], listOf(memberOf(template, "pod"), "volumes"));
}

/** The pod of a single container; undefined if it has no variables and no command. The operator adds the rest. */
function podOfContainer({ path, value: container }: Located): FoundPod | undefined {
  const hasTexts = ["env", "envFrom", "command", "args"].some((member) => listOf(container, member).length > 0);
  if (!hasTexts) return undefined;
  return podOf(path, [{ path: [], value: named(container, `${path.at(-1)}`) }], [], []);
}

/** Builds a pod from the containers at a path; undefined if the path does not contain any. */
function podOf(
  at: ManifestPath,
  containers: readonly Located[],
  initContainers: readonly Located[],
  volumes: readonly unknown[],
): FoundPod | undefined {
  if (containers.length === 0) return undefined;
  const moved: RelocatedPath[] = [];
  const valuesOf = (list: string, located: readonly Located[]) =>
    located.map(({ path, value }, i) => {
      moved.push({ inPod: ["spec", list, i], inObject: [...at, ...path] });
      return value as Container;
    });
  const spec = {
    containers: valuesOf("containers", containers),
    initContainers: valuesOf("initContainers", initContainers),
    volumes: volumes as Volume[],
  };
  return { podPath: at, pod: { spec }, moved };
}

function named(container: unknown, name: string): object {
  return { ...(container as object), name: memberOf(container, "name") ?? name };
}

function claimedVolumes(spec: unknown): unknown[] {
  return valuesAt(spec, "volumeClaimTemplates[].metadata.name").map(({ value }) => ({
    name: value,
    persistentVolumeClaim: {},
  }));
}
