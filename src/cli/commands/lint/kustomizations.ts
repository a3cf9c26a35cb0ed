/** The kustomizations beside files and above them. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type FileRole, roleOfPath, SUITE_FILES } from "../../../kubernetes/cluster/unapplied.ts";
import type { EnvFileDialect } from "../../../lint/envfile-lint.ts";
import { DocumentError } from "../../../yaml/error.ts";
import { parseManifest } from "../../../yaml/parse.ts";
import { readText } from "../../files/files.ts";
import { InputError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { KustomizationContents } from "./kustomization-contents.ts";

/** What the file of a kustomization is called. */
export const KUSTOMIZATION_FILES: readonly string[] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

export class Kustomizations {
  private readonly contents = new KustomizationContents();
  private readonly folders = new Map<string, boolean>();
  private readonly io: CommandIo;

  constructor(io: CommandIo) {
    this.io = io;
  }

  sets(name: string): boolean {
    return this.contents.sets(name);
  }

  /** Whether a kustomization is in the folder of the file or above, or lists the file as a patch. */
  mayChange(file: string): boolean {
    const path = resolve(file);
    return this.isKustomized(dirname(path)) || this.contents.isPatch(path);
  }

  /** The dialect of an env file that a generator reads. */
  dialectOf(path: string): EnvFileDialect | undefined {
    return this.contents.readsEnvFile(path) ? "kubectl" : undefined;
  }

  /** The role of a file, according to its path and to the files in its folder. */
  roleOf(file: string): FileRole {
    const folder = dirname(resolve(file));
    const { isExpected, isPatched } = roleOfPath(file.replaceAll("\\", "/"));
    const isInSuite = SUITE_FILES.some((name) => existsSync(join(folder, name)));
    return { isExpected, isInSuite, isPatched: isPatched || this.mayChange(file) };
  }

  /** Reads the kustomization of a folder, and those above it, once. */
  isKustomized(folder: string): boolean {
    const known = this.folders.get(folder);
    if (known !== undefined) return known;
    const own = KUSTOMIZATION_FILES.map((name) => join(folder, name)).filter((file) => existsSync(file));
    for (const file of own) this.read(file, folder);
    const parent = dirname(folder);
    const isRoot = parent === folder || existsSync(join(folder, ".git"));
    const isKustomized = (!isRoot && this.isKustomized(parent)) || own.length > 0;
    this.folders.set(folder, isKustomized);
    return isKustomized;
  }

  /** Reads a kustomization file. A file with other content is ignored. */
  private read(file: string, folder: string): void {
    let documents: unknown[];
    try {
      documents = parseManifest(readText(file, this.io)).map(({ value }) => value);
    } catch (error) {
      if (error instanceof DocumentError || error instanceof InputError) return;
      throw error;
    }
    for (const document of documents) this.contents.add(document, folder);
  }
}
