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

/**
 * A path with two more steps: an entry of a member's list. (Most paths here are those of containers, and a list literal
 * is made several times as fast as by spreading.)
 */
export function entryPath(path: ManifestPath, member: string, index: number): ManifestPath {
  return path.length === 3 ? [path[0]!, path[1]!, path[2]!, member, index] : [...path, member, index];
}

/** Paths, and the question whether another one leads to or through one of them. */
export class PathSet {
  private readonly steps = new Map<string | number, PathSet>();
  private isIn = false;

  constructor(paths: Iterable<ManifestPath> = []) {
    for (const path of paths) this.add(path);
  }

  /** Whether the path, or the beginning of it, is one of these. */
  covers(path: ManifestPath): boolean {
    let reached: PathSet | undefined = this;
    for (const step of path) {
      if (reached.isIn) return true;
      reached = reached.steps.get(step);
      if (reached === undefined) return false;
    }
    return reached.isIn;
  }

  private add(path: ManifestPath): void {
    let reached: PathSet = this;
    for (const step of path) {
      let next = reached.steps.get(step);
      if (next === undefined) {
        next = new PathSet();
        reached.steps.set(step, next);
      }
      reached = next;
    }
    reached.isIn = true;
  }
}
