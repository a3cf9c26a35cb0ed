/** What a project's templates may know of its Git repository, read from the repository's files. */
import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export interface GitInfo {
  /** The branch that is checked out; `HEAD` if it is none. */
  readonly branch: string;
  /** Empty before the first commit. */
  readonly commitHash: string;
  /** The address of the remote `origin`; empty if there is none. */
  readonly originUrl: string;
}

/** Undefined where the folder is in no repository. */
export function gitInfo(folder: string): GitInfo | undefined {
  const repository = repositoryOf(folder);
  if (repository === undefined) return undefined;
  /** A linked working tree shares branches and settings with the repository that it was made from. */
  const common = resolve(repository, textOf(join(repository, "commondir"))?.trim() ?? ".");
  const head = textOf(join(repository, "HEAD"))?.trim() ?? "";
  const ref = /^ref:\s*(.*)$/.exec(head)?.[1];
  return {
    branch: ref?.replace(/^refs\/heads\//, "") ?? "HEAD",
    commitHash: ref === undefined ? head : (commitOf(ref, [repository, common]) ?? ""),
    originUrl: originOf(textOf(join(common, "config")) ?? ""),
  };
}

function repositoryOf(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = join(at, ".git");
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return path;
    const link = stats?.isFile() ? /^gitdir:\s*(.*)/.exec(textOf(path) ?? "")?.[1] : undefined;
    if (link !== undefined) return resolve(at, link.trim());
    if (at === dirname(at)) return undefined;
  }
}

function commitOf(ref: string, folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    const loose = textOf(join(folder, ref))?.trim();
    if (loose !== undefined) return loose;
    const packed = textOf(join(folder, "packed-refs"))
      ?.split("\n")
      .find((line) => line.endsWith(` ${ref}`));
    if (packed !== undefined) return packed.slice(0, packed.indexOf(" "));
  }
  return undefined;
}

function originOf(config: string): string {
  let isOrigin = false;
  for (const line of config.split("\n")) {
    if (/^\s*\[/.test(line)) isOrigin = /^\s*\[remote "origin"\]/.test(line);
    const url = /^\s*url\s*=\s*(.*?)\s*$/.exec(line)?.[1];
    if (isOrigin && url !== undefined) return url;
  }
  return "";
}

/** Undefined where there is no such file, or none that can be read. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
