/** The kustomizations that files are part of: what they list, and what they render. */

import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { type FileRole, roleOfPath, SUITE_FILES } from "../../kubernetes/cluster/unapplied.ts";
import {
  KUSTOMIZATION_FILES,
  type KustomizationContents,
  Kustomizer,
  type LoadRestrictor,
  type Rendering,
} from "../../kubernetes/kustomize/index.ts";
import type { EnvFileDialect } from "../../lint/envfile-lint.ts";
import { memberOf } from "../../text/own-keys.ts";
import { decodeUtf8 } from "../../text/utf8.ts";
import { DocumentError } from "../../yaml/error.ts";
import { parseYaml } from "../../yaml/parse.ts";
import { STDIN } from "../files/files.ts";
import type { InputFile } from "../files/inputs.ts";
import { realPathWithin } from "../files/links.ts";
import { LARGEST_FILE, readRegularFile } from "../files/regular-file.ts";
import { goPattern } from "./go-pattern.ts";

const COMPOSE_FILE = /^(?:docker-)?compose(?:[.-].+)?\.ya?ml$/;

/** How many folders above a kustomization or an env file are searched for files that use it, and how many folders in all. */
const FOLDERS_ABOVE = 2;
const MOST_FOLDERS = 2000;

/** How much of what was searched is kept until it is read, in bytes. */
const MOST_SEARCHED = 4 << 20;

export class Renderings {
  /** The files that have comments which suppress findings. */
  readonly suppressing = new Set<string>();
  /** Texts that take the place of files: what `--fix` writes. */
  readonly texts = new Map<string, string>();
  /** The folders of the kustomizations that no other one uses. */
  readonly roots: readonly string[];
  kustomizer: Kustomizer;
  /** The env files that generators read. */
  readonly envFiles: ReadonlySet<string>;
  /** The env files that the Compose files in each folder name. */
  private readonly composed = new Map<string, ReadonlyMap<string, EnvFileDialect>>();
  private readonly patches: ReadonlySet<string>;
  /** The variables that kustomizations set. */
  private readonly names: ReadonlySet<string>;
  /** Whether there is a kustomization in each folder or above it, up to the root of its repository. */
  private readonly kustomized = new Map<string, boolean>();
  private readonly searched = new Set<string>();
  /** The folders that were searched for the inputs, with a separator at the end. */
  private readonly whole: readonly string[];
  /** The bytes of files that were searched, and not read yet. */
  private readonly unread = new Map<string, Buffer>();
  private room = MOST_SEARCHED;
  private readonly loadRestrictor: LoadRestrictor | undefined;

  /**
   * @param inputs files that can be part of kustomizations
   * @param folders what was searched for the inputs
   */
  constructor(inputs: readonly InputFile[], folders: readonly string[], loadRestrictor?: LoadRestrictor) {
    this.loadRestrictor = loadRestrictor;
    this.kustomizer = this.newKustomizer();
    for (const { file, rendered } of inputs) {
      if (file !== STDIN && rendered === undefined) this.isKustomized(dirname(resolve(file)));
    }
    const candidates = [...this.kustomized.keys()].filter(hasKustomization);
    const isSearchable = (folder: string) =>
      isInRepository(folder) || `${folder}${sep}`.startsWith(process.cwd() + sep);
    this.whole = folders.map((folder) => `${resolve(folder)}${sep}`);
    const contents = new Map<string, KustomizationContents>();
    for (const folder of candidates) this.addContents(folder, contents);
    const used = () => new Set([...contents.values()].flatMap(({ resources }) => resources));
    const isUsed = used();
    const others: string[] = [];
    for (const folder of candidates) {
      let above = folder;
      for (let i = 0; i < FOLDERS_ABOVE && !isTop(above) && !isUsed.has(slashed(folder)); i++) {
        above = dirname(above);
        if (!isSearchable(above)) break;
        if (!this.whole.some((each) => `${above}${sep}`.startsWith(each))) this.findBelow(above, others);
      }
    }
    for (const folder of others) {
      const found = new Map<string, KustomizationContents>();
      this.addContents(folder, found);
      const isOfInputs = candidates.some((each) => found.has(slashed(each)));
      if (isOfInputs) for (const [each, listed] of found) contents.set(each, listed);
    }
    const inOthers = used();
    this.roots = [...contents.keys()].filter((folder) => !inOthers.has(folder)).sort();
    const all = [...contents.values()];
    this.patches = new Set(all.flatMap(({ patches }) => patches));
    this.envFiles = new Set(all.flatMap(({ envFiles }) => envFiles));
    this.names = new Set(all.flatMap(({ names }) => names));
  }

  /** Whether a folder was searched for the inputs. */
  isWhole(folder: string): boolean {
    return this.whole.includes(`${resolve(folder)}${sep}`);
  }

  /** The role of a file, according to its path and to the files around it. */
  roleOf(file: string): FileRole {
    const path = resolve(file);
    const { isExpected, isPatched } = roleOfPath(slashed(file));
    const isInSuite = SUITE_FILES.some((name) => existsSync(join(dirname(path), name)));
    const isPatch = isPatched || this.isKustomized(dirname(path)) || this.patches.has(slashed(path));
    return { isExpected, isInSuite, isPatched: isPatch };
  }

  /** The dialect of an env file that a generator or a Compose file names. */
  dialectOf(file: string): EnvFileDialect | undefined {
    const path = resolve(file);
    if (this.envFiles.has(slashed(path))) return "kubectl";
    let folder = dirname(path);
    for (let i = 0; i <= FOLDERS_ABOVE; i++, folder = dirname(folder)) {
      const named = this.composed.get(folder) ?? composedIn(folder);
      this.composed.set(folder, named);
      const dialect = named.get(path);
      if (dialect !== undefined) return dialect;
    }
    return undefined;
  }

  /** Whether a kustomization sets a variable. */
  sets(name: string): boolean {
    return this.names.has(name);
  }

  private isKustomized(folder: string): boolean {
    const known = this.kustomized.get(folder);
    if (known !== undefined) return known;
    this.searched.add(folder);
    const isAbove = !isTop(folder) && this.isKustomized(dirname(folder));
    const isKustomized = isAbove || hasKustomization(folder);
    this.kustomized.set(folder, isKustomized);
    return isKustomized;
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
    const realPath = (path: string) => slashed(realPathWithin(path) ?? path);
    const reader = { read: (path: string) => this.read(path), list, pattern: goPattern, realPath };
    return new Kustomizer(reader, { loadRestrictor: this.loadRestrictor });
  }

  read(path: string): string | undefined {
    const given = this.texts.get(path);
    if (given !== undefined) return given;
    try {
      const real = this.unread.has(path) ? path : realPathWithin(path);
      if (real === undefined) return undefined;
      const bytes = this.unread.get(path) ?? readRegularFile(real, LARGEST_FILE);
      this.drop(path);
      const text = decodeUtf8(bytes)?.replace(/^\ufeff/, "");
      if (text?.includes("varexpand-ignore")) this.suppressing.add(path);
      return text;
    } catch {
      return undefined;
    }
  }

  /** A file's bytes, as a string; none if it cannot be read, or if it is a link. `read` decodes the same bytes once. */
  search(path: string): string {
    const given = this.texts.get(path);
    if (given !== undefined) return given;
    const bytes = bytesOf(path);
    if (bytes.length > 0 && bytes.length <= this.room) {
      this.drop(path);
      this.unread.set(path, bytes);
      this.room -= bytes.length;
    }
    return bytes.toString("latin1");
  }

  /** Ends a search: files are read anew. */
  endSearch(): void {
    for (const path of this.unread.keys()) this.drop(path);
  }

  private drop(path: string): void {
    this.room += this.unread.get(path)?.length ?? 0;
    this.unread.delete(path);
  }

  /** Adds what a kustomization lists, and those that it consists of. */
  private addContents(folder: string, contents: Map<string, KustomizationContents>): void {
    const open = [slashed(folder)];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (contents.has(next) || /\.(?:ya?ml|json)$/.test(next)) continue;
      const found = this.kustomizer.contentsIn(next);
      if (found !== undefined) contents.set(next, found);
      open.push(...(found?.resources ?? []));
    }
  }

  /** Finds the kustomizations below a folder. */
  private findBelow(folder: string, found: string[]): void {
    const open = [folder];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next !== folder && this.searched.has(next)) continue;
      if (this.searched.size > MOST_FOLDERS) return;
      this.searched.add(next);
      if (hasKustomization(next)) found.push(next);
      for (const entry of entriesOf(next)) {
        if (entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules") {
          open.push(join(next, entry.name));
        }
      }
    }
  }
}

/** The env files that the Compose files in a folder name. `format: raw` is the format of `docker run --env-file`. */
function composedIn(folder: string): Map<string, EnvFileDialect> {
  try {
    const files = readdirSync(folder).filter((name) => COMPOSE_FILE.test(name));
    const entries = files.flatMap((name) => envFilesIn(join(folder, name)));
    return new Map(
      entries.map((entry): [string, EnvFileDialect] => {
        if (typeof entry === "string") return [resolve(folder, entry), "compose"];
        const dialect = memberOf(entry, "format") === "raw" ? "docker" : "compose";
        return [resolve(folder, `${memberOf(entry, "path")}`), dialect];
      }),
    );
  } catch {
    return new Map();
  }
}

/** The entries of each service's `env_file`: a string, or a list of strings and of objects with a path. */
function envFilesIn(composeFile: string): unknown[] {
  try {
    const documents = parseYaml(decodeUtf8(readRegularFile(composeFile, LARGEST_FILE)) ?? "");
    const services = documents.flatMap(({ value }) => Object.values(memberOf(value, "services") ?? {}));
    return services.flatMap((service) => memberOf(service, "env_file") ?? []);
  } catch (error) {
    if (error instanceof DocumentError) return [];
    throw error;
  }
}

function hasKustomization(folder: string): boolean {
  return KUSTOMIZATION_FILES.some((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true);
}

/** Whether the search for kustomizations ends at a folder: it is the root of a repository. */
function isTop(folder: string): boolean {
  return dirname(folder) === folder || existsSync(join(folder, ".git"));
}

function isInRepository(folder: string): boolean {
  return existsSync(join(folder, ".git")) || (dirname(folder) !== folder && isInRepository(dirname(folder)));
}

/** A file's bytes; none if it cannot be read, or if it is a link. */
export function bytesOf(file: string): Buffer {
  try {
    const { buffer, byteOffset, length } = readRegularFile(file, LARGEST_FILE);
    return Buffer.from(buffer, byteOffset, length);
  } catch {
    return Buffer.alloc(0);
  }
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
