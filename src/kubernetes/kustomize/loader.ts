/** Finds and reads the files that kustomizations name, within the folders that kustomize allows. */

import { isMisspelling } from "../../text/closest.ts";
import { getOrAdd } from "../../text/grouped.ts";
import { memberOf } from "../../text/own-keys.ts";
import { baseName, parentOf, pathFrom } from "../../text/paths.ts";
import type { Node } from "../../yaml/node.ts";
import { parseManifest } from "../../yaml/parse.ts";
import { isYttTemplate } from "../../yaml/ytt.ts";
import type { Accumulated } from "./accumulated.ts";
import type { Budget, UnevaluatedReason } from "./budget.ts";
import { contentsOf, type KustomizationContents, withKnownNames } from "./contents.ts";
import { isBelow, type KustomizeReader, type ParsedFile, SourceFiles } from "./source-files.ts";
import { textOf } from "./tree.ts";

/** What the file of a kustomization is called. */
export const KUSTOMIZATION_FILES: readonly string[] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/** The limits of a rendering. */
export interface Limits {
  readonly budget: Budget;
  /** The folder that files must be in: `OWN_FOLDER`, or a path. Undefined for none. */
  readonly root: string | undefined;
}

/** The root of each kustomization: its own folder. */
export const OWN_FOLDER = ".";

/** A kustomization that is being read. */
export interface Level extends Limits {
  readonly folder: string;
  readonly source: ParsedFile;
  readonly content: Node;
  readonly into: Accumulated;
  /** The folders of the kustomizations that this one is part of. */
  readonly above: readonly string[];
}

export class Loader {
  readonly files: SourceFiles;
  /** The folder that files must be in, for kustomizations that are not those of Flux. */
  readonly root: string | undefined;
  private readonly budget: Budget;
  /** The kustomizations that Flux generates, by their folders. */
  private readonly generated = new Map<string, ParsedFile | undefined>();

  constructor(reader: KustomizeReader, budget: Budget, root: string | undefined) {
    this.files = new SourceFiles(reader, budget);
    this.budget = budget;
    this.root = root;
  }

  /** The kustomization in a folder; undefined if none can be read. */
  kustomizationIn(folder: string, root = this.root): ParsedFile | undefined {
    const paths = KUSTOMIZATION_FILES.map((name) => pathFrom(folder, name));
    const [found, ...others] = paths.flatMap((path) =>
      this.isLoadable(path, folder, root) ? (this.files.documentsOf(path) ?? []) : [],
    );
    return found?.documents.length === 1 && others.length === 0 ? withKnownNames(found) : undefined;
  }

  /** Returns what the kustomization in a folder lists; undefined if the folder has no readable kustomization. */
  contentsIn(folder: string): KustomizationContents | undefined {
    const root = this.kustomizationIn(folder)?.documents[0];
    return root && contentsOf(root, folder);
  }

  /**
   * Whether a file can be loaded for a kustomization in a folder.
   *
   * @param root the folder that it must be in: `.` for that of the kustomization; undefined for any
   */
  isLoadable(path: string, folder: string, root: string | undefined): boolean {
    if (root === undefined) return true;
    const real = (each: string) => this.files.reader.realPath?.(each) ?? each;
    return isBelow(real(path), real(root === OWN_FOLDER ? folder : root));
  }

  /** The kustomization in a folder, or the one that Flux generates. */
  fluxSourceOf(folder: string, root: string): ParsedFile | undefined {
    const own = this.kustomizationIn(folder, root);
    if (own !== undefined) return own;
    return getOrAdd(this.generated, folder, () => this.generatedIn(folder, root));
  }

  /** The kustomization that Flux generates for a folder without one. */
  private generatedIn(folder: string, root: string | undefined): ParsedFile | undefined {
    const list = (path: string) => this.files.reader.list?.(path);
    if (list(folder) === undefined) return undefined;
    const resources: string[] = [];
    const open = [folder];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const name of (list(next) ?? []).filter((each) => !each.startsWith("."))) {
        const path = pathFrom(next, name);
        const isResource = name.endsWith("/") ? this.kustomizationIn(path, root) : /\.ya?ml$/.test(name);
        if (isResource) resources.push(`.${path.slice(folder === "/" ? 0 : folder.length)}`);
        else if (name.endsWith("/")) open.push(path);
      }
    }
    const text = JSON.stringify({ resources: resources.sort() });
    return { file: { path: pathFrom(folder, "kustomization.yaml"), text }, documents: parseManifest(text) };
  }

  /** Whether kustomize loads the kustomization of a folder: it refuses absolute paths, and Flux those out of its root. */
  isFolderLoadable(path: string, { folder, root }: Level): boolean {
    const isInRoot = root === OWN_FOLDER || this.isLoadable(pathFrom(folder, path), folder, root);
    return !path.startsWith("/") && isInRoot;
  }

  /** The documents of a file that a kustomization names; undefined if it cannot be loaded or parsed. */
  documentsOf(node: Node | undefined, level: Level): ParsedFile | undefined {
    const { budget, folder, into, root } = level;
    const text = textOf(node);
    if (text === undefined) return undefined;
    const path = pathFrom(folder, text);
    if (!this.isLoadable(path, folder, root)) {
      restrict(node!, text, level);
      return undefined;
    }
    const parsed = this.files.documentsOf(path);
    if (parsed !== undefined && isYttTemplate(parsed.file.text)) return undefined;
    if (parsed !== undefined) into.files.add(path);
    // It cannot be read again within the budget.
    else if (this.budget.isSpent) budget.spend(1);
    return parsed;
  }

  /**
   * The documents of a file that a kustomization cannot do without; undefined, with a report, if they cannot be loaded.
   *
   * @param task what kustomize does with the file, in its words
   */
  requiredFrom(node: Node | undefined, level: Level, task: string): ParsedFile | undefined {
    const parsed = this.documentsOf(node, level);
    const text = textOf(node);
    if (parsed === undefined && text !== undefined) this.reportUnread(node!, text, level, task, "file");
    return parsed;
  }

  /**
   * Reports why something that a kustomization names cannot be loaded, unless that has been reported. Files with secrets and
   * generated files are often not in a repository: one that does not exist is not a mistake, unless another one has almost the
   * same name.
   */
  reportUnread(at: Node, name: string, level: Level, task: string, wanted: "file" | "folder" | "secret"): void {
    const { folder, root } = level;
    const { reader } = this.files;
    const path = pathFrom(folder, name);
    const entries = reader.list?.(path);
    const refuse = (problem: string) => report(level, at, "refused", `${task}: ${problem}`);
    if (entries === undefined && !this.isLoadable(path, folder, root)) return;
    if (entries?.length === 0) report(level, at, "absent", `the folder '${name}' is empty`);
    else if (entries !== undefined) refuse(wanted === "folder" ? folderProblem(entries) : "is a directory");
    else if (reader.read(path) !== undefined) {
      if (isTemplate(reader.read(path)!)) report(level, at, "unsupported", "templates of other programs are not read");
      else refuse("malformed YAML");
    } else if (reader.list?.(parentOf(path))?.includes(baseName(path))) {
      report(level, at, "unsupported", "files that are not UTF-8, or that are too large, are not read");
    } else if (REMOTE.test(name)) report(level, at, "unsupported", "remote resources are not read");
    else if (
      reader.isGitIgnored?.(path) ||
      this.isInEmptyFolder(path) ||
      ((wanted === "secret" || GENERATED.test(path) || isSecretName(baseName(path))) && !this.isMisspelled(path))
    ) {
      report(level, at, "absent", `'${name}' is not here; other machines can have it`);
    } else refuse(`'${name}': no such file or directory`);
  }

  /** Whether the folder of a path has a file with almost the same name. */
  private isMisspelled(path: string): boolean {
    const names = this.files.reader.list?.(parentOf(path)) ?? [];
    return names.some((name) => isMisspelling(baseName(path), name));
  }

  /** Whether the nearest folder above a path is empty, as a submodule is that has not been checked out. */
  private isInEmptyFolder(path: string): boolean {
    const above = parentOf(path);
    const entries = this.files.reader.list?.(above);
    if (entries !== undefined) return entries.length === 0;
    return above !== "/" && this.isInEmptyFolder(above);
  }
}

/** Why a folder is not that of a kustomization. */
function folderProblem(entries: readonly string[]): string {
  const found = KUSTOMIZATION_FILES.filter((name) => entries.includes(name));
  if (found.length > 1) return `found multiple kustomization files: ${found.join(", ")}`;
  if (found.length === 1) return `invalid Kustomization in ${found[0]}`;
  return "unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory";
}

/** A placeholder that another program fills in. */
const TEMPLATE = /\{[{%]|<%|<[A-Z][A-Z_]+>|\[\[|@@|%[A-Z][A-Z_]+%/;

function isTemplate(text: string): boolean {
  return TEMPLATE.test(text) || isYttTemplate(text);
}

/**
 * What `make manifests` and `make bundle` generate in projects of Kubebuilder and of the Operator SDK, and what
 * `flux bootstrap` does.
 */
const GENERATED =
  /\/(?:config\/(?:(?:crd|manifests)\/bases\/[^/]+|rbac\/role|webhook\/manifests)|gotk-(?:components|sync))\.yaml$/;

/** Whether a file has Secrets, which people do not commit, or remove before they publish a repository. */
function isSecretName(name: string): boolean {
  return /(?<!external-?|sealed-?)secret|credential|sops/i.test(name) && /\.ya?ml$/.test(name);
}

/** What kustomize clones or downloads, unless it is the name of a file. */
const REMOTE = /^[a-z][a-z+]*:|^[\w.-]+@|^[\w-]+(?:\.[\w-]+)*\.(?:com|dev|io|net|org)[/:]|\?|\/\/|\.git$/i;

/** Adds a part of a kustomization that is not evaluated, once for each place. What kustomize refuses is in the words of kubectl. */
export function report(
  { into, source }: Level,
  { end, start }: Pick<Node, "start" | "end">,
  reason: UnevaluatedReason,
  message: string,
): void {
  const file = source.file.path;
  const id = `${file} ${start} ${end}`;
  const known = into.unevaluated.get(id);
  if (known !== undefined && (reason !== "refused" || known.reason === "refused")) return;
  into.unevaluated.set(id, { reason, message, file, start, end });
}

/** Adds a file that kustomize refuses to load. */
export function restrict(at: Pick<Node, "start" | "end">, path: string, level: Level): void {
  const where = level.root === OWN_FOLDER ? "the kustomization's directory" : "the repository";
  report(level, at, "restricted", `security; file '${path}' is not in or below ${where}`);
}

/** Whether all objects are here, and known: what is missing then does not exist. */
export function isCertain({ budget, into }: Level): boolean {
  budget.spend(into.resources.length);
  return into.isComplete && into.resources.every(({ isUnknown }) => !isUnknown);
}

export function isComponent({ documents }: ParsedFile): boolean {
  return memberOf(documents[0]?.value, "kind") === "Component";
}
