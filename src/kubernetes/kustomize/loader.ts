/** Finds and reads the files that kustomizations name, within the folders that kustomize allows. */

import { memberOf } from "../../text/own-keys.ts";
import { pathFrom } from "../../text/paths.ts";
import type { Node } from "../../yaml/node.ts";
import { parseManifest } from "../../yaml/parse.ts";
import type { Accumulated } from "./accumulated.ts";
import type { Budget } from "./budget.ts";
import { contentsOf, type KustomizationContents, withKnownNames } from "./contents.ts";
import { isBelow, type KustomizeReader, type ParsedFile, SourceFiles } from "./source-files.ts";
import { type TextNode, textOf } from "./tree.ts";

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
    if (!this.generated.has(folder)) this.generated.set(folder, this.generatedIn(folder, root));
    return this.generated.get(folder);
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
      restrict({ start: node!.start, value: text }, level);
      return undefined;
    }
    const parsed = this.files.documentsOf(path);
    if (parsed !== undefined) into.files.add(path);
    // It cannot be read again within the budget.
    else if (this.budget.isSpent) budget.spend(1);
    return parsed;
  }
}

/** Adds a file that kustomize refuses to load, in the words of kubectl. */
export function restrict({ start, value }: Pick<TextNode, "start" | "value">, { into, root, source }: Level): void {
  const where = root === OWN_FOLDER ? "the kustomization's directory" : "the repository";
  const message = `security; file '${value}' is not in or below ${where}`;
  into.unevaluated.add({ reason: "restricted", message, file: source.file.path, start });
}

export function isComponent({ documents }: ParsedFile): boolean {
  return memberOf(documents[0]?.value, "kind") === "Component";
}
