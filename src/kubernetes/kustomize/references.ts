/** Names that refer to other objects, which follow when those are renamed; and the variables of kustomizations. */

import { expand } from "../../expansion/expand.ts";
import { memberOf } from "../../text/own-keys.ts";
import { dereferenced, type Node, nodeAt } from "../../yaml/node.ts";
import type { Budget } from "./budget.ts";
import type { Resource } from "./resource.ts";
import { findReferred } from "./selectors.ts";
import { changedEverywhere, itemsOf, listAt, mappingAt, membersOf, scalarAt, widthOf } from "./tree.ts";

/** A field of the objects of a kind; of all kinds, if it has none. */
export interface FieldSpec {
  readonly kind: string | undefined;
  readonly path: readonly string[];
  /** Whether a transformer adds the field if it does not exist. */
  readonly isCreated?: boolean;
}

/** Fields that refer to the objects of a kind by their names. */
export interface NameReference {
  readonly kind: string;
  readonly fields: readonly FieldSpec[];
}

/** Where the kinds that kustomize knows have the spec of a pod. */
export const POD_SPECS: Readonly<Record<string, string>> = {
  Pod: "spec",
  PodTemplate: "template/spec",
  Deployment: "spec/template/spec",
  ReplicaSet: "spec/template/spec",
  DaemonSet: "spec/template/spec",
  StatefulSet: "spec/template/spec",
  Job: "spec/template/spec",
  CronJob: "spec/jobTemplate/spec/template/spec",
};

const CONTAINERS = ["containers", "initContainers"];

export const NAME_REFERENCES: readonly NameReference[] = [
  {
    kind: "ConfigMap",
    fields: inPods(
      ["env/valueFrom/configMapKeyRef/name", "envFrom/configMapRef/name"],
      ["volumes/configMap/name", "volumes/projected/sources/configMap/name"],
    ),
  },
  {
    kind: "Secret",
    fields: inPods(
      ["env/valueFrom/secretKeyRef/name", "envFrom/secretRef/name"],
      ["volumes/secret/secretName", "volumes/projected/sources/secret/name"],
    ),
  },
];

/** The fields in which kustomize replaces `$(NAME)` of its variables, as far as pods are concerned. */
export const VARIABLE_FIELDS: readonly FieldSpec[] = [
  ...inPods(["args", "command", "env/value", "volumeMounts/mountPath"], ["volumes/nfs/server"]),
  fieldSpec("Deployment", "spec/template/metadata/annotations"),
  fieldSpec("Service", "spec/ports/port"),
  fieldSpec("Service", "spec/ports/targetPort"),
  fieldSpec(undefined, "metadata/labels"),
  fieldSpec(undefined, "metadata/annotations"),
];

function inPods(ofContainers: readonly string[], ofPods: readonly string[]): FieldSpec[] {
  const paths = [...CONTAINERS.flatMap((list) => ofContainers.map((path) => `${list}/${path}`)), ...ofPods];
  return Object.entries(POD_SPECS).flatMap(([kind, spec]) => paths.map((path) => fieldSpec(kind, `${spec}/${path}`)));
}

export function fieldSpec(kind: string | undefined, path: string): FieldSpec {
  return { kind, path: path.split(/(?<!\\)\//).map((step) => step.replaceAll("\\/", "/").replace(/\[\]$/, "")) };
}

/**
 * Gives the names that refer to renamed objects their new values.
 *
 * @throws LimitError
 */
export function fixNames(resources: readonly Resource[], references: readonly NameReference[], budget: Budget): void {
  const renamed = new Map<string, Resource[]>();
  for (const resource of resources) {
    budget.spend(1 + resource.previousIds.length);
    const before = resource.hasHash ? resource.ids : resource.previousIds;
    for (const id of new Set(before.map(({ kind, name }) => JSON.stringify([kind, name])))) {
      const known = renamed.get(id);
      if (known === undefined) renamed.set(id, [resource]);
      else known.push(resource);
    }
  }
  if (renamed.size === 0) return;
  for (const referrer of resources) {
    const { kind } = referrer.id;
    for (const { kind: wanted, fields } of references) {
      budget.spend(1 + (fields.length >> 4));
      for (const field of fields) {
        if (field.kind !== undefined && field.kind !== kind) continue;
        const followed = (node: Node): Node => {
          // kustomize also sets the namespace in a mapping with a name.
          if (renamed.has(JSON.stringify([wanted, memberOf(node.value, "name")]))) referrer.isUnknown = true;
          const candidates = renamed.get(JSON.stringify([wanted, node.value])) ?? [];
          budget.spend(1 + candidates.length * (1 + referrer.prefixes.length + referrer.suffixes.length));
          const found = referral(candidates, referrer);
          return found === undefined || found.id.name === node.value ? node : scalarAt(node, found.id.name);
        };
        referrer.document = changedEverywhere(referrer.document, field.path, budget, (node) => {
          const before = itemsOf(node);
          const items = before.map(followed);
          return items.every((item, i) => item === before[i]) ? followed(node) : listAt(node, items);
        });
      }
    }
  }
}

/** Of the objects that had a name, the one that a referrer means: first by the namespace, then by the prefixes. */
function referral(candidates: readonly Resource[], referrer: Resource): Resource | undefined {
  const { namespace } = referrer.id;
  let found = candidates.filter(({ id }) => id.namespace === namespace);
  if (found.length > 1) found = found.filter((each) => isInContext(each, referrer, true));
  if (found.length > 1) found = found.filter((each) => isInContext(each, referrer, false));
  return found.every(({ id }) => id.name === found[0]!.id.name) ? found[0] : undefined;
}

function isInContext(a: Resource, b: Resource, allowsNone: boolean): boolean {
  return (["prefixes", "suffixes"] as const).every((member) => {
    const [one, other] = [a[member], b[member]];
    if (allowsNone && (one.length === 0 || other.length === 0)) return true;
    const [short, long] = one.length < other.length ? [one, other] : [other, one];
    if (short.length === 0) return long.length === 0;
    return short.every((each, i) => each === long[long.length - short.length + i]);
  });
}

/** A variable of a kustomization. */
export interface Variable {
  readonly name: string;
  /** What it refers to; several objects had the name, or none, if it is not one. */
  readonly target: Resource | undefined;
  readonly fieldPath: string;
}

/**
 * The variables that a kustomization declares.
 *
 * @throws LimitError
 */
export function declaredVariables(kustomization: Node, resources: readonly Resource[], budget: Budget): Variable[] {
  return itemsOf(nodeAt(kustomization, ["vars"])).map(({ value }) => {
    budget.spend(1 + resources.length);
    const found = findReferred(resources, eitherOf(value, "objref", "objRef"));
    const fieldPath = eitherOf(eitherOf(value, "fieldref", "fieldRef"), "fieldpath", "fieldPath") ?? "metadata.name";
    return {
      name: `${memberOf(value, "name")}`,
      target: found.length === 1 ? found[0] : undefined,
      fieldPath: `${fieldPath}`,
    };
  });
}

function eitherOf(value: unknown, name: string, other: string): unknown {
  return memberOf(value, name) ?? memberOf(value, other);
}

/**
 * Replaces the variables of kustomizations. Objects become unknown where a value is.
 *
 * @throws LimitError
 */
export function replaceVariables(
  resources: readonly Resource[],
  variables: readonly Variable[],
  fields: readonly FieldSpec[],
  budget: Budget,
): void {
  const values = new Map<string, string | number | boolean>();
  const unknown = new Set<string>();
  for (const { name, target, fieldPath } of variables) {
    const path = fieldPath.split(/[.[\]]+/).filter((step) => step !== "");
    const value = path.reduce<unknown>(
      (object, step) => memberOf(object, Array.isArray(object) ? Number(step) : step),
      target?.isKnownAt(fieldPath) ? target.document.value : undefined,
    );
    const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    if (isScalar) values.set(name, value);
    else unknown.add(name);
  }
  if (variables.length === 0) return;
  let isUnknown = false;
  const replaced = (node: Node): Node => {
    const { value: before } = node;
    if (typeof before !== "string" || !before.includes("$")) return node;
    budget.spend(1 + (before.length >> 4));
    const whole = /^\$\(([^)]*)\)$/.exec(before);
    const value = whole === null ? undefined : values.get(whole[1]!);
    const text =
      value ??
      expand(before, (name) => {
        isUnknown ||= unknown.has(name);
        const value = `${values.get(name) ?? `$(${name})`}`;
        budget.spend(1 + (value.length >> 4));
        return value;
      });
    return text === before ? node : scalarAt(node, text);
  };
  for (const resource of resources) {
    const { kind } = resource.id;
    isUnknown = false;
    budget.spend(1 + (fields.length >> 4));
    for (const field of fields) {
      if (field.kind !== undefined && field.kind !== kind) continue;
      resource.document = changedEverywhere(resource.document, field.path, budget, (node) => {
        budget.spend(widthOf(node));
        return inValues(node, replaced);
      });
    }
    resource.isUnknown ||= isUnknown;
  }
}

/** A string, or the strings directly in a list or a mapping, changed. */
function inValues(node: Node, change: (node: Node) => Node): Node {
  const { kind } = dereferenced(node);
  if (kind === "scalar") return change(node);
  if (kind === "sequence") return listAt(node, itemsOf(node).map(change));
  return mappingAt(
    node,
    [...membersOf(node)].map(([key, member]) => [key, change(member)]),
  );
}

/** The fields in a list of a configuration. */
export function fieldsIn(list: unknown): FieldSpec[] {
  const fields: FieldSpec[] = [];
  for (const field of Array.isArray(list) ? list : []) {
    const [kind, path] = [memberOf(field, "kind"), memberOf(field, "path")];
    const isCreated = memberOf(field, "create") === true;
    if (typeof path !== "string") continue;
    fields.push({ ...fieldSpec(typeof kind === "string" ? kind : undefined, path), isCreated });
  }
  return fields;
}
