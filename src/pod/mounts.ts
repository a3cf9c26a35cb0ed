/** Volume mounts: `subPathExpr` is expanded, under rules of its own. */

import { compareStrings } from "../events/go-order.ts";
import { quote } from "../events/quote.ts";
import type { ContainerScope } from "./container-scope.ts";
import { ContainerFailure } from "./outcome.ts";
import type { ManifestPath, ResolvedMount } from "./types.ts";
import { findVolume } from "./volume-files.ts";

/** Every mount with its path in the volume. The first one that fails ends it. */
export function resolveMounts(scope: ContainerScope): ResolvedMount[] {
  const { container, pod } = scope;
  return (container.volumeMounts ?? []).map((mount, i) => {
    const path = [...scope.path, "volumeMounts", i];
    const { name = "", mountPath = "" } = mount;
    if (findVolume(pod.pod, pod.cluster, name) === undefined) {
      const message = `cannot find volume ${quote(name)} to mount into container ${quote(container.name ?? "")}`;
      throw new ContainerFailure("mounts", [...path, "name"], message);
    }
    const subPathPath = [...path, mount.subPathExpr ? "subPathExpr" : "subPath"];
    const subPath = mount.subPathExpr ? expandSubPath(scope, mount.subPathExpr, subPathPath) : (mount.subPath ?? "");
    const problem = subPathProblem(subPath);
    if (problem !== undefined) throw new ContainerFailure("mounts", subPathPath, problem);
    return { name, mountPath, subPath };
  });
}

/** Here a name without a value is an error, and an empty value is none. */
function expandSubPath(scope: ContainerScope, expression: string, path: ManifestPath): string {
  const missing = new Set<string>();
  const expanded = scope.expandWith(expression, path, (name) => {
    const value = scope.get(name);
    if (value) return scope.counted(value);
    if (scope.isUnknown(name)) return scope.unknownReference(name);
    missing.add(name);
    return scope.counted(`$(${name})`);
  });
  if (missing.size === 0) return expanded;
  const names = [...missing].sort(compareStrings).join(", ");
  throw new ContainerFailure("mounts", path, `missing value for ${names}`);
}

function subPathProblem(subPath: string): string | undefined {
  if (subPath.startsWith("/")) return `error SubPath \`${subPath}\` must not be an absolute path`;
  if (subPath.split("/").includes("..")) return `unable to provision SubPath \`${subPath}\`: must not contain '..'`;
  return undefined;
}
