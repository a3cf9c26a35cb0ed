/** The Kustomizations of Flux among the files that a command is given. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { FLUX_GROUP, FluxRepository, fluxKustomization } from "../../kubernetes/flux/index.ts";
import { objectsIn } from "../../kubernetes/kustomize/index.ts";
import { isManifest } from "../../lint/file-kind.ts";
import { directoryFiles } from "../files/directory-files.ts";
import { STDIN } from "../files/files.ts";
import type { InputFile } from "../files/inputs.ts";
import { SkippedFiles } from "../files/skipped-files.ts";
import { bytesOf, type Renderings, slashed } from "./renderings.ts";

/** A file that can have ConfigMaps or Secrets, generators of them, or objects such as an ExternalSecret. */
const SOURCE = /\bConfigMap\b|Secret|\bOnePasswordItem\b|\b(?:configMap|secret)Generator\b/;

/** A repository with Kustomizations, and its root. */
interface FoundRepository {
  readonly root: string;
  readonly repository: FluxRepository;
}

/**
 * Reads the repositories that have Kustomizations among some files, one after the other. The other files of a repository
 * are read, too: a parent there can add variables to a Kustomization.
 *
 * @param roots repositories that are read in any case
 */
export function* fluxRepositories(
  inputs: readonly InputFile[],
  renderings: Renderings,
  roots: readonly string[] = [],
): Generator<FoundRepository> {
  const byRoot = new Map<string, string[]>(roots.map((root) => [slashed(root), []]));
  const sources: string[] = [];
  const add = (file: string, isRoot: (root: string) => boolean) => {
    const content = renderings.search(slashed(file));
    if (SOURCE.test(content)) sources.push(file);
    if (!content.includes(FLUX_GROUP) || !/\bKustomization\b/.test(content)) return;
    const root = slashed(rootsOf(file).at(-1)!);
    if (!isRoot(root)) return;
    const kustomizations = byRoot.get(root) ?? [];
    kustomizations.push(slashed(file));
    byRoot.set(root, kustomizations);
  };
  const files = inputs.flatMap(({ file, rendered }) => (file === STDIN || rendered !== undefined ? [] : resolve(file)));
  const known = new Set(files);
  for (const file of known) add(file, () => true);
  for (const [root, kustomizations] of [...byRoot]) {
    const isRepository = existsSync(join(root, ".git"));
    const folders = isRepository ? [root] : foldersOfPaths(kustomizations, renderings);
    const others = folders.filter((folder) => !renderings.isWhole(folder));
    for (const file of new Set(others.flatMap(manifestsIn))) {
      if (!known.has(resolve(file))) add(resolve(file), (found) => found === root);
    }
  }
  for (const [root, kustomizations] of byRoot) {
    if (kustomizations.length === 0) continue;
    const repository = new FluxRepository(renderings.kustomizer, {
      kustomizations,
      sources: sources.filter((file) => isBelow(file, root)).map(slashed),
      kustomizedFolders: [...known]
        .map(slashed)
        .flatMap((file) => /^(.*)\/kustomization\.ya?ml$/.exec(file)?.[1] ?? []),
      rootsOf,
      isFolder,
    });
    yield { root, repository };
  }
  renderings.endSearch();
}

/** Without a repository: the folders that the paths of Kustomizations are from. */
function foldersOfPaths(files: readonly string[], { kustomizer }: Renderings): string[] {
  const folders = files.flatMap((file) => {
    const objects = kustomizer.files.documentsOf(file)?.documents.flatMap(objectsIn) ?? [];
    return objects.flatMap((object) => {
      const path = fluxKustomization(object)?.path?.replace(/^[./]+/, "") ?? "";
      return (path !== "" && rootsOf(file).find((folder) => isFolder(join(folder, path)))) || [];
    });
  });
  return [...new Set(folders)].filter((folder) => dirname(folder) !== folder);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The manifests in a folder. */
function manifestsIn(root: string): string[] {
  return directoryFiles(root, {
    followsLinks: true,
    isRecursive: true,
    accepts: isManifest,
    isOutput: () => false,
    known: new Set(),
    skipped: new SkippedFiles(),
  });
}

/** Whether a path is in a folder, or is the folder. */
export function isBelow(path: string, folder: string): boolean {
  return `${slashed(path)}/`.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** Whether a file or a repository can contain Kustomizations. */
export function mayHaveFlux(inputs: readonly InputFile[], roots: readonly string[]): boolean {
  const mentionsFlux = (file: string) => bytesOf(file).includes(FLUX_GROUP);
  return inputs.some(({ file }) => mentionsFlux(file)) || roots.some((root) => manifestsIn(root).some(mentionsFlux));
}

/** The root of the repository that a file is in; undefined without one. */
export function repositoryOf(file: string): string | undefined {
  const [root, ...others] = rootsOf(file);
  return others.length === 0 ? root : undefined;
}

/** The root of the repository that a file is in; without one, the folders above the file, the nearest first. */
export function rootsOf(file: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); folders.at(-1) !== folder; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return [folder];
    folders.push(folder);
  }
  return folders;
}
