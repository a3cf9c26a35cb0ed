/** What kustomizations consist of while they are rendered: objects, variables, and the fields that refer to names. */
import { getOrAdd } from "../../text/grouped.ts";
import { memberOf } from "../../text/own-keys.ts";
import { dereferenced, type Node } from "../../yaml/node.ts";
import type { Budget, Unevaluated } from "./budget.ts";
import {
  type FieldSpec,
  fixNames,
  NAME_REFERENCES,
  type NameReference,
  replaceVariables,
  VARIABLE_FIELDS,
  type Variable,
} from "./references.ts";
import { idText, isClusterScoped, isSameId, type ObjectId, type Resource, type ResourceIndex } from "./resource.ts";
import { changedEverywhere, costAt, mappingAt, membersOf, scalarAt } from "./tree.ts";

/** The members of a configuration that list fields. */
export const CONFIGURED_FIELDS = ["varReference", "images", "namespace"] as const;

/** What a kustomization consists of before names are fixed. */
export interface Accumulated {
  resources: Resource[];
  variables: Variable[];
  references: NameReference[];
  /** The fields of `configurations`, by what they add to: each has variables, the name of an image, or the namespace. */
  readonly fields: Readonly<Record<(typeof CONFIGURED_FIELDS)[number], FieldSpec[]>>;
  isComplete: boolean;
  readonly files: Set<string>;
  /** Parts that are not evaluated, by their places. */
  readonly unevaluated: Map<string, Unevaluated>;
  /** The objects by their ids; undefined after a change of those. */
  index?: ResourceIndex | undefined;
}

/** An object as kustomize prints it. The nodes of its document know their files: see `fileAt`. */
export interface RenderedObject {
  readonly document: Node;
  /** Something that is not supported may have changed it. */
  readonly isUnknown: boolean;
}

export interface Rendering {
  /** The kustomization's file. */
  readonly file: string;
  readonly objects: readonly RenderedObject[];
  /** It is only part of others, which can change its objects. */
  readonly isComponent: boolean;
  /** There may be other objects: something cannot be read, as remote entries, or is not supported, as Helm charts. */
  readonly isComplete: boolean;
  /** The files that it consists of: kustomizations, manifests, and patches. */
  readonly files: ReadonlySet<string>;
  /** Parts that are not evaluated, or all of it. Of what kustomize refuses, it applies nothing. */
  readonly unevaluated: readonly Unevaluated[];
}

/** The most objects of a kustomization: others are left out. */
const MAX_OBJECTS = 20_000;

/**
 * Adds an object, unless there is one with the same id.
 *
 * @param known the objects that are there
 * @returns `duplicate` if kustomize refuses it
 */
export function append(resource: Resource, into: Accumulated, known: ResourceIndex): "duplicate" | undefined {
  const same = known.withId(resource.id).find(({ id }) => isSameId(id, resource.id));
  if (same !== undefined) {
    const isCertain = !same.isUnknown && !resource.isUnknown;
    same.isUnknown = true;
    return isCertain ? "duplicate" : undefined;
  }
  if (into.resources.length < MAX_OBJECTS) {
    into.resources.push(resource);
    known.add(resource);
  } else into.isComplete = false;
  return undefined;
}

/**
 * A copy whose objects can be changed.
 *
 * @throws LimitError
 */
export function copied(accumulated: Accumulated, budget: Budget): Accumulated {
  const { fields, files, references } = accumulated;
  budget.spend(2 * (accumulated.resources.length + accumulated.variables.length));
  budget.spend(references.length + Object.values(fields).flat().length + files.size);
  const copies = new Map(accumulated.resources.map((resource) => [resource, resource.copy()]));
  const variables = accumulated.variables.map(({ target, ...variable }) => ({
    ...variable,
    target: target && copies.get(target),
  }));
  return { ...accumulated, resources: [...copies.values()], variables, index: undefined };
}

/** Kinds whose names stay. */
const NAMED = ["CustomResourceDefinition", "APIService", "Namespace"];

/** Sets the namespace of all objects. Returns the id that two objects then have, which kustomize refuses. */
export function setNamespace(
  { fields, resources }: Accumulated,
  namespace: string,
  budget: Budget,
): ObjectId | undefined {
  for (const resource of resources) {
    budget.spend(8 + resource.previousIds.length + fields.namespace.length);
    const { group, kind } = resource.id;
    if (group === "" && kind === "Namespace") resource.rename("name", namespace);
    if (!isClusterScoped(resource.id)) resource.rename("namespace", namespace);
    for (const field of fields.namespace) {
      if ((field.kind !== undefined && field.kind !== kind) || field.path[0] === "metadata") continue;
      const key = field.path.at(-1)!;
      resource.document = changedEverywhere(resource.document, field.path.slice(0, -1), budget, (node) => {
        const members = membersOf(node);
        const isSet = dereferenced(node).kind === "mapping" && (field.isCreated || members.has(key));
        return isSet ? mappingAt(node, members.set(key, scalarAt(node, namespace))) : node;
      });
    }
  }
  const known = new Map<string, Resource>();
  let conflict: ObjectId | undefined;
  for (const resource of resources) {
    const same = getOrAdd(known, idText(resource.id), () => resource);
    if (same === resource) continue;
    if (!same.isUnknown && !resource.isUnknown) conflict ??= resource.id;
    resource.isUnknown = true;
  }
  return conflict;
}

export function rename(
  resources: readonly Resource[],
  prefix: unknown = "",
  suffix: unknown = "",
  budget: Budget,
): void {
  if (prefix === "" && suffix === "") return;
  for (const resource of resources) {
    const { document, prefixes, previousIds, suffixes } = resource;
    budget.spend(8 + previousIds.length + prefixes.length + suffixes.length);
    budget.spend(costAt(document, ["metadata"]) + ((`${prefix}${suffix}`.length + resource.id.name.length) >> 4));
    if (NAMED.includes(resource.ids[0]!.kind)) continue;
    if (prefix !== "") resource.rename("name", `${prefix}${resource.id.name}`);
    if (prefix !== "") resource.prefixes = [...resource.prefixes, `${prefix}`];
    if (suffix !== "") resource.rename("name", `${resource.id.name}${suffix}`);
    if (suffix !== "") resource.suffixes = [...resource.suffixes, `${suffix}`];
  }
}

/** How much more work an object takes that is rendered than a visit of its nodes: it is searched, resolved, and checked. */
const UNITS_PER_NODE = 4;

/**
 * Fixes names and variables in what a kustomization consists of.
 *
 * @throws LimitError
 */
export function rendered(file: string, accumulated: Accumulated, isComponent: boolean, budget: Budget): Rendering {
  const { fields, files, isComplete, references, resources, variables } = accumulated;
  const unevaluated = [...accumulated.unevaluated.values()];
  fixNames(resources, [...NAME_REFERENCES, ...references], budget);
  replaceVariables(resources, variables, [...VARIABLE_FIELDS, ...fields.varReference], budget);
  const objects = resources.filter(({ document }) => !isLocal(document.value));
  for (const { document } of objects) budget.spend(UNITS_PER_NODE * document.size);
  return { file, isComponent, objects, isComplete, files, unevaluated };
}

/** The rendering of a kustomization that is not evaluated. */
export function nothingRendered(file: string, isComponent: boolean, problem: Unevaluated): Rendering {
  return { file, isComponent, objects: [], isComplete: false, files: new Set([file]), unevaluated: [problem] };
}

function isLocal(object: unknown): boolean {
  const annotations = memberOf(memberOf(object, "metadata"), "annotations");
  return memberOf(annotations, "config.kubernetes.io/local-config") === "true";
}

/** After a failed step that could have added or changed any object. */
export function doubtAll(into: Accumulated): void {
  into.isComplete = false;
  for (const resource of into.resources) resource.isDoubtful = true;
}

/** The size of the objects, in nodes. */
export function sizeOf({ resources }: Accumulated): number {
  return resources.reduce((sum, { document }) => sum + document.size, 0);
}
