/** An object that the API server refuses. */

import type { ManifestObjectError } from "../../../kubernetes/cluster/object-schema.ts";
import { formatPath } from "../../../kubernetes/pod/path.ts";
import type { ManifestPath } from "../../../kubernetes/pod/types.ts";
import type { Node } from "../../../yaml/node.ts";
import { nearestNodeAt } from "../../../yaml/node.ts";
import { firstLine, type PodPlace } from "../../pod-place.ts";
import type { RawFinding } from "../../raw-finding.ts";
import type { SourceText } from "../../source-text.ts";
import { container, type Rule } from "../rule.ts";

export const invalidManifest: Rule = {
  id: "invalid-manifest",
  severity: "error",
  short: "the API server refuses the object",
  full: `The manifest cannot be applied. The message has the path, and the API server's words.`,
  triggers: container(`volumeMounts:
- name: data
  mountPath: /data`),
  passes: container(`volumeMounts:
- name: data
  mountPath: /data`).map(({ name, text }) => ({ name, text: `${text}  volumes:\n  - name: data\n    emptyDir: {}\n` })),
};

/** A problem of a pod: a path in it, and the API server's words. */
interface Problem {
  readonly message: string;
  readonly path: ManifestPath;
}

/** An object that cannot be read as one of its kind. */
export function invalidObject(
  { message, path }: ManifestObjectError,
  document: Node,
  source: SourceText,
): RawFinding[] {
  const node = nearestNodeAt(document, path);
  if (isPlaceholder(node.value)) return [];
  return [{ rule: invalidManifest.id, ...firstLine(source, node), path, message }];
}

export function invalidPod(problems: readonly Problem[], place: PodPlace): RawFinding[] {
  const { object, workload } = place;
  const wrong = problems.filter(({ path }) => !isPlaceholder(place.nodeAt(path)?.value));
  return wrong.map(({ message, path }) => {
    const field = formatPath(place.pathOf(path).slice(workload.ownerPath.length));
    return { rule: invalidManifest.id, ...place.at(path), message: `${field}: ${message}`, same: message, object };
  });
}

/** Whether another tool will put something else in a value's place: `${REPLICAS}`, `{$concat: ...}`. */
function isPlaceholder(value: unknown): boolean {
  if (typeof value === "string") return value.includes("${");
  return typeof value === "object" && value !== null && Object.keys(value).some((key) => key.startsWith("$"));
}
