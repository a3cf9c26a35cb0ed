/** An object that the API server rejects. */

import type { ManifestObjectError } from "../../../kubernetes/cluster/object-schema.ts";
import { formatPath } from "../../../kubernetes/pod/path.ts";
import type { ManifestPath } from "../../../kubernetes/pod/types.ts";
import { memberOf } from "../../../text/own-keys.ts";
import { type Node, nearestNodeAt } from "../../../yaml/node.ts";
import type { RawFinding } from "../../finding.ts";
import { type PodPlace, rangeAt } from "../../pod-place.ts";
import type { SourceText } from "../../source-text.ts";
import { container, type Rule } from "../rule.ts";

export const invalidManifest: Rule = {
  id: "invalid-manifest",
  severity: "error",
  short: "the API server rejects the object",
  full: `The manifest cannot be applied. The message contains the path and the message of the API server.`,
  triggers: container(`volumeMounts:
- name: data
  mountPath: /data`),
  passes: container(`volumeMounts:
- name: data
  mountPath: /data`).map(({ name, text }) => ({ name, text: `${text}  volumes:\n  - name: data\n    emptyDir: {}\n` })),
};

interface Problem {
  readonly message: string;
  readonly path: ManifestPath;
}

export function invalidObject(
  { message, path }: ManifestObjectError,
  document: Node,
  source: SourceText,
): RawFinding[] {
  const node = nearestNodeAt(document, path);
  if (isPlaceholder(node.value)) return [];
  const range = rangeAt(document, path, source);
  return [{ rule: invalidManifest.id, ...range, path, message: message + hintFor(node, range.inFile ?? source) }];
}

export function invalidPod(problems: readonly Problem[], place: PodPlace): RawFinding[] {
  const { object, workload } = place;
  const wrong = problems.filter(({ path }) => !isPlaceholder(place.nodeAt(path)?.value));
  return wrong.map(({ message, path }) => {
    const node = place.nodeAt(path);
    const hint = node && message.includes("found a") ? hintFor(node, place.at(path).inFile ?? place.source) : "";
    const field = formatPath(place.pathOf(path).slice(workload.ownerPath.length));
    return {
      rule: invalidManifest.id,
      ...place.at(path),
      message: `${field}: ${message}${hint}`,
      same: message,
      object,
    };
  });
}

/** An object without a name. */
export function namelessObject({ document, object, source, workload }: PodPlace): RawFinding[] {
  const metadata = [...workload.ownerPath, "metadata"];
  const members = metadata.reduce<unknown>(memberOf, document.value);
  if (["name", "generateName"].some((key) => memberOf(members, key) !== undefined)) return [];
  const message = "metadata.name: Required value: name or generateName is required";
  return [{ rule: invalidManifest.id, ...rangeAt(document, metadata, source), path: metadata, message, object }];
}

/** What to do about a plain scalar that YAML does not read as a string. */
function hintFor(node: Node, { text }: Pick<SourceText, "text">): string {
  const { kind, start, end, value } = node;
  if (kind !== "scalar" || (typeof value !== "boolean" && typeof value !== "number")) return "";
  const written = text.slice(start, end);
  const reading = /^(?:y|n|yes|no|on|off)$/i.test(written) ? `YAML 1.1 reads ${written} as a boolean; ` : "";
  return `; ${reading}write it in quotes`;
}

/** Whether another tool replaces a value: `${REPLICAS}`, `$REPLICAS`, `{{ .Values.name }}`, `{$concat: ...}`. */
function isPlaceholder(value: unknown): boolean {
  // Of a field that is not a string, REPLICA_COUNT is a placeholder, too.
  if (typeof value === "string") return /\$\{|\{\{|^\$[A-Za-z_]|^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(value);
  return typeof value === "object" && value !== null && Object.keys(value).some((key) => key.startsWith("$"));
}
