/** The kustomizations that `varexpand lint` renders: those that its files are part of, and those of `-k`. */
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { KUSTOMIZATION_FILES, Kustomizer, type Rendering } from "../../../kubernetes/kustomize/index.ts";
import { decodeUtf8 } from "../../../text/utf8.ts";
import { STDIN } from "../../files/files.ts";
import type { InputFile } from "../../files/inputs.ts";
import { readRegularFile } from "../../files/regular-file.ts";

/** Larger files are not read. */
const LARGEST_FILE = 32 << 20;

/** How many folders above a kustomization are searched for others that use it, and how many folders in all. */
const FOLDERS_ABOVE = 2;
const MOST_FOLDERS = 2000;

export class Renderings {
  /** The files that have comments which suppress findings. */
  readonly suppressing = new Set<string>();
  /** Texts that take the place of files: what `--fix` writes. */
  readonly texts = new Map<string, string>();
  /** The folders of the kustomizations that no other one uses. */
  readonly roots: readonly string[];
  kustomizer = this.newKustomizer();
  private readonly searched = new Set<string>();

  /**
   * @param inputs files that can be part of kustomizations
   * @param folders what was searched for the inputs
   */
  constructor(inputs: readonly InputFile[], folders: readonly string[]) {
    const candidates = new Set<string>();
    for (const { file, rendered } of inputs) {
      if (file === STDIN || rendered !== undefined) continue;
      for (let folder = dirname(resolve(file)); ; folder = dirname(folder)) {
        const isKnown = this.searched.has(folder);
        this.searched.add(folder);
        if (!isKnown && isKustomized(folder)) candidates.add(folder);
        if (isKnown || isTop(folder)) break;
      }
    }
    const isSearchable = (folder: string) =>
      isInRepository(folder) || `${folder}${sep}`.startsWith(process.cwd() + sep);
    const whole = folders.map((folder) => `${resolve(folder)}${sep}`);
    const parts = new Map<string, readonly string[]>();
    for (const folder of candidates) this.addParts(folder, parts);
    const used = () => new Set([...parts.values()].flat());
    const isUsed = used();
    const others: string[] = [];
    for (const folder of candidates) {
      let above = folder;
      for (let i = 0; i < FOLDERS_ABOVE && !isTop(above) && !isUsed.has(folder); i++) {
        above = dirname(above);
        if (!isSearchable(above)) break;
        if (!whole.some((each) => `${above}${sep}`.startsWith(each))) this.search(above, others);
      }
    }
    for (const folder of others) {
      const found = new Map<string, readonly string[]>();
      this.addParts(folder, found);
      if ([...found.keys()].some((each) => candidates.has(each))) for (const [each, of] of found) parts.set(each, of);
    }
    const inOthers = used();
    this.roots = [...parts.keys()].filter((folder) => !inOthers.has(folder)).sort();
  }

  /** Renders a kustomization. */
  render(folder: string): Rendering | undefined {
    return this.kustomizer.render(slashed(resolve(folder)));
  }

  /** Renders files anew that have changed. */
  forget(): void {
    this.kustomizer = this.newKustomizer();
  }

  private newKustomizer(): Kustomizer {
    const list = (folder: string) => entriesOf(folder).map((entry) => entry.name + (entry.isDirectory() ? "/" : ""));
    return new Kustomizer({ read: (path) => this.read(path), list });
  }

  read(path: string): string | undefined {
    const given = this.texts.get(path);
    if (given !== undefined) return given;
    try {
      const text = decodeUtf8(readRegularFile(realpathSync(path), LARGEST_FILE))?.replace(/^\ufeff/, "");
      if (text?.includes("varexpand-ignore")) this.suppressing.add(path);
      return text;
    } catch {
      return undefined;
    }
  }

  private addParts(folder: string, parts: Map<string, readonly string[]>): void {
    const open = [slashed(folder)];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (parts.has(next)) continue;
      const of = this.kustomizer.partsOf(next);
      parts.set(next, of);
      open.push(...of);
    }
  }

  /** Finds the kustomizations below a folder. */
  private search(folder: string, found: string[]): void {
    const open = [folder];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next !== folder && this.searched.has(next)) continue;
      if (this.searched.size > MOST_FOLDERS) return;
      this.searched.add(next);
      if (isKustomized(next)) found.push(next);
      for (const entry of entriesOf(next)) {
        if (entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules") {
          open.push(join(next, entry.name));
        }
      }
    }
  }
}

function isKustomized(folder: string): boolean {
  return KUSTOMIZATION_FILES.some((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true);
}

/** Whether the search for kustomizations ends at a folder: it is the root of a repository. */
function isTop(folder: string): boolean {
  return dirname(folder) === folder || existsSync(join(folder, ".git"));
}

function isInRepository(folder: string): boolean {
  return existsSync(join(folder, ".git")) || (dirname(folder) !== folder && isInRepository(dirname(folder)));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** A path as kustomizations have them. */
export function slashed(path: string): string {
  return path.split(sep).join("/");
}

/** Whether a file is a kustomization's own. */
export function isKustomizationFile(file: string): boolean {
  return KUSTOMIZATION_FILES.includes(basename(file));
}
