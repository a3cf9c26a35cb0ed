/** The kustomizations beside files and above them. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
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

  /** Whether a kustomization stands beside the file, in a folder above, or names the file as a patch. */
  mayChange(file: string): boolean {
    const path = resolve(file);
    return this.isKustomized(dirname(path)) || this.contents.isPatch(path);
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

  /** What is no kustomization after all says nothing. */
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
