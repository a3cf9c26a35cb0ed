/** An object that the API server rejects. */

import type { ManifestObjectError } from "../../../kubernetes/cluster/object-schema.ts";
import { requiredType } from "../../../kubernetes/flux/index.ts";
import { formatPath } from "../../../kubernetes/pod/path.ts";
import { similarFieldPath } from "../../../kubernetes/pod/sources/field-ref.ts";
import type { ManifestPath } from "../../../kubernetes/pod/types.ts";
import type { PodProblem } from "../../../kubernetes/pod/validate/problems.ts";
import { memberOf } from "../../../text/own-keys.ts";
import { type Node, nearestNodeAt } from "../../../yaml/node.ts";
import { type PodPlace, rangeAt } from "../../pod-place.ts";
import type { SourceText } from "../../source-text.ts";
import { container } from "../example.ts";
import type { Problem } from "../problem.ts";
import type { LintedPod, Rule, SeenObject } from "../rule.ts";
import { wrongValues } from "./object-data.ts";

export const invalidManifest: Rule<"object"> = {
  id: "invalid-manifest",
  severity: "error",
  short: "the API server rejects the object or its pods",
  full: `The manifest cannot be applied. The message contains the path and the message of the API server. In ConfigMaps and
Secrets, every value that is not a string, or is not base64 in the \`data\` of a Secret, is reported at its key, whether or not a
pod uses it. A NUL character in a value is a warning: a container with such a variable does not start.

The API server accepts a StatefulSet that mounts a volume that does not exist, and releases before 1.34 do not validate the pods of
a StatefulSet. It then rejects each pod: the StatefulSet exists, without pods.

Values in files such as \`secret.example.yaml\` are notes, because people replace them.

If something that is not known can change a pod, such as a patch that is not in the manifests, only wrong types are reported.`,
  triggers: container(`volumeMounts:
- name: data
  mountPath: /data`),
  passes: container(`volumeMounts:
- name: data
  mountPath: /data`).map(({ name, text }) => ({ name, text: `${text}  volumes:\n  - name: data\n    emptyDir: {}\n` })),
  isLocal: true,
  sees: "object",
  check(object) {
    const { document, error, pods, role } = object;
    const values = role.isExpected ? [] : wrongValues(document.value);
    const note = role.isExample ? ({ atMost: "note" } as const) : {};
    return [
      ...(error === undefined ? [] : invalidObject(error, object)),
      ...values.flatMap((value) => invalidObject({ ...value, ...note }, object)),
      ...pods.flatMap(invalidPod),
    ];
  },
};

function invalidObject(
  { atMost, message, path }: Pick<ManifestObjectError, "message" | "path"> & Pick<Problem, "atMost">,
  { document, role, source }: SeenObject,
): Problem[] {
  const node = nearestNodeAt(document, path);
  const range = rangeAt(document, path, source);
  // Flux replaces a text with a value of another type, which `flux-changed-type` reports.
  const written = (range.inFile ?? source).text.slice(range.start, range.end);
  const isReplaced = isPlaceholder(node.value, path) || isPlaceholder(written) || FORMAT.test(written);
  if (isReplaced || (role.isPatched && BOOLEAN_WORD.test(written))) return [];
  return [{ ...range, path, message: message + hintFor(node, range.inFile ?? source), ...(atMost && { atMost }) }];
}

function invalidPod(pod: LintedPod): Problem[] {
  const { isKustomized, isPartial, place, problems } = pod;
  // A patch can add what is missing, and kustomize writes `value: yes` as a string.
  if (isKustomized) return [];
  const { object, workload } = place;
  const isWrong = ({ code, path }: PodProblem) => {
    const isCertain = !isPartial || (code === "wrong-type" && !BOOLEAN_WORD.test(writtenAt(path, place)));
    const isReplaced = isPlaceholder(place.nodeAt(path)?.value, path) || FORMAT.test(writtenAt(path, place));
    return isCertain && !isReplaced && !isSubstituted(path, pod);
  };
  const found = problems.filter(isWrong).map(({ code, message, path }): Problem => {
    const node = place.nodeAt(path);
    const isType = node !== undefined && code === "wrong-type";
    const hint = isType ? hintFor(node, place.at(path).inFile ?? place.source) : fieldHint(path, node?.value);
    const field = formatPath(place.pathOf(path).slice(workload.ownerPath.length));
    return { ...place.at(path), message: `${field}: ${message}${hint}`, same: message, object };
  });
  return workload.isBuiltIn && !isPartial ? [...found, ...namelessObject(place)] : found;
}

function writtenAt(path: ManifestPath, place: PodPlace): string {
  const { end, inFile = place.source, start } = place.at(path);
  return inFile.text.slice(start, end);
}

/** Whether `flux-changed-type` reports the type of a field. */
function isSubstituted(path: ManifestPath, { isReplaced, place }: LintedPod): boolean {
  return (
    isReplaced(path) &&
    writtenAt(path, place).includes("${") &&
    requiredType(place.pathOf(path), place.document.value) !== undefined
  );
}

/** An object without a name. */
function namelessObject({ document, object, source, workload }: PodPlace): Problem[] {
  const metadata = [...workload.ownerPath, "metadata"];
  const members = metadata.reduce<unknown>(memberOf, document.value);
  if (["name", "generateName"].some((key) => memberOf(members, key) !== undefined)) return [];
  const message = "metadata.name: Required value: name or generateName is required";
  // Other programs, such as the agents of a build server, read a pod without a name as a template.
  const note = memberOf(document.value, "kind") === "Pod" && { atMost: "note" as const };
  return [{ ...rangeAt(document, metadata, source), path: metadata, message, object, ...note }];
}

function fieldHint(path: ManifestPath, value: unknown): string {
  const meant = path.at(-1) === "fieldPath" && typeof value === "string" ? similarFieldPath(value) : undefined;
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}

/** A boolean of YAML 1.1, which kustomize reads as a string. */
const BOOLEAN_WORD = /^(?:y|n|yes|no|on|off)$/i;

/** What to do about a plain scalar that YAML does not read as a string. */
function hintFor(node: Node, { text }: Pick<SourceText, "text">): string {
  const { kind, start, end, value } = node;
  if (kind !== "scalar" || (typeof value !== "boolean" && typeof value !== "number")) return "";
  const written = text.slice(start, end);
  const reading = BOOLEAN_WORD.test(written) ? `YAML 1.1 reads ${written} as a boolean; ` : "";
  return `; ${reading}write it in quotes`;
}

/**
 * What another tool or a person replaces: `${REPLICAS}`, `$REPLICAS`, `ENC[...]`, `$(a.b.c)`, `{{ .Values.name }}`, `<NAME>`,
 * `(to_number($port))` of Chainsaw, `replace_me`, and `APP_NAME-web`, which neither a name nor a value of another type can be.
 */
const PLACEHOLDER =
  /\$\{|\{\{|<[^<>\r\n]+>|^ENC\[|^\$[A-Za-z_]|^\$\([^()]*\)$|^\([^$]*\$[A-Za-z_]|^(?:change|insert|replace|your)_|(?:^|[-.])[A-Z\d]+(?:_[A-Z\d]+)+(?![^-.])/;

/** What a person replaces in a name: `APPNAME-web`. */
const NAME_PLACEHOLDER = /^[A-Z]{4,}(?![^-.])/;

/** A field of a format string, which YAML reads as a mapping: `{self.name}`. */
const FORMAT = /^\{[\w.[\]-]+\}$/;

/** Whether another tool replaces a value: a placeholder, or `{$concat: ...}`. */
function isPlaceholder(value: unknown, path?: ManifestPath): boolean {
  if (typeof value === "string")
    return PLACEHOLDER.test(value) || (path?.at(-1) === "name" && NAME_PLACEHOLDER.test(value));
  return typeof value === "object" && value !== null && Object.keys(value).some((key) => key.startsWith("$"));
}
