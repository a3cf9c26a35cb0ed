/** `git` in a project's templates, read from the repository's files. */

import { type Stats, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { VariablesError } from "../../../garden/variables/error.ts";
import { inputError } from "../../frame/errors.ts";
import { readWithin } from "../../projects/project-files.ts";

/** The most references that refer to each other, as in Git. */
const MAX_REFERENCES = 5;

/**
 * The current branch (`HEAD` if a commit is checked out), the commit (empty before the first), and the URL of the remote
 * `origin` (empty without one). Undefined if the folder is not in a repository.
 *
 * @throws VariablesError for a file of the repository that Git could not have written, that is elsewhere, or that is too
 *   large
 */
export function gitInfo(folder: string) {
  const repository = repositoryOf(folder);
  if (repository === undefined) return undefined;
  /** A linked worktree shares branches and settings with its main repository. */
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
      if (textIn(target, "HEAD") === undefined)
        throw wrong(at, ".git", "the path in this file does not lead to a repository");
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
  throw wrong(folder, file, "expected a commit or the name of a reference (refs/heads/main)");
}

function commitOf(reference: string, folders: readonly string[]): string | undefined {
  let at = reference;
  for (let followed = 0; !isHash(at); followed++) {
    const next = referenceNamed(at, folders);
    if (next === undefined) return undefined;
    if (followed === MAX_REFERENCES) {
      throw wrong(folders[0]!, at, `more than ${MAX_REFERENCES} references refer to each other`);
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

/** Whether a text is a SHA-1 or SHA-256 in hexadecimal. */
function isHash(text: string): boolean {
  return /^(?:[\da-f]{40}|[\da-f]{64})$/i.test(text);
}

/**
 * Whether a text is the name of a reference under `refs/`, by the rules of `git check-ref-format`: it cannot lead to another
 * folder or contain control characters.
 */
export function isReferenceName(name: string): boolean {
  if (/[\u0000- \u007f-\u009f\u2028\u2029~^:?*[\\]|\.\.|@\{|\.$/.test(name)) return false;
  const [root, ...parts] = name.split("/");
  return root === "refs" && parts.length > 0 && parts.every((part) => /^[^.]/.test(part) && !part.endsWith(".lock"));
}

/** The path in a file of the repository that contains nothing else. */
function pathIn(text: string, folder: string, file: string): string {
  const path = text.trim();
  if (path === "" || /[\u0000-\u001f]/.test(path)) throw wrong(folder, file, "expected the path of one folder");
  return path;
}

/** The text of a file that must be in a folder of the repository, even through links; undefined if it does not exist. */
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

/**
 * The first value of a key in a section with a subsection (`[remote "origin"]`) of a Git configuration file. Includes are
 * not followed. Undefined if there is no value, or after a syntax error.
 */
export function gitConfigValue(text: string, section: string, subsection: string, key: string): string | undefined {
  let isSection = false;
  let at = 0;
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found;
  };
  while (at < text.length) {
    if (next(IGNORED) !== null) continue;
    const header = next(HEADER);
    if (header !== null) {
      const [, name, quoted] = header;
      isSection = name!.toLowerCase() === section && quoted?.replace(/\\(.)/g, "$1") === subsection;
      continue;
    }
    const setting = next(SETTING);
    if (setting === null) return undefined;
    const [, name, equals] = setting;
    if (equals === undefined) continue;
    const { value, end } = readValue(text, at);
    if (isSection && name!.toLowerCase() === key) return value;
    at = end;
  }
  return undefined;
}

/** White space or a comment. */
const IGNORED = /[ \t\n\r]+|[#;][^\n]*/y;
const HEADER = /\[([\w.-]+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?\]/y;
const SETTING = /([\w-]+)[ \t]*(=)?/y;

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", '"': '"', "\\": "\\" };

/** A piece of a value: a quote, an escape, spaces, a comment unless it is in quotes, or other characters. */
const PIECE = /"|\\(?:\r\n|[\s\S])?|[ \t\r]+|[#;]|[^"\\#; \t\r\n]+/y;

/** Reads a value. Quotes and escapes are decoded; surrounding spaces and a comment after it are left out. */
function readValue(text: string, start: number): { value: string; end: number } {
  let value = "";
  let spaces = "";
  let isQuoted = false;
  let end = start;
  PIECE.lastIndex = start;
  for (let found = PIECE.exec(text); found !== null; found = PIECE.exec(text)) {
    const [piece] = found;
    if (!isQuoted && /^[#;]/.test(piece)) return { value, end: lineEnd(text, end) };
    end = PIECE.lastIndex;
    if (!isQuoted && /^[ \t\r]/.test(piece)) {
      if (value !== "") spaces += piece;
      continue;
    }
    value += spaces;
    spaces = "";
    if (piece === '"') isQuoted = !isQuoted;
    // An escaped line break joins two lines.
    else value += piece.startsWith("\\") ? (ESCAPES[piece.slice(1)] ?? "") : piece;
  }
  return { value, end };
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}
