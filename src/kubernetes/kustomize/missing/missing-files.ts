/** Files that a repository's commit does not have, and that a clone or a build has: what each folder says about them. */

import { isMisspelling } from "../../../text/closest.ts";
import { getOrAdd } from "../../../text/grouped.ts";
import { baseName, foldersAbove, parentOf, pathFrom } from "../../../text/paths.ts";
import { SimilarNames } from "../../../text/similar-names.ts";
import { isBelow, type KustomizeReader } from "../source-files.ts";
import { Commands } from "./commands.ts";

/** The part of a name that marks a template, an example, or an encrypted file. */
const SOURCE =
  /[-_.](?:in|te?mpl|tpl|template|gotmpl|j2|jinja2?|erb|mustache|hbs|envsubst|ytt|dist|examples?|samples?|default|enc|encrypted|sops|gpg|asc|age)(?=\.|$)|^(?:template|example|sample)[-_.]/;

const SUBMODULE = /^[ \t]*path[ \t]*=[ \t]*(\S+)/gm;

export class MissingFiles {
  readonly reader: KustomizeReader;
  private readonly names = perFolder((folder) => this.reader.list?.(folder) ?? []);
  private readonly isRoot = perFolder((folder) => this.names(folder).some((name) => /^\.git\/?$/.test(name)));
  private readonly similar = perFolder((folder) => new SimilarNames(this.names(folder)));
  /** The names of files that are made from one in the folder: `kustomization.yaml.in`, `secret.example.yaml`. */
  private readonly made = perFolder((folder) => {
    const sources = this.names(folder).filter((name) => SOURCE.test(name));
    return new Set(sources.map((name) => name.replace(SOURCE, "")));
  });
  /** The paths of the submodules that the folder lists. */
  private readonly submodules = perFolder((folder) => {
    const hasList = this.names(folder).includes(".gitmodules");
    const text = hasList ? (this.reader.read(pathFrom(folder, ".gitmodules")) ?? "") : "";
    return new Set(Array.from(text.matchAll(SUBMODULE), ([, path]) => pathFrom(folder, path!)));
  });
  private readonly commands: Commands;

  constructor(reader: KustomizeReader) {
    this.reader = reader;
    this.commands = new Commands(reader);
  }

  /** Whether other machines, a submodule, or a build step has a file. */
  isMadeElsewhere(path: string): boolean {
    const above = foldersAbove(path);
    const top = this.reader.topOf?.(parentOf(path));
    const inRepository = above.slice(0, above.indexOf(top ?? "") + 1);
    const name = baseName(path);
    return (
      this.reader.isGitIgnored?.(path) === true ||
      this.isInEmptyFolder(path) ||
      this.made(parentOf(path)).has(name) ||
      // A submodule can be missing without a folder.
      inRepository.some((folder) => [path, ...above].some((each) => this.submodules(folder).has(each))) ||
      (this.isWritten(path, inRepository) && !this.isMisspelled(path))
    );
  }

  /** Whether a command in the repository writes a file, or a folder above it that does not exist. */
  private isWritten(path: string, inRepository: readonly string[]): boolean {
    const root = inRepository.at(-1);
    if (root === undefined) return false;
    const missing = [path, ...inRepository.filter((folder) => this.reader.list?.(folder) === undefined)];
    return missing.some((each) => this.commands.writes(each, root));
  }

  /** Whether a path is not in the repository of a folder. */
  isOutside(path: string, folder: string): boolean {
    const root = foldersAbove(pathFrom(folder, "any")).find(this.isRoot);
    return root !== undefined && !isBelow(path, root);
  }

  /** Whether the name of a file, or of the first folder above it that does not exist, is almost that of what is there. */
  isMisspelled(path: string): boolean {
    const folders = foldersAbove(path);
    const existing = folders.findIndex((folder) => this.reader.list?.(folder) !== undefined);
    const first = [path, ...folders][existing] ?? path;
    // The names of folders end with `/`.
    const name = first === path ? baseName(path) : `${baseName(first)}/`;
    return this.similar(parentOf(first)).to(name, (other) => isMisspelling(name, other)) !== undefined;
  }

  /** Whether the nearest folder above a path is empty, as a submodule is that has not been checked out. */
  private isInEmptyFolder(path: string): boolean {
    const nearest = foldersAbove(path).find((folder) => this.reader.list?.(folder) !== undefined);
    return nearest !== undefined && nearest !== "/" && this.names(nearest).length === 0;
  }
}

function perFolder<T>(of: (folder: string) => T): (folder: string) => T {
  const known = new Map<string, T>();
  return (folder) => getOrAdd(known, folder, () => of(folder));
}
