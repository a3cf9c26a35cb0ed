/** Volume mounts: `subPathExpr` is expanded, under rules of its own. */

import { compareStrings, quote } from "../../../text/go-string.ts";
import { MASK } from "../sources/secret-value.ts";
import type { ManifestPath, ResolvedMount } from "../types.ts";
import type { ContainerScope } from "./container-scope.ts";
import type { ContainerText } from "./text.ts";

/** Every mount with its path in the volume. The first one that fails ends it. */
export function resolveMounts(scope: ContainerScope): ResolvedMount[] {
  const { container, pod } = scope;
  const { volumeMounts = [] } = container;
  return volumeMounts.map(({ name = "", mountPath = "", subPath = "", subPathExpr }, i) => {
    const path = [...scope.path, "volumeMounts", i];
    if (pod.volume(name) === undefined) {
      const message = `cannot find volume ${quote(name)} to mount into container ${quote(container.name ?? "")}`;
      scope.fail("mounts", [...path, "name"], message);
    }
    if (!subPathExpr) {
      requireDescending(scope, [...path, "subPath"], subPath);
      return { name, mountPath, subPath };
    }
    const { value, isSecret, path: textPath } = expandSubPath(scope, subPathExpr, [...path, "subPathExpr"]);
    requireDescending(scope, textPath, value, isSecret ? MASK : value);
    return { name, mountPath, subPath: value };
  });
}

/** Here a name without a value is an error, and so is a name with an empty value. */
function expandSubPath(scope: ContainerScope, subPathExpr: string, path: ManifestPath): ContainerText {
  const missing = new Set<string>();
  const expanded = scope.expandText(subPathExpr, path, (name, text) => {
    const found = scope.find(name);
    if (found !== undefined && "needs" in found) {
      scope.reportUnknown(name, text, found);
      return undefined;
    }
    if (found !== undefined && found.value !== "") return scope.use(found, text);
    missing.add(name);
    return undefined;
  });
  if (missing.size > 0) {
    scope.fail("mounts", path, `missing value for ${[...missing].sort(compareStrings).join(", ")}`);
  }
  return expanded;
}

/** @param shown the path for the message */
function requireDescending(scope: ContainerScope, at: ManifestPath, subPath: string, shown = subPath): void {
  if (subPath.startsWith("/")) {
    scope.fail("mounts", at, `error SubPath \`${shown}\` must not be an absolute path`);
  } else if (subPath.split("/").includes("..")) {
    scope.fail("mounts", at, `unable to provision SubPath \`${shown}\`: must not contain '..'`);
  }
}
