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

/**
 * Adds two steps to a path: a member, and the index of an entry in its list. For paths of containers, a list literal is
 * several times as fast as spreading.
 */
export function entryPath(path: ManifestPath, member: string, index: number): ManifestPath {
  return path.length === 3 ? [path[0]!, path[1]!, path[2]!, member, index] : [...path, member, index];
}
