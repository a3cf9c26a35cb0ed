/** `git` for a project's templates, read from the repository's files by Git's rules. */
import { type Stats, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { VariablesError } from "../../../variables/error.ts";
import { inputError } from "../../frame/errors.ts";
import { gitConfigValue } from "./git-config.ts";
import { readWithin } from "./project-files.ts";

export interface GitInfo {
  /** The branch that is checked out; `HEAD` if a commit is checked out. */
  readonly branch: string;
  /** Empty before the first commit. */
  readonly commitHash: string;
  /** The URL of the remote `origin`; empty if there is none. */
  readonly originUrl: string;
}

/** The limit of references that lead to each other, as in Git. */
const MAX_REFERENCES = 5;

/**
 * Undefined where the folder is in no repository.
 *
 * @throws VariablesError for a file of the repository that Git could not have written, lies elsewhere, or is too large
 */
export function gitInfo(folder: string): GitInfo | undefined {
  const repository = repositoryOf(folder);
  if (repository === undefined) return undefined;
  /** A linked working tree shares branches and settings with the repository that it was made from. */
  const shared = textIn(repository, "commondir");
  const common = shared === undefined ? repository : resolve(repository, pathIn(shared, repository, "commondir"));
  const head = readReference(repository, "HEAD", textIn(repository, "HEAD") ?? "");
  return {
    branch: isHash(head) ? "HEAD" : head.replace(/^refs\/heads\//, ""),
    commitHash: commitOf(head, [...new Set([repository, common])]) ?? "",
    originUrl: gitConfigValue(textIn(common, "config") ?? "", "remote", "origin", "url") ?? "",
  };
}

/** The nearest `.git` with a `HEAD`, or the folder that the nearest `.git` file names. */
function repositoryOf(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = join(at, ".git");
    const stats = statsOf(at, ".git");
    if (stats?.isDirectory() && textIn(path, "HEAD") !== undefined) return path;
    const link = stats?.isFile() ? /^gitdir:(.*)$/s.exec(textIn(at, ".git") ?? "")?.[1] : undefined;
    if (link !== undefined) {
      const target = resolve(at, pathIn(link, at, ".git"));
      if (textIn(target, "HEAD") === undefined) throw wrong(at, ".git", "what it leads to is no repository");
      return target;
    }
    if (at === dirname(at)) return undefined;
  }
}

/** The content of a reference: the name of another one, or a commit. */
function readReference(folder: string, file: string, text: string): string {
  const name = /^ref:(.*)$/s.exec(text)?.[1]?.trim();
  if (name !== undefined && isReferenceName(name)) return name;
  const commit = text.trim();
  if (isHash(commit)) return commit;
  throw wrong(folder, file, "this is neither a commit nor the name of a reference (refs/heads/main)");
}

function commitOf(reference: string, folders: readonly string[]): string | undefined {
  let at = reference;
  for (let followed = 0; !isHash(at); followed++) {
    const next = referenceNamed(at, folders);
    if (next === undefined) return undefined;
    if (followed === MAX_REFERENCES) {
      throw wrong(folders[0]!, at, `more than ${MAX_REFERENCES} references lead to each other`);
    }
    at = next;
  }
  return at;
}

function referenceNamed(name: string, folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    const loose = textIn(folder, name);
    if (loose !== undefined) return readReference(folder, name, loose);
    const commit = packedCommit(textIn(folder, "packed-refs") ?? "", name);
    if (commit !== undefined) return commit;
  }
  return undefined;
}

/** The commit of a reference in `packed-refs`, whose lines are `COMMIT NAME`. */
function packedCommit(text: string, name: string): string | undefined {
  for (const [, commit, reference] of text.matchAll(/(?<![^\n])([\da-f]+) ([^\r\n]+)/gi)) {
    if (reference === name && isHash(commit!)) return commit;
  }
  return undefined;
}

/** Whether a text has the hexadecimal digits of SHA-1 or SHA-256. */
function isHash(text: string): boolean {
  return /^(?:[\da-f]{40}|[\da-f]{64})$/i.test(text);
}

/**
 * Whether a text is the name of a reference below `refs/`, by the rules of `git check-ref-format`: it leads to no other
 * folder and has no control characters.
 */
export function isReferenceName(name: string): boolean {
  if (/[\u0000- \u007f-\u009f\u2028\u2029~^:?*[\\]|\.\.|@\{|\.$/.test(name)) return false;
  const [root, ...parts] = name.split("/");
  return root === "refs" && parts.length > 0 && parts.every((part) => /^[^.]/.test(part) && !part.endsWith(".lock"));
}

/** The path that is the whole content of a file in the repository. */
function pathIn(text: string, folder: string, file: string): string {
  const path = text.trim();
  if (path === "" || /[\u0000-\u001f]/.test(path)) throw wrong(folder, file, "this is not the path of one folder");
  return path;
}

/** The text of a file that must lie in a folder of the repository, links included; undefined if there is none. */
function textIn(folder: string, path: string): string | undefined {
  return readWithin(folder, path, join(folder, path));
}

function statsOf(folder: string, file: string): Stats | undefined {
  try {
    return statSync(join(folder, file), { throwIfNoEntry: false });
  } catch (error) {
    throw wrong(folder, file, (inputError("this cannot be read", error) as Error).message);
  }
}

function wrong(folder: string, file: string, reason: string): VariablesError {
  return new VariablesError("context", reason, { file: join(folder, file) });
}
