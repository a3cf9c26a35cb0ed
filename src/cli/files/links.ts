/** Links in a repository, which can lead to any file of the computer. Their author is not always the user. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** The root of the repository that a folder is in; undefined without one. */
function repositoryOf(folder: string): string | undefined {
  for (let each = resolve(folder); ; each = dirname(each)) {
    if (existsSync(join(each, ".git"))) return each;
    if (dirname(each) === each) return undefined;
  }
}

/** Whether the real path of a file or folder is in the repository that its path is in, or its path is in none. */
export function isWithinRepository(path: string, real: string): boolean {
  if (real === resolve(path)) return true;
  const root = repositoryOf(dirname(path));
  if (root === undefined) return true;
  const inside = relative(realpathSync.native(root), real);
  return inside.split(sep)[0] !== ".." && !isAbsolute(inside);
}

/**
 * The real path of a file or folder; undefined if it does not exist, or if a link leads out of the repository that the path
 * is in.
 */
export function realPathWithin(path: string): string | undefined {
  try {
    const real = realpathSync.native(path);
    return isWithinRepository(path, real) ? real : undefined;
  } catch {
    return undefined;
  }
}
