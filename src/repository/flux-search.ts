/** Finds the Kustomizations of Flux that files are part of, in their repositories. */

import {
  FLUX_GROUP,
  type FluxPath,
  FluxRepository,
  FluxVersion,
  fluxKustomization,
  SOURCE_GROUP,
  type StatedSource,
} from "../kubernetes/flux/index.ts";
import { KUSTOMIZATION_FILES, type Kustomizer, objectsIn } from "../kubernetes/kustomize/index.ts";
import { baseName, foldersAbove, parentOf } from "../text/paths.ts";
import { isArchived } from "../text/put-away.ts";
import { Folders, isWithin, type RepositoryHost } from "./folders.ts";
import { kustomizerOf } from "./kustomizations.ts";

/** A file that can have ConfigMaps or Secrets, generators of them, or objects such as an ExternalSecret. */
const SOURCE = /ConfigMap|Secret|OnePasswordItem|(?:configMap|secret)Generator/;

/** The manifests that Flux can apply, and JSON. */
const MANIFEST = /\.(?:yaml|yml|json)$/;

function isManifest(name: string): boolean {
  return MANIFEST.test(name) || KUSTOMIZATION_FILES.includes(name);
}

/** The files of one repository. */
interface FoundFiles {
  readonly kustomizations: string[];
  readonly sources: string[];
  readonly declaringSources: string[];
  readonly kustomizedFolders: string[];
  readonly version: FluxVersion;
}

/**
 * Reads the repositories that have Kustomizations of Flux, one after the other. All files of a repository are read: any
 * of them can apply the inputs. Outside of repositories, the folders are read that the paths of the Kustomizations among
 * the inputs are relative to.
 *
 * @param inputs the files of the command
 * @param stated the sources of variables whose keys the user states
 */
export function* fluxRepositories(
  inputs: readonly string[],
  folders: Folders,
  kustomizer: Kustomizer,
  stated?: readonly StatedSource[],
): Generator<FluxRepository, void, undefined> {
  const byRoot = new Map<string, FoundFiles>();
  const known = new Set<string>();
  const add = (file: string, root: string) => {
    if (known.has(file)) return;
    known.add(file);
    const found = byRoot.get(root) ?? {
      kustomizations: [],
      sources: [],
      declaringSources: [],
      kustomizedFolders: [],
      version: new FluxVersion(),
    };
    byRoot.set(root, found);
    if (KUSTOMIZATION_FILES.includes(baseName(file))) found.kustomizedFolders.push(parentOf(file));
    const text = kustomizer.loader.files.textOf(file)?.text ?? "";
    found.version.add(text);
    if (SOURCE.test(text)) found.sources.push(file);
    if (text.includes(SOURCE_GROUP)) found.declaringSources.push(file);
    if (text.includes(FLUX_GROUP) && /\bKustomization\b/.test(text)) found.kustomizations.push(file);
  };
  const addBelow = (folder: string, root: string) => {
    for (const file of folders.filesBelow(folder, isManifest)) add(file, root);
  };
  const rootOf = (file: string) => folders.rootOf(parentOf(file)) ?? "";
  for (const file of inputs) add(file, rootOf(file));
  for (const root of new Set(inputs.map(rootOf))) if (root !== "") addBelow(root, root);
  const loose = byRoot.get("")?.kustomizations ?? [];
  for (const folder of foldersOfPaths(loose, folders, kustomizer)) addBelow(folder, "");
  for (const [root, found] of byRoot) {
    if (found.kustomizations.length === 0) continue;
    yield new FluxRepository(kustomizer, {
      ...found,
      stated,
      rootsOf: (file) => (root === "" ? rootsOf(file, folders) : [root]),
      isFolder: (path) => folders.exists(path),
    });
  }
}

/**
 * The Kustomizations in a file with their variables, and with those that the Kustomizations above them add. If a path is not in
 * the repository, only the variables that its Kustomization sets itself are found.
 */
export function fluxVariablesOf(
  file: string,
  host: RepositoryHost,
  stated?: readonly StatedSource[],
): Pick<FluxPath, "kustomization" | "variables">[] {
  return repositoriesAround(file, host, stated).flatMap((repository) => {
    const applied = repository.paths.filter(({ kustomization }) => kustomization.file.path === file);
    const ids = new Set(applied.map(({ kustomization }) => kustomization.id));
    return [...applied, ...repository.declaredIn(file).filter(({ kustomization }) => !ids.has(kustomization.id))];
  });
}

function repositoriesAround(file: string, host: RepositoryHost, stated?: readonly StatedSource[]): FluxRepository[] {
  const folders = new Folders(host);
  const kustomizer = kustomizerOf(host, folders);
  const around = folders.filesBelow(folders.rootOf(parentOf(file)) ?? parentOf(file), isManifest);
  return [...fluxRepositories(around, folders, kustomizer, stated)];
}

/** Outside of repositories: the folders that the paths of Kustomizations are relative to. */
function foldersOfPaths(files: readonly string[], folders: Folders, kustomizer: Kustomizer): string[] {
  const found = files.flatMap((file) => {
    const objects = kustomizer.loader.files.documentsOf(file)?.documents.flatMap(objectsIn) ?? [];
    return objects.flatMap((object) => {
      const path = fluxKustomization(object)?.path?.replace(/^[./]+/, "") ?? "";
      if (path === "") return [];
      return rootsOf(file, folders).find((folder) => folder !== "/" && folders.exists(`${folder}/${path}`)) ?? [];
    });
  });
  const all = [...new Set(found)];
  return all.filter((folder) => !all.some((other) => other !== folder && isWithin(folder, other)));
}

/** Outside of repositories: the folders that the paths in a file can be relative to, the most likely one first. */
function rootsOf(file: string, folders: Folders): string[] {
  const above = foldersAbove(file);
  const top = folders.topOf(parentOf(file));
  return top === undefined ? above : [top, ...above.filter((folder) => folder !== top && !isArchived(`${folder}/`))];
}
