/** What a project says of its config files: where they are, and which are left out. */
import { isMap } from "../../../template/values.ts";
import { globMatcher, normalPath, pathMatcher } from "../../../text/glob.ts";
import type { Scan } from "./project-files.ts";

/** @param project the project's document */
export function scanOf(project: unknown): Scan {
  const { scan, dotIgnoreFile, dotIgnoreFiles } = isMap(project) ? project : {};
  const { include, exclude } = isMap(scan) ? scan : {};
  const included = textsIn(include)?.map(includedBy);
  const excluded = (textsIn(exclude) ?? []).map((glob) => globMatcher(normalPath(glob)));
  const isFileName = (name: string) => name !== "" && !name.includes("/");
  const ignoreFiles = typeof dotIgnoreFile === "string" ? [dotIgnoreFile] : textsIn(dotIgnoreFiles);
  return {
    ignoreFiles: (ignoreFiles ?? [".gardenignore"]).filter(isFileName),
    isScanned: (path) =>
      !excluded.some((matches) => matches(path)) &&
      (included === undefined || included.some((matches) => matches(path))),
  };
}

/** Config files are looked for where the last part of an entry says nothing more: `a/*` matches those in `a`. */
function includedBy(entry: string): (path: string) => boolean {
  return pathMatcher(entry.replace(/(^|\/)\*\*$/, "$1*"));
}

function textsIn(list: unknown): string[] | undefined {
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : undefined;
}
