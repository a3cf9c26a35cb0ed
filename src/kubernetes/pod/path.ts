import type { ManifestPath } from "./types.ts";

/**
 * Formats a path like the API server does.
 *
 * @example formatPath(["spec", "containers", 0, "env", 3, "name"]) // "spec.containers[0].env[3].name"
 */
export function formatPath(path: ManifestPath): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else text += text === "" ? part : `.${part}`;
  }
  return text;
}

/** The path of an entry of a container's list. A list literal is several times as fast as spreading. */
export function entryPath(container: ManifestPath, member: string, index: number): ManifestPath {
  return [container[0]!, container[1]!, container[2]!, member, index];
}

/** Adds a step to a path. Unlike a list literal that spreads the path, the result has no room for more steps. */
export function stepInto(path: ManifestPath, step: string | number): ManifestPath {
  const { length } = path;
  const longer = new Array<string | number>(length + 1);
  for (let i = 0; i < length; i++) longer[i] = path[i]!;
  longer[length] = step;
  return longer;
}
