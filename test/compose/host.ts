/** A host with files in memory. */
import type { ComposeHost } from "../../src/compose/host.ts";

/** @param files texts by their paths */
export function hostOf(files: Readonly<Record<string, string>>): ComposeHost {
  const paths = Object.keys(files);
  return {
    list: (folder) => {
      const inside = paths.filter((path) => path.startsWith(folder === "/" ? "/" : `${folder}/`));
      const entries = inside.map((path) => path.slice(folder === "/" ? 1 : folder.length + 1).replace(/\/.*/, "/"));
      return inside.length === 0 ? undefined : [...new Set(entries)];
    },
    read: (path) => files[path],
  };
}
