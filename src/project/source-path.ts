/** Where an action's files are. */
import { derivedValue, NOT_KNOWN_YET, type TemplateContext } from "../template/internal.ts";
import type { ActionConfig } from "./config.ts";
import type { Resolution } from "./resolution.ts";

/**
 * `this.sourcePath` of an action, for a context: the folder of its config file, or what `source.path` says from there. Not
 * known yet for files of another repository, which are not fetched.
 *
 * @param root the project's folder
 * @param context what `source` sees
 */
export function sourcePathOf(
  { field, folder }: ActionConfig,
  root: string | undefined,
  context: TemplateContext,
  resolution: Resolution,
): unknown {
  if (root === undefined || field.at("source").at("repository").isThere) return NOT_KNOWN_YET;
  const base = joined(root, folder);
  const path = resolution.contextValues(field.at("source").at("path"), context);
  if (typeof path === "function") return derivedValue([path], (known) => below(base, known));
  return below(base, path);
}

function below(base: string, path: unknown): string {
  return typeof path === "string" ? joined(base, path) : base;
}

/** A path from a folder, without `.` and `..`. */
function joined(folder: string, path: string): string {
  const parts = folder.split("/");
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
