/** Which variables a reference at a place of a container may name. */

import { PROBES } from "../kubernetes/pod/resolve/resolve-container.ts";
import type { ContainerTrace, Definition } from "../kubernetes/pod/trace/types.ts";
import type { ManifestPath } from "../kubernetes/pod/types.ts";

/**
 * The definitions in force there, by name: what is set before, where order counts.
 *
 * @param path of a text in the container: `["env", 2, "value"]`
 */
export function visibleDefinitions(container: ContainerTrace, path: ManifestPath): ReadonlyMap<string, Definition> {
  const isBefore = orderAt(path);
  const found = new Map<string, Definition>();
  if (isBefore === undefined) return found;
  if (!isProbe(path)) {
    for (const { name, source, path: entry, value } of container.resolved.env) {
      if (entry === undefined && source.kind === "service") found.set(name, { name, source, value });
    }
  }
  for (const definition of container.definitions) {
    if (!definition.isSkipped && isBefore(definition)) found.set(definition.name, definition);
  }
  return found;
}

/** Which definitions count for a text; undefined if it is never expanded. */
function orderAt(path: ManifestPath): ((definition: Definition) => boolean) | undefined {
  const [member, index, field] = path;
  if (isProbe(path)) return path[1] === "exec" && path[2] === "command" ? isOfEnv : undefined;
  if (member === "command" || member === "args") return () => true;
  if (member === "volumeMounts") return field === "subPathExpr" ? () => true : undefined;
  if (member !== "env" || field !== "value" || typeof index !== "number") return undefined;
  return (definition) => !isOfEnv(definition) || (definition.path!.at(-1) as number) < index;
}

function isProbe([member]: ManifestPath): boolean {
  return (PROBES as readonly unknown[]).includes(member);
}

function isOfEnv({ path }: Definition): boolean {
  return path?.at(-2) === "env";
}
