/** The files that the commands in a repository write: those of scripts, makefiles, and workflows. */

import { getOrAdd } from "../../../text/grouped.ts";
import { baseName, parentOf, pathFrom } from "../../../text/paths.ts";
import { isBelow, type KustomizeReader } from "../source-files.ts";

/** Files with commands. */
const COMMANDS =
  /\/(?:(?:GNUm|M|m)akefile|[Tt]askfile\.ya?ml|[Jj]ustfile|Tiltfile|[^/]*\.(?:mk|sh|bash|ps1)|\.github\/workflows\/[^/]*\.ya?ml)$/;

/** Folders of commands for what is beside them. */
const COMMAND_FOLDER = /\/(?:bin|hack|scripts)$/;

/** Folders that are not searched. They contain copies of other repositories. */
const NOT_SEARCHED = [".git/", "node_modules/", "vendor/"];

/** The most folders of a repository that are searched. */
const MAX_FOLDERS = 5000;

/** What a file that a command writes follows, and commands whose last argument is one. */
const BEFORE_OUTPUT = new Set([">", "tee", "-a", "-o", "-O", "-out", "--out", "--output", "--output-file", "--dest"]);
const COPYING = new Set(["cp", "mv", "install"]);

interface CommandFile {
  /** The commands are for what is in this folder. */
  readonly folder: string;
  /** The folders that the text names, by their last two parts. */
  readonly named: ReadonlySet<string>;
}

interface Output {
  readonly name: string;
  /** The folder that a command copies the file to, without its beginning if that is `..` or a variable. */
  readonly into?: string;
}

type Written = Output & { readonly by: CommandFile };

export class Commands {
  private readonly reader: KustomizeReader;
  /** What commands write in the repository of each root, by the name. */
  private readonly written = new Map<string, ReadonlyMap<string, readonly Written[]>>();

  constructor(reader: KustomizeReader) {
    this.reader = reader;
  }

  /** Whether a command in the repository of a root writes a file or folder: one above it, or one that names its folder. */
  writes(path: string, root: string): boolean {
    const folder = parentOf(path);
    const found = getOrAdd(this.written, root, () => this.writtenIn(root)).get(baseName(path)) ?? [];
    return found.some(({ by, into }) =>
      into === undefined
        ? isBelow(folder, by.folder) || by.named.has(tailOf(folder))
        : `${folder}/`.endsWith(`/${into}/`),
    );
  }

  private writtenIn(root: string): ReadonlyMap<string, readonly Written[]> {
    const written = new Map<string, Written[]>();
    for (const path of this.filesIn(root)) {
      const text = this.reader.read(path) ?? "";
      const folder = parentOf(path);
      const by = { folder: COMMAND_FOLDER.test(folder) ? parentOf(folder) : folder, named: new Set(foldersIn(text)) };
      for (const output of outputsOf(text)) getOrAdd(written, output.name, () => []).push({ ...output, by });
    }
    return written;
  }

  private filesIn(root: string): string[] {
    const found: string[] = [];
    const open = [root];
    for (let i = 0; i < open.length && i < MAX_FOLDERS; i++) {
      for (const name of this.reader.list?.(open[i]!) ?? []) {
        const path = pathFrom(open[i]!, name);
        if (!name.endsWith("/")) {
          if (COMMANDS.test(path)) found.push(path);
        } else if (!NOT_SEARCHED.includes(name)) open.push(path);
      }
    }
    return found;
  }
}

function tailOf(folder: string): string {
  return folder.split("/").slice(-2).join("/");
}

/** Each pair of parts of the paths in a text. */
function foldersIn(text: string): string[] {
  return text.split(/[^\w./-]+/).flatMap((path) => {
    const parts = path.split("/");
    return parts.slice(1).map((part, i) => `${parts[i]}/${part}`);
  });
}

/** What commands write: `> name`, `-o name`, `cp x name`, `cp name x/`, `mkdir name`, and `git clone x/name`. */
function outputsOf(text: string): Output[] {
  return text.split(/[\n;&|()]/).flatMap((command) => {
    const words = command
      .replaceAll(/>+/g, " > ")
      .replaceAll(/["'=@]/g, " ")
      .trim()
      .split(/\s+/);
    const last = words.at(-1)!;
    const outputs = words.filter((_, i) => BEFORE_OUTPUT.has(words[i - 1] ?? ""));
    const [made, copied] = [words.indexOf("mkdir"), words.findIndex((word) => COPYING.has(word))];
    if (made !== -1) outputs.push(...words.slice(made + 1));
    if (words.includes("clone")) outputs.push(last.replace(/\.git$/, ""));
    if (copied === -1) return outputs.map((path) => ({ name: baseName(path) }));
    const into = last.replace(/^(?:(?:\.\.?|\$\w+|\$\{\w+\})\/)+/, "").replace(/\/$/, "");
    const sources = words.slice(copied + 1, -1).map((path): Output => ({ name: baseName(path), into }));
    return [...[...outputs, last].map((path) => ({ name: baseName(path) })), ...sources];
  });
}
