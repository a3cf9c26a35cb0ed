/** What kustomizations say: which files are patches, and which names are set. */
import { resolve } from "node:path";
import { memberOf } from "../../../text/own-keys.ts";

export class KustomizationContents {
  /** What `vars` and `replacements` give as names. */
  private readonly names = new Set<unknown>();
  private readonly patches = new Set<string>();
  private readonly envFiles = new Set<string>();

  sets(name: string): boolean {
    return this.names.has(name);
  }

  /** Whether a generator reads an env file. */
  readsEnvFile(path: string): boolean {
    return this.envFiles.has(path);
  }

  /** @param path an absolute one */
  isPatch(path: string): boolean {
    return this.patches.has(path);
  }

  /**
   * Adds a kustomization. A value that is not a kustomization is ignored.
   *
   * @param folder the one that it is in: an absolute path
   */
  add(kustomization: unknown, folder: string): void {
    for (const variable of listOf(kustomization, "vars")) this.names.add(memberOf(variable, "name"));
    for (const replacement of listOf(kustomization, "replacements")) {
      for (const target of listOf(replacement, "targets")) {
        for (const path of listOf(target, "fieldPaths")) {
          if (typeof path !== "string") continue;
          for (const [, name] of path.matchAll(/\[name=([^\]]+)\]/g)) this.names.add(name);
        }
      }
    }
    for (const list of ["configMapGenerator", "secretGenerator"]) {
      for (const generator of listOf(kustomization, list)) {
        for (const path of [memberOf(generator, "env"), ...listOf(generator, "envs")]) {
          if (typeof path === "string" && !path.includes("\0")) this.envFiles.add(resolve(folder, path));
        }
      }
    }
    for (const list of ["patches", "patchesStrategicMerge", "patchesJson6902"]) {
      for (const patch of listOf(kustomization, list)) {
        const path = typeof patch === "string" ? patch : memberOf(patch, "path");
        if (typeof path === "string" && !path.includes("\n") && !path.includes("\0"))
          this.patches.add(resolve(folder, path));
      }
    }
  }
}

function listOf(value: unknown, member: string): readonly unknown[] {
  const list = memberOf(value, member);
  return Array.isArray(list) ? list : [];
}
