/** Volume mounts: `subPathExpr` is expanded, under rules of its own. */

import { compareStrings, quote } from "../../../text/go-string.ts";
import { MASK } from "../sources/secret-value.ts";
import type { ResolvedMount } from "../types.ts";
import type { ContainerScope } from "./container-scope.ts";
import { ExpandedText } from "./expanded-texts.ts";

/** Every mount with its path in the volume. The first one that fails ends it. */
export function resolveMounts(scope: ContainerScope): ResolvedMount[] {
  const { container, pod } = scope;
  const { volumeMounts } = container;
  if (!volumeMounts) return [];
  return volumeMounts.map((mount, i) => {
    const { name = "", mountPath = "" } = mount;
    if (pod.volume(name) === undefined) {
      const message = `cannot find volume ${quote(name)} to mount into container ${quote(container.name ?? "")}`;
      scope.fail("mounts", [...scope.path, "volumeMounts", i, "name"], message);
    }
    if (!mount.subPath && !mount.subPathExpr) return { name, mountPath, subPath: "" };
    const { subPathExpr, subPath: written = "" } = mount;
    const member = subPathExpr ? "subPathExpr" : "subPath";
    const text = new ExpandedText(subPathExpr || written, scope.path, "volumeMounts", i, member);
    if (subPathExpr) expandSubPath(scope, text);
    else text.value = written;
    const { value: subPath, isSecret } = text;
    const problem = subPathProblem(subPath, isSecret ? MASK : subPath);
    if (problem !== undefined) scope.fail("mounts", text.path, problem);
    return { name, mountPath, subPath };
  });
}

/** Here a name without a value is an error, and an empty value is none. */
function expandSubPath(scope: ContainerScope, text: ExpandedText): void {
  const missing = new Set<string>();
  scope.expandWith(
    text,
    (name) => scope.get(name) || undefined,
    (name) => {
      const found = scope.find(name);
      if (found !== undefined && "needs" in found) return scope.leaveUnknown(name, found);
      missing.add(name);
      return scope.counted(`$(${name})`);
    },
  );
  if (missing.size === 0) return;
  const names = [...missing].sort(compareStrings).join(", ");
  scope.fail("mounts", text.path, `missing value for ${names}`);
}

/** @param shown the path as the message has it */
function subPathProblem(subPath: string, shown: string): string | undefined {
  if (subPath.startsWith("/")) return `error SubPath \`${shown}\` must not be an absolute path`;
  if (subPath.split("/").includes("..")) return `unable to provision SubPath \`${shown}\`: must not contain '..'`;
  return undefined;
}
