import type { ManifestPath } from "./types.ts";

/**
 * The path as the API server writes it.
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
