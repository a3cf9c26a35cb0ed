/** What kustomizations list only in comments: nothing builds a folder that people have disabled so. */

import { KUSTOMIZATION_FILES } from "../kubernetes/kustomize/index.ts";
import { getOrAdd } from "../text/grouped.ts";
import { foldersAbove, pathFrom } from "../text/paths.ts";

export class DisabledEntries {
  private readonly read: (path: string) => string | undefined;
  /** The paths of disabled entries, by the folders of their kustomizations. */
  private readonly known = new Map<string, ReadonlySet<string>>();

  constructor(read: (path: string) => string | undefined) {
    this.read = read;
  }

  /** Whether a kustomization in `top` or below lists a file, or a folder that it is in, only in a comment. */
  has(path: string, top: string): boolean {
    const all = foldersAbove(path);
    const above = all.slice(0, all.indexOf(top) + 1);
    return above.some((folder) => {
      const disabled = getOrAdd(this.known, folder, () => this.in(folder));
      return disabled.size > 0 && [path, ...above].some((each) => disabled.has(each));
    });
  }

  private in(folder: string): ReadonlySet<string> {
    const entries = KUSTOMIZATION_FILES.flatMap((name) => entriesIn(this.read(pathFrom(folder, name)) ?? ""));
    const paths = (isComment: boolean) =>
      new Set(entries.flatMap((each) => (each.isComment === isComment ? pathFrom(folder, each.name) : [])));
    const active = paths(false);
    return new Set([...paths(true)].filter((path) => !active.has(path)));
  }
}

/** The items of lists that are one word each: `- ./apps`, `# - apps/`. */
function entriesIn(text: string): { readonly name: string; readonly isComment: boolean }[] {
  return text.split("\n").flatMap((line) => {
    const isComment = line.trimStart().startsWith("#");
    const item = line.replace(/^[#\s]*/, "");
    if (!item.startsWith("- ")) return [];
    const name = item.slice(2).split(" #")[0]!.trim().replaceAll(/["']/g, "");
    return name === "" || /\s/.test(name) ? [] : [{ name: name.replace(/\/$/, ""), isComment }];
  });
}
