/** The file system for the model of what is applied. */
import { readdirSync } from "node:fs";
import { resolve, sep } from "node:path";
import type { RepositoryHost } from "../../repository/folders.ts";
import { Repository } from "../../repository/repository.ts";
import { TextManifest } from "../../repository/text-manifest.ts";
import { decodeUtf8 } from "../../text/utf8.ts";
import { isGitIgnored } from "../files/git-ignored.ts";
import { realPathWithin } from "../files/links.ts";
import { MAX_FILE_SIZE, readRegularFile } from "../files/regular-file.ts";
import { goPattern } from "./go-pattern.ts";

export class FolderHost implements RepositoryHost {
  /** Texts that take the place of files: open in an editor, or changed by `--fix`. */
  readonly texts = new Map<string, string>();
  readonly pattern = goPattern;

  list(folder: string): string[] | undefined {
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      return entries.map((entry) => entry.name + (entry.isDirectory() ? "/" : ""));
    } catch {
      return undefined;
    }
  }

  realPath(path: string): string {
    return (realPathWithin(path) ?? path).split(sep).join("/");
  }

  isGitIgnored(path: string): boolean {
    return isGitIgnored(path);
  }

  read(path: string): string | undefined {
    const given = this.texts.get(path);
    if (given !== undefined) return given;
    try {
      const real = realPathWithin(path);
      return real && decodeUtf8(readRegularFile(real, MAX_FILE_SIZE))?.replace(/^\ufeff/, "");
    } catch {
      return undefined;
    }
  }
}

/** What names a file: kustomizations and Compose files in its folder and above. */
export function repositoryAround(path: string): Repository {
  const manifest = new TextManifest({ name: path, path, isFound: true }, "");
  const input = { manifests: [manifest], searched: [], home: slashed("."), nameOf: (each: string) => each };
  return new Repository(new FolderHost(), input);
}

/** An absolute path with `/` between its parts. */
export function slashed(path: string): string {
  return resolve(path).split(sep).join("/");
}
