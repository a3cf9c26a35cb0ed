/** The members of a kustomization, and what it lists, without reading those files. */

import { memberOf } from "../../text/own-keys.ts";
import { pathFrom } from "../../text/paths.ts";
import { dereferenced, type Node, nodeAt } from "../../yaml/node.ts";
import type { ParsedFile } from "./source-files.ts";
import { itemsOf, mappingAt, membersOf, textOf } from "./tree.ts";

/** The members of a kustomization. kustomize accepts their names in any case. */
const MEMBERS = (
  "apiVersion kind resources bases components crds configurations openapi vars replacements transformers validators " +
  "generators generatorOptions configMapGenerator secretGenerator helmCharts helmGlobals helmChartInflationGenerator " +
  "patches patchesStrategicMerge patchesJson6902 namespace namePrefix nameSuffix commonLabels commonAnnotations labels " +
  "images imageTags replicas metadata buildMetadata sortOptions"
).split(" ");
const MEMBER_NAMES: ReadonlyMap<string, string> = new Map(MEMBERS.map((name) => [name.toLowerCase(), name]));

/** Members that add objects, besides generators. */
const SOURCES = ["resources", "bases", "components", "generators", "helmCharts", "helmChartInflationGenerator"];

/** Whether a kustomization changes objects and lists none: another program gives them to it. */
export function lacksSource(root: Node): boolean {
  const itemsIn = (list: string) => itemsOf(nodeAt(root, [list]));
  const generated = [...itemsIn("configMapGenerator"), ...itemsIn("secretGenerator")];
  return (
    CHANGES.some((list) => itemsIn(list).length > 0) &&
    SOURCES.every((list) => itemsIn(list).length === 0) &&
    generated.every(({ value }) => /^(?:merge|replace)$/.test(`${memberOf(value, "behavior")}`))
  );
}

const CHANGES = "patches patchesStrategicMerge patchesJson6902 replacements configMapGenerator secretGenerator".split(
  " ",
);

/** Members that are lists, and those that are strings. */
const LISTS = (
  "resources bases components crds configurations vars replacements transformers validators generators " +
  "configMapGenerator secretGenerator helmCharts helmChartInflationGenerator patches patchesStrategicMerge " +
  "patchesJson6902 labels images replicas buildMetadata"
).split(" ");
const STRINGS = ["namespace", "namePrefix", "nameSuffix"];

/** Why kustomize cannot read a kustomization, in its words, and the members with a problem. */
export function memberProblems(root: Node): { readonly at: Node; readonly message: string }[] {
  const apiVersion = memberOf(root.value, "apiVersion");
  // Another tool reads a file with this name.
  if (apiVersion !== undefined && !`${apiVersion}`.startsWith("kustomize.config.k8s.io/")) return [];
  return [...membersOf(root)].flatMap(([name, at]) => {
    const type = typeProblem(root, name);
    if (type !== undefined) return [{ at, message: `Failed to read kustomization file: ${type}` }];
    const { kind } = dereferenced(at);
    if (!MEMBER_NAMES.has(name.toLowerCase())) {
      return [{ at, message: `invalid Kustomization: json: unknown field "${name}"` }];
    }
    const isWrong =
      at.value !== null &&
      ((LISTS.includes(name) && kind !== "sequence") || (STRINGS.includes(name) && typeof at.value !== "string"));
    if (!isWrong) return [];
    const given = kind === "sequence" ? "array" : kind === "mapping" ? "object" : typeof at.value;
    const wanted = LISTS.includes(name) ? "list" : "string";
    return [
      { at, message: `invalid Kustomization: json: cannot unmarshal ${given} into field ${name} of type ${wanted}` },
    ];
  });
}

/** What is wrong with the kind or the apiVersion of a kustomization. Without one of them, kustomize adds it. */
function typeProblem(root: Node, name: string): string | undefined {
  const kind = memberOf(root.value, "kind") || "Kustomization";
  const isKind = kind === "Kustomization" || kind === "Component";
  if (name === "kind" && !isKind) return "kind should be Kustomization or Component";
  const version = `kustomize.config.k8s.io/${kind === "Component" ? "v1alpha1" : "v1beta1"}`;
  const isOther = name === "apiVersion" && ![version, null, ""].includes(memberOf(root.value, name) as string);
  return isKind && isOther ? `apiVersion for ${kind} should be ${version}` : undefined;
}

/** The kustomization with the usual names of its members. Of several spellings, the last one in byte order counts. */
export function withKnownNames(parsed: ParsedFile): ParsedFile {
  const root = parsed.documents[0]!;
  const members = [...membersOf(root)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, node]) => [MEMBER_NAMES.get(key.toLowerCase()) ?? key, node] as const);
  return { ...parsed, documents: [mappingAt(root, members)] };
}

/** Paths are absolute. */
export interface KustomizationContents {
  /** Manifests, and the folders of other kustomizations. */
  readonly resources: readonly string[];
  readonly patches: readonly string[];
  /** The env files of its generators. */
  readonly envFiles: readonly string[];
  /** The files whose contents its generators copy. */
  readonly copied: readonly string[];
  /** The variables that it sets: its own, and those of containers that it replaces. */
  readonly names: readonly string[];
}

/** @param folder the one that the kustomization is in */
export function contentsOf(root: Node, folder: string): KustomizationContents {
  const itemsIn = (node: Node, ...lists: string[]) => lists.flatMap((list) => itemsOf(nodeAt(node, [list])));
  const pathsOf = (nodes: readonly (Node | undefined)[]) => pathsIn(nodes.flatMap((node) => textOf(node) ?? []));
  const pathsIn = (texts: readonly string[]) =>
    texts.flatMap((text) => (/[\n\0]/.test(text) ? [] : pathFrom(folder, text)));
  const patches = itemsIn(root, "patches", "patchesStrategicMerge", "patchesJson6902");
  const generators = itemsIn(root, "configMapGenerator", "secretGenerator");
  const targets = itemsIn(root, "replacements").flatMap((replacement) => itemsIn(replacement, "targets"));
  const fields = targets.flatMap((target) => itemsIn(target, "fieldPaths")).flatMap((field) => textOf(field) ?? []);
  return {
    resources: pathsOf(itemsIn(root, "resources", "bases", "components")),
    patches: pathsOf(patches.map((patch) => (textOf(patch) === undefined ? nodeAt(patch, ["path"]) : patch))),
    envFiles: pathsOf(generators.flatMap((generator) => [nodeAt(generator, ["env"]), ...itemsIn(generator, "envs")])),
    // `key=file`
    copied: pathsIn(
      generators
        .flatMap((generator) => itemsIn(generator, "files"))
        .flatMap((file) => textOf(file) ?? [])
        .map((text) => text.slice(text.indexOf("=") + 1)),
    ),
    names: [
      ...itemsIn(root, "vars").flatMap((variable) => textOf(nodeAt(variable, ["name"])) ?? []),
      ...fields.flatMap((field) => [...field.matchAll(/\[name=([^[\]]+)\]/g)].map(([, name]) => name!)),
    ],
  };
}
