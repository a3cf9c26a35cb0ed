/** Strategic merge patches: something with such a directive changes an object, and is not an object itself. */

import { memberOf } from "../../text/own-keys.ts";
import { isMapping } from "../pod/pod-schema.ts";
import type { ManifestPath } from "../pod/types.ts";

const DIRECTIVE = /^\$(patch|retainKeys|setElementOrder\/.+|deleteFromPrimitiveList\/.+)$/;

/** The first directive in a pod, where patches have them: in it, its spec, its containers and the entries of both. */
export function directiveIn(pod: unknown): ManifestPath | undefined {
  const own = ownDirective(pod) ?? below(["metadata"], ownDirective(memberOf(pod, "metadata")));
  const spec = memberOf(pod, "spec");
  const found = own ?? below(["spec"], ownDirective(spec) ?? entryDirective(spec, "volumes"));
  if (found !== undefined) return found;
  for (const list of ["initContainers", "containers"]) {
    const containers = listOf(spec, list);
    for (let i = 0; i < containers.length; i++) {
      const container = containers[i];
      const inContainer =
        ownDirective(container) ??
        entryDirective(container, "env") ??
        entryDirective(container, "envFrom") ??
        entryDirective(container, "volumeMounts");
      if (inContainer !== undefined) return ["spec", list, i, ...inContainer];
    }
  }
  return undefined;
}

function entryDirective(value: unknown, list: string): ManifestPath | undefined {
  const entries = listOf(value, list);
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    if (isMapping(entry) && Object.hasOwn(entry, "$patch")) return [list, i, "$patch"];
  }
  return undefined;
}

function ownDirective(value: unknown): ManifestPath | undefined {
  if (!isMapping(value)) return undefined;
  for (const key of Object.keys(value)) if (key.startsWith("$") && DIRECTIVE.test(key)) return [key];
  return undefined;
}

function below(path: ManifestPath, found: ManifestPath | undefined): ManifestPath | undefined {
  return found && [...path, ...found];
}

function listOf(value: unknown, member: string): readonly unknown[] {
  const list = memberOf(value, member);
  return Array.isArray(list) ? list : [];
}
