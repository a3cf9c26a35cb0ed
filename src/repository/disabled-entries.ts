/** What kustomizations list only in comments: nothing builds a folder, or applies a patch, that people have disabled so. */

import { KUSTOMIZATION_FILES } from "../kubernetes/kustomize/index.ts";
import { getOrAdd } from "../text/grouped.ts";
import { foldersAbove, pathFrom } from "../text/paths.ts";

interface Entry {
  readonly name: string;
  readonly isComment: boolean;
  readonly isPatch: boolean;
}

export class DisabledEntries {
  private readonly read: (path: string) => string | undefined;
  /** The disabled entries by their paths, by the folders of their kustomizations. */
  private readonly known = new Map<string, ReadonlyMap<string, Entry>>();

  constructor(read: (path: string) => string | undefined) {
    this.read = read;
  }

  /** Whether a kustomization in `top` or below lists a file, or a folder that it is in, only in a comment. */
  has(path: string, top: string): boolean {
    const folders = foldersBelow(path, top);
    return folders.some((folder) => [path, ...folders].some((each) => this.in(folder).has(each)));
  }

  /** Whether a kustomization in `top` or below lists a file as a patch, only in a comment. */
  hasPatch(path: string, top: string): boolean {
    return foldersBelow(path, top).some((folder) => this.in(folder).get(path)?.isPatch === true);
  }

  private in(folder: string): ReadonlyMap<string, Entry> {
    return getOrAdd(this.known, folder, () => {
      const entries = KUSTOMIZATION_FILES.flatMap((name) => entriesIn(this.read(pathFrom(folder, name)) ?? ""));
      const active = new Set(entries.flatMap(({ isComment, name }) => (isComment ? [] : [pathFrom(folder, name)])));
      const disabled = entries.map((entry) => [pathFrom(folder, entry.name), entry] as const);
      return new Map(disabled.filter(([path]) => !active.has(path)));
    });
  }
}

/** The folders that a file is in, up to `top`. */
function foldersBelow(path: string, top: string): string[] {
  const all = foldersAbove(path);
  return all.slice(0, all.indexOf(top) + 1);
}

/** The items of lists that are one word each, and the paths of patches: `- ./apps`, `# - apps/`, `# - path: patch.yaml`. */
function entriesIn(text: string): Entry[] {
  let list = "";
  return text.split("\n").flatMap((line) => {
    const isComment = line.trimStart().startsWith("#");
    const content = line
      .replace(/^[#\s]*/, "")
      .split(" #")[0]!
      .trimEnd();
    list = /^([A-Za-z]\w*):$/.exec(content)?.[1] ?? list;
    const isItem = content.startsWith("- ");
    const entry = isItem ? content.slice(2).trimStart() : content;
    const isPath = entry.startsWith("path: ");
    const value = isPath ? entry.slice("path: ".length) : isItem ? entry : "";
    const name = value.trim().replaceAll(/["']/g, "").replace(/\/$/, "");
    const isPatch = isPath || /^patches/i.test(list);
    return name === "" || /\s/.test(name) ? [] : [{ name, isComment, isPatch }];
  });
}
