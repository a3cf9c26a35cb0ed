/** What kustomizations consist of while they are rendered: objects, variables, and the fields that refer to names. */
import type { FieldSpec, NameReference, Variable } from "./references.ts";
import { isSameId, type Resource } from "./resource.ts";

/** What a kustomization consists of before names are fixed. */
export interface Accumulated {
  resources: Resource[];
  variables: Variable[];
  references: NameReference[];
  variableFields: FieldSpec[];
  isComplete: boolean;
  readonly files: Set<string>;
}

/** The most objects of a kustomization: others are left out. */
const MOST_OBJECTS = 20_000;

/** Adds an object. kustomize refuses several with one id. */
export function append(resource: Resource, into: Accumulated): void {
  const same = into.resources.find(({ id }) => isSameId(id, resource.id));
  if (same !== undefined) same.isUnknown = true;
  else if (into.resources.length < MOST_OBJECTS) into.resources.push(resource);
  else into.isComplete = false;
}

/** A copy whose objects can be changed. */
export function copied(accumulated: Accumulated): Accumulated {
  const copies = new Map(accumulated.resources.map((resource) => [resource, resource.copy()]));
  const variables = accumulated.variables.map(({ target, ...variable }) => ({
    ...variable,
    target: target && copies.get(target),
  }));
  return { ...accumulated, resources: [...copies.values()], variables };
}

/** Kinds whose names stay. */
const NAMED = ["CustomResourceDefinition", "APIService", "Namespace"];

export function rename(resources: readonly Resource[], prefix: unknown = "", suffix: unknown = ""): void {
  for (const resource of resources) {
    if (NAMED.includes(resource.ids[0]!.kind)) continue;
    if (prefix !== "") resource.rename("name", `${prefix}${resource.id.name}`);
    if (prefix !== "") resource.prefixes = [...resource.prefixes, `${prefix}`];
    if (suffix !== "") resource.rename("name", `${resource.id.name}${suffix}`);
    if (suffix !== "") resource.suffixes = [...resource.suffixes, `${suffix}`];
  }
}
