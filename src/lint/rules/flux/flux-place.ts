/** A text in an object that a Kustomization of Flux applies, and examples of repositories. */

import {
  type FluxPath,
  type FluxReference,
  type FluxRepository,
  type FluxVariable,
  type MalformedText,
  type ObjectText,
  rangeInFile,
} from "../../../kubernetes/flux/index.ts";
import { idOf } from "../../../kubernetes/kustomize/index.ts";
import type { Node } from "../../../yaml/node.ts";
import type { RawFinding, TextRange } from "../../finding.ts";
import { firstLine, shownName, sourceTextOf } from "../../pod-place.ts";
import type { Example } from "../example.ts";
import type { SetProblem } from "../problem.ts";

export interface FluxText extends ObjectText {
  readonly in: FluxPath;
  /** The object, and its value. */
  readonly document: Node;
  readonly value: unknown;
  readonly references: readonly FluxReference[];
  readonly malformed: readonly MalformedText[];
}

/** A Kustomization of Flux that is not evaluated. */
export type SeenKustomization = FluxRepository["notEvaluated"][number];

/** What a Kustomization of Flux applies, and what the others in its repository apply. */
export interface SeenFluxSet {
  readonly path: FluxPath;
  /** The texts with a `$` in known objects, except objects that are excluded from substitution. */
  readonly texts: readonly FluxText[];
  /** Whether objects outside the input do not exist. */
  readonly isClosed: boolean;
  /** Whether a file is part of the input. */
  isInput(file: string): boolean;
  /** Whether the configuration says that a name is set. */
  isKnown(name: string): boolean;
  /** Whether a Kustomization of the repository has a variable with a name. */
  isVariable(name: string): boolean;
  /** How many references to a name the Kustomizations of the repository apply. Several apply the same reference. */
  countOf(name: string): number;
  /** The names that a Kustomization sets, and those with at least so many references. */
  commonNames(count: number): readonly string[];
  /** Whether a Kustomization replaces variables in a file. */
  isSubstitutedIn(file: string): boolean;
  /** Whether something applies malformed text or a reference unchanged: a fix would change what it applies. */
  isKept(place: TextRange): boolean;
  /** Whether anything that a Kustomization applies can refer to one of its own variables. */
  isUsed(variable: FluxVariable): boolean;
}

/** A problem with a range of a text. */
export function problemAt(
  text: FluxText,
  range: { readonly start: number; readonly end: number },
  message: string,
): SetProblem {
  const { document: owner, file, path, value } = text;
  const { kind, name } = idOf(value);
  return { ...rangeInFile(text, range), inFile: file, path, message, object: `${kind}/${shownName(name)}`, owner };
}

/** A problem with a whole text. */
export function problemWith(text: FluxText, message: string): SetProblem {
  const { file, isKey, node } = text;
  const problem = problemAt(text, { start: 0, end: text.text.length }, message);
  const isWhole = !isKey && node.value === text.text && node.start > 0;
  return isWhole ? { ...problem, ...firstLine(sourceTextOf(file), node) } : problem;
}

/** The variables that a Kustomization sets in its own file. */
export function ownVariables({ kustomization, variables }: FluxPath): FluxVariable[] {
  const { document, file } = kustomization;
  return [...variables.all.values()].filter(({ file: { path }, node }) => {
    return path === file.path && node.start >= document.start && node.end <= document.end;
  });
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
