/** A text in an object that a Kustomization of Flux applies, and examples of repositories. */

import {
  type FluxPath,
  type FluxReference,
  type FluxVariable,
  type MalformedText,
  type ObjectText,
  rangeInFile,
} from "../../../kubernetes/flux/index.ts";
import { idOf } from "../../../kubernetes/kustomize/index.ts";
import type { RawFinding } from "../../finding.ts";
import { shownName } from "../../pod-place.ts";
import type { Example } from "../rule.ts";

export interface FluxText extends ObjectText {
  readonly in: FluxPath;
  /** The object. */
  readonly value: unknown;
  readonly references: readonly FluxReference[];
  readonly malformed: readonly MalformedText[];
}

/** A finding at a range of a text. */
export function findingAt(
  rule: string,
  text: FluxText,
  range: { readonly start: number; readonly end: number },
  message: string,
): RawFinding {
  const { file, path, value } = text;
  const { kind, name } = idOf(value);
  return { rule, ...rangeInFile(text, range), inFile: file, path, message, object: `${kind}/${shownName(name)}` };
}

/** The place of a variable's name where it is set. */
export function placeOfName({ file, name, node }: FluxVariable): Pick<RawFinding, "start" | "end" | "inFile"> {
  const lineStart = file.text.lastIndexOf("\n", node.start - 1) + 1;
  // Other names and values on the line, and the anchor of the value, can contain the name.
  const colon = file.text.lastIndexOf(":", node.start);
  const key = file.text.lastIndexOf(name, colon - name.length);
  const start = key < lineStart ? node.start : key;
  return { start, end: start + name.length, inFile: file };
}

/** The Kustomization `apps` of an example, whose path is the folder `apps`. */
export const kustomization = (postBuild: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: apps
  namespace: flux-system
spec:
  interval: 10m
  path: ./apps
  prune: true
  sourceRef:
    kind: GitRepository
    name: flux-system
${postBuild}`;

export const SUBSTITUTE = `  postBuild:
    substitute:
      DOMAIN: example.com
`;

/** A repository with the Kustomization and a ConfigMap in its path. */
export function repository(data: string, postBuild = SUBSTITUTE): Example {
  const settings = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
${data.replace(/^(?=.)/gm, "  ")}`;
  return [
    { name: "clusters/apps.yaml", text: kustomization(postBuild) },
    { name: "apps/settings.yaml", text: settings },
  ];
}
