/** What kustomizations say of the files beside them: which are patches, and which names they set. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DocumentError } from "../document/error.ts";
import { parseManifest } from "../document/parse.ts";
import { memberOf } from "../text/own-keys.ts";
import { InputError } from "./errors.ts";
import { readText } from "./files.ts";
import type { CommandIo } from "./io.ts";

const NAMES = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

export class Kustomizations {
  /** The names that `vars` and `replacements` set. */
  private readonly names = new Set<string>();
  private readonly patches = new Set<string>();
  private readonly folders = new Map<string, boolean>();
  private readonly io: CommandIo;

  constructor(io: CommandIo) {
    this.io = io;
  }

  sets(name: string): boolean {
    return this.names.has(name);
  }

  /** Whether a kustomization stands beside the file, in a folder above, or names the file as a patch. */
  mayChange(file: string): boolean {
    const path = resolve(file);
    return this.isKustomized(dirname(path)) || this.patches.has(path);
  }

  /** Reads the kustomization of a folder, and those above it, once. */
  isKustomized(folder: string): boolean {
    const known = this.folders.get(folder);
    if (known !== undefined) return known;
    const own = NAMES.map((name) => join(folder, name)).filter((file) => existsSync(file));
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
    for (const document of documents) {
      for (const variable of listOf(document, "vars")) this.addName(memberOf(variable, "name"));
      for (const replacement of listOf(document, "replacements")) {
        for (const target of listOf(replacement, "targets")) {
          for (const path of listOf(target, "fieldPaths")) {
            if (typeof path !== "string") continue;
            for (const [, name] of path.matchAll(/\[name=([^\]]+)\]/g)) this.addName(name);
          }
        }
      }
      for (const list of ["patches", "patchesStrategicMerge", "patchesJson6902"]) {
        for (const patch of listOf(document, list)) {
          const path = typeof patch === "string" ? patch : memberOf(patch, "path");
          if (typeof path === "string" && !path.includes("\n") && !path.includes("\0"))
            this.patches.add(resolve(folder, path));
        }
      }
    }
  }

  private addName(name: unknown): void {
    if (typeof name === "string") this.names.add(name);
  }
}

function listOf(value: unknown, member: string): readonly unknown[] {
  const list = memberOf(value, member);
  return Array.isArray(list) ? list : [];
}
