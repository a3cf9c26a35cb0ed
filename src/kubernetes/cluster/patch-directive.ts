/** Strategic merge patches: an object that contains such a directive changes another object. */

import { memberOf } from "../../text/own-keys.ts";
import { isMapping } from "../pod/pod-schema.ts";
import type { ManifestPath } from "../pod/types.ts";
import { listOf } from "./found-pod.ts";

const DIRECTIVE = /^\$(patch|retainKeys|setElementOrder\/.+|deleteFromPrimitiveList\/.+)$/;

/** The path of the first directive in a pod, its metadata, its spec, its containers, or the entries of their lists. */
export function directiveIn(pod: unknown): ManifestPath | undefined {
  const spec = memberOf(pod, "spec");
  const found =
    directiveAt([], pod, []) ??
    directiveAt(["metadata"], memberOf(pod, "metadata"), []) ??
    directiveAt(["spec"], spec, ["volumes"]);
  if (found !== undefined) return found;
  for (const list of ["initContainers", "containers"]) {
    for (const [i, container] of listOf(spec, list).entries()) {
      const directive = directiveAt(["spec", list, i], container, ["env", "envFrom", "volumeMounts"]);
      if (directive !== undefined) return directive;
    }
  }
  return undefined;
}

function directiveAt(path: ManifestPath, value: unknown, lists: readonly string[]): ManifestPath | undefined {
  const key = isMapping(value) ? Object.keys(value).find((key) => DIRECTIVE.test(key)) : undefined;
  if (key !== undefined) return [...path, key];
  for (const list of lists) {
    const index = listOf(value, list).findIndex((entry) => isMapping(entry) && Object.hasOwn(entry, "$patch"));
    if (index !== -1) return [...path, list, index, "$patch"];
  }
  return undefined;
}
