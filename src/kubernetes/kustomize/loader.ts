/** Finds and reads the files that kustomizations name, within the folders that kustomize allows. */

import { getOrAdd } from "../../text/grouped.ts";
import { memberOf } from "../../text/own-keys.ts";
import { pathFrom } from "../../text/paths.ts";
import { dereferenced, type Node } from "../../yaml/node.ts";
import { parseManifest } from "../../yaml/parse.ts";
import type { Accumulated } from "./accumulated.ts";
import type { Budget, Unevaluated, UnevaluatedReason } from "./budget.ts";
import { contentsOf, type KustomizationContents, withKnownNames } from "./contents.ts";
import { MissingFiles } from "./missing/missing-files.ts";
import {
  elsewhere,
  isEmpty,
  isStandIn,
  KUSTOMIZATION_FILES,
  kustomizationProblem,
  unreadProblem,
  type Wanted,
} from "./missing/unread.ts";
import { isBelow, type KustomizeReader, type ParsedFile, SourceFiles } from "./source-files.ts";
import { type TextNode, textOf } from "./tree.ts";

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
  private readonly missing: MissingFiles;
  /** The kustomizations that Flux generates, by their folders. */
  private readonly generated = new Map<string, ParsedFile | undefined>();

  constructor(reader: KustomizeReader, budget: Budget, root: string | undefined) {
    this.files = new SourceFiles(reader, budget);
    this.missing = new MissingFiles(reader);
    this.budget = budget;
    this.root = root;
  }

  /** The kustomization in a folder; undefined if none can be read. */
  kustomizationIn(folder: string, root = this.root): ParsedFile | undefined {
    const [found, ...others] = this.kustomizationFiles(folder, root).flatMap(
      (path) => this.files.documentsOf(path) ?? [],
    );
    const document = found?.documents[0];
    // kustomize ignores other documents.
    return document !== undefined && dereferenced(document).kind === "mapping" && others.length === 0
      ? withKnownNames({ ...found!, documents: [document] })
      : undefined;
  }

  /**
   * Returns the error of kustomize for a folder whose kustomization is not a mapping, or is empty; undefined for other folders.
   * Nothing lists an empty one yet, so its contents are only absent.
   */
  malformedIn(folder: string, root = this.root): Unevaluated | undefined {
    const [path, ...others] = this.kustomizationFiles(folder, root).filter(
      (each) => this.files.reader.read(each) !== undefined,
    );
    if (path === undefined || others.length > 0) return undefined;
    const parsed = this.files.documentsOf(path);
    const document = parsed?.documents[0];
    const isMapping = document !== undefined && dereferenced(document).kind === "mapping";
    if (isMapping && !isEmpty(document)) return undefined;
    const problem = kustomizationProblem(this.files.reader.read(path)!);
    if (problem?.reason !== "refused") return undefined;
    const { message, offset = 0 } = problem;
    const reason = isMapping || (parsed !== undefined && document === undefined) ? "absent" : "refused";
    return { reason, message, file: path, start: offset, end: offset };
  }

  private kustomizationFiles(folder: string, root: string | undefined): string[] {
    const paths = KUSTOMIZATION_FILES.map((name) => pathFrom(folder, name));
    return paths.filter((path) => this.isLoadable(path, folder, root));
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

  /**
   * The kustomization in a folder that another one lists; undefined if kustomize does not load it, or if it is empty. It
   * refuses absolute paths, and Flux those out of its root.
   */
  listedBy({ value }: TextNode, { folder, root }: Level): ParsedFile | undefined {
    const path = pathFrom(folder, value);
    const isInRoot = root === OWN_FOLDER || this.isLoadable(path, folder, root);
    const source = value.startsWith("/") || !isInRoot ? undefined : this.kustomizationIn(path, root);
    return source && isEmpty(source.documents[0]!) ? undefined : source;
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
    if (parsed !== undefined && isStandIn(parsed.file.text)) return undefined;
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
   * Reports why something that a kustomization names cannot be loaded, unless that has been reported.
   *
   * @param task what kustomize does with it, in its words
   */
  reportUnread(at: Node, name: string, level: Level, task: string, wanted: Wanted): void {
    const { folder, root } = level;
    const path = pathFrom(folder, name);
    const { reader } = this.files;
    if (reader.list?.(path) === undefined && !this.isLoadable(path, folder, root)) {
      if (wanted !== "folder") return;
      const isFile = reader.read(path) !== undefined;
      if (isFile) restrict(at, name, level);
      // kustomize loads folders from anywhere, so it looks for one.
      if (isFile || root !== OWN_FOLDER) return;
    }
    const { message, reason } = this.missing.isOutside(path, folder)
      ? elsewhere(name)
      : unreadProblem(this.missing, path, name, wanted);
    report(level, at, reason, reason === "refused" ? `${task}: ${message}` : message);
  }
}

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
