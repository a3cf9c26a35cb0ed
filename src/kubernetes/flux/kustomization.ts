/** Kustomizations of Flux: `kustomize.toolkit.fluxcd.io`. */

import { memberOf } from "../../text/own-keys.ts";
import { type Node, nodeAt } from "../../yaml/node.ts";
import { fileAt, itemsOf, membersOf, type SourceFile, textOf } from "../kustomize/index.ts";

/** A ConfigMap or Secret that a Kustomization takes variables from. */
export interface VariableReference {
  readonly kind: "ConfigMap" | "Secret";
  readonly name: string;
  readonly isOptional: boolean;
}

export interface FluxKustomization {
  readonly document: Node;
  readonly file: SourceFile;
  /** The object in its file, however parents change it. */
  readonly id: string;
  readonly name: string;
  /** The name, after the namespace if it is set: `flux-system/apps`. */
  readonly title: string;
  /** From the root of the repository; undefined if it depends on unknown variables. */
  readonly path: string | undefined;
  /** The object that provides the repository: `GitRepository/flux-system`. */
  readonly source: string;
  /** Whether Flux does not apply it until someone resumes it, or changes it in the cluster. */
  readonly isSuspended: boolean;
  /** Undefined without `spec.postBuild`. */
  readonly postBuild: PostBuild | undefined;
}

export interface PostBuild {
  /** The variables of `substitute`, by their names. */
  readonly substitute: ReadonlyMap<string, Node>;
  /** Undefined for an entry that depends on unknown variables. */
  readonly substituteFrom: readonly (VariableReference | undefined)[];
  /** Whether text is replaced even without variables. */
  readonly isAlways: boolean;
}

export const FLUX_GROUP = "kustomize.toolkit.fluxcd.io";

/**
 * The Kustomization in a document; undefined for another object.
 *
 * @param isPart whether it can lack `sourceRef`, as a patch does
 */
export function fluxKustomization(document: Node, isPart = false): FluxKustomization | undefined {
  const { value } = document;
  const apiVersion = memberOf(value, "apiVersion");
  if (memberOf(value, "kind") !== "Kustomization" || typeof apiVersion !== "string") return undefined;
  const file = fileAt(document, []);
  const sourceRef = nodeAt(document, ["spec", "sourceRef"]);
  if (!apiVersion.startsWith(`${FLUX_GROUP}/`) || file === undefined) return undefined;
  if (sourceRef === undefined && !isPart) return undefined;
  const metadata = memberOf(value, "metadata");
  const path = textOf(nodeAt(document, ["spec", "path"])) ?? "";
  const postBuild = nodeAt(document, ["spec", "postBuild"]);
  return {
    document,
    file,
    id: `${document.start} ${file.path}`,
    name: `${memberOf(metadata, "name")}`,
    title: ["namespace", "name"].flatMap((member) => memberOf(metadata, member) ?? []).join("/"),
    path: path.includes("${") ? undefined : path,
    source: `${memberOf(sourceRef?.value, "kind")}/${memberOf(sourceRef?.value, "name")}`,
    isSuspended: memberOf(memberOf(value, "spec"), "suspend") === true || isUnmanaged(value),
    postBuild: postBuild && {
      substitute: membersOf(nodeAt(postBuild, ["substitute"])),
      substituteFrom: itemsOf(nodeAt(postBuild, ["substituteFrom"])).map(({ value }) => variableReference(value)),
      isAlways: memberOf(postBuild.value, "substituteStrategy") === "Always",
    },
  };
}

function variableReference(value: unknown): VariableReference | undefined {
  const [kind, name] = [memberOf(value, "kind"), memberOf(value, "name")];
  if ((kind !== "ConfigMap" && kind !== "Secret") || typeof name !== "string" || name.includes("${")) return undefined;
  return { kind, name, isOptional: memberOf(value, "optional") === true };
}

/** Whether a label or an annotation excludes an object from substitution. */
export function isDisabled(object: unknown): boolean {
  return markersOf(object, "substitute").includes("disabled");
}

/** Whether Flux replaces nothing in an object that it applies, or does not apply the object. */
export function isExcluded(object: unknown): boolean {
  return isDisabled(object) || isUnmanaged(object);
}

/** Whether a label or an annotation excludes an object from what Flux applies. */
function isUnmanaged(object: unknown): boolean {
  return markersOf(object, "reconcile").some((marker) => /^disabled$/i.test(`${marker}`));
}

/** The label and the annotation of Flux with a name. */
function markersOf(object: unknown, name: string): unknown[] {
  const metadata = memberOf(object, "metadata");
  return ["labels", "annotations"].map((list) => memberOf(memberOf(metadata, list), `${FLUX_GROUP}/${name}`));
}
