/** Finds a project's config files, and reads files in the project's folder only. */
import { readdirSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { VariablesError } from "../../garden/variables/error.ts";
import { tooLarge, VARFILE_LIMIT } from "../../garden/variables/varfile.ts";
import { textOf } from "../files/files.ts";
import { type IsIgnored, ignoreRules } from "../files/ignore-rules.ts";
import { NotRegular, readRegularFile, TooLarge } from "../files/regular-file.ts";
import { attempt, inputError } from "../frame/errors.ts";

/** The names of config files. */
export const CONFIG_FILE = /^(?:.*\.)?garden\.ya?ml$/;

/** The most config files in a project. */
export const CONFIG_FILES_LIMIT = 10_000;

/** The most characters in all config files of a project. */
export const CONFIG_TEXT_LIMIT = 64 * 1024 * 1024;

/** A config file and its path from the project's folder. */
export interface ConfigFile {
  readonly file: string;
  readonly text: string;
}

/** Which config files belong to the project. */
export interface Scan {
  /** Names of ignore files, which exclude files in their folders. */
  readonly ignoreFiles: readonly string[];
  readonly isScanned: (path: string) => boolean;
}

const EVERYTHING: Scan = { ignoreFiles: [".gardenignore"], isScanned: () => true };

/** The names of the config files directly in a folder. */
export function configFilesIn(folder: string): string[] {
  return attempt(folder, () => readdirSync(folder, { withFileTypes: true }))
    .filter((entry) => !entry.isDirectory() && CONFIG_FILE.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

/**
 * Returns a function that reads the config files of a project one after the other. It throws InputError, and VariablesError
 * as `readWithin` does; with the code `limit` for too much text.
 *
 * @param left the most characters in all of them
 */
export function configFileReader(folder: string, left = CONFIG_TEXT_LIMIT): (file: string) => ConfigFile | undefined {
  const limit = left;
  return (file) => {
    const text = readWithin(folder, file, file);
    if (text === undefined) return undefined;
    left -= text.length;
    if (left >= 0) return { file, text };
    const reason = `the project's config files have more than ${limit} characters, including this file; split the project`;
    throw new VariablesError("limit", reason, { file });
  };
}

/** Folders that are skipped. */
const NOT_SCANNED = /^(?:\.git|\.garden|node_modules)$/;

/** Folders that are skipped directly in the project's folder. */
const NOT_SCANNED_IN_ROOT = /^debug-info/;

/**
 * The paths of config files from the project's folder, in order. Links to folders are not followed.
 *
 * @param limit the most files
 * @throws InputError, VariablesError (`limit`)
 */
export function findConfigFiles(folder: string, scan = EVERYTHING, limit = CONFIG_FILES_LIMIT): string[] {
  const found: string[] = [];
  const open: { readonly at: string; readonly outer: readonly IsIgnored[] }[] = [{ at: "", outer: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at, outer } = next;
    const current = join(folder, at);
    const ignored = [...outer, ...scan.ignoreFiles.flatMap((name) => ignoredIn(folder, at, name))];
    for (const entry of attempt(current, () => readdirSync(current, { withFileTypes: true }))) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) {
        const isOut = NOT_SCANNED.test(entry.name) || (at === "" && NOT_SCANNED_IN_ROOT.test(entry.name));
        if (!isOut) open.push({ at: path, outer: ignored });
      } else if (
        CONFIG_FILE.test(entry.name) &&
        scan.isScanned(path) &&
        !ignored.some((isIgnored) => isIgnored(path))
      ) {
        found.push(path);
        if (found.length > limit) {
          throw new VariablesError("limit", `the project has more than ${limit} config files; split the project`);
        }
      }
    }
  }
  return found.sort();
}

/**
 * Whether a file would be a config file. It does not have to exist.
 *
 * @param path from the project's folder
 */
export function isConfigFile(folder: string, path: string, scan: Scan): boolean {
  const names = path.split("/");
  if (!CONFIG_FILE.test(names.at(-1)!) || !scan.isScanned(path)) return false;
  const folders = names.slice(0, -1);
  if (NOT_SCANNED_IN_ROOT.test(folders[0] ?? "") || folders.some((name) => NOT_SCANNED.test(name))) return false;
  return names.every((_, depth) => {
    const at = names.slice(0, depth).join("/");
    return !scan.ignoreFiles.some((name) => ignoredIn(folder, at, name).some((isIgnored) => isIgnored(path)));
  });
}

/** The rules of a folder's ignore file, for paths from the project's folder. */
function ignoredIn(folder: string, at: string, name: string): IsIgnored[] {
  const file = at === "" ? name : `${at}/${name}`;
  const text = readWithin(folder, file, file);
  if (text === undefined) return [];
  const isIgnored = ignoreRules(text.split("\n"));
  const length = at === "" ? 0 : at.length + 1;
  return [(path) => isIgnored(path.slice(length))];
}

/**
 * The text of a config file or a varfile, which must be in `folder`, even through links and `..`; undefined if it does not
 * exist.
 *
 * @param file the file's name in messages
 * @throws VariablesError `varfile-outside`, `varfile-unreadable`, `limit`; InputError if it is not UTF-8
 */
export function readWithin(folder: string, path: string, file: string): string | undefined {
  const outside = (how: string) =>
    new VariablesError("varfile-outside", `${how} ${resolve(folder)}; the file must be in that folder`, { file });
  if (!isWithin(resolve(folder), resolve(folder, path))) throw outside("the path leads out of");
  let bytes: Uint8Array;
  try {
    const real = realpathSync(resolve(folder, path));
    if (!isWithin(realpathSync(folder), real)) throw outside("a link leads out of");
    bytes = readRegularFile(real, VARFILE_LIMIT);
  } catch (error) {
    if (error instanceof VariablesError) throw error;
    if (error instanceof NotRegular)
      throw new VariablesError("varfile-unreadable", "this is not a regular file", { file });
    if (error instanceof TooLarge) throw tooLarge(file);
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const reason = (inputError("the file cannot be read", error) as Error).message;
    throw new VariablesError("varfile-unreadable", reason, { file }, { cause: error });
  }
  return textOf(file, bytes);
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
