/** Folders whose names say that what they contain is not used. */

/** Folders of files that are not used any more, and of copies for support. */
const ARCHIVE =
  /(?:^|\/)(?:[._]?(?:archived?|attic|deprecated|disabled|legacy|obsolete|old|unused)|_support|_?support[-_]bundles?)\//i;

/** Hidden folders, and those of files that people copy. */
const OTHER = /(?:^|\/)(?:\.[^/]+|_?(?:examples?|templates?|tmpl))\//i;

/** Whether a file is in an archive: `archive/web.yaml`, `_support/web.yaml`. */
export function isArchived(path: string): boolean {
  return ARCHIVE.test(path);
}

/** Whether a file is in a folder that nothing applies as it is: an archive, or one of examples or templates. */
export function isPutAway(path: string): boolean {
  return isArchived(path) || OTHER.test(path);
}
