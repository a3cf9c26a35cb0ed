/** The Garden projects that `varexpand lsp` looks at: their folders and files. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { memberOf } from "../../../text/own-keys.ts";
import { VariablesError } from "../../../variables/error.ts";
import { parseYamlDocuments } from "../../../variables/yaml.ts";
import { regularFileStats } from "../../files/regular-file.ts";
import { InputError } from "../../frame/errors.ts";
import { CONFIG_FILE, configFilesIn, findConfigFiles, isConfigFile, readWithin } from "../template/project-files.ts";
import { scanOf } from "../template/project-scan.ts";

export class ProjectFolders {
  /** The folder of the project, by the folders in it. */
  private readonly folders = new Map<string, string | undefined>();

  /** The nearest folder with a project, up to the repository's root. */
  folderOf(name: string): string | undefined {
    return this.around(dirname(name));
  }

  /** Looks for projects again. */
  forget(): void {
    this.folders.clear();
  }

  filesOf(folder: string): string[] {
    return attempt(() => findConfigFiles(folder, scanOf(projectIn(folder)))) ?? [];
  }

  /** @param file from the folder; it may not be there */
  mayHave(folder: string, file: string): boolean {
    return (
      CONFIG_FILE.test(basename(file)) && attempt(() => isConfigFile(folder, file, scanOf(projectIn(folder)))) === true
    );
  }

  /** @throws VariablesError */
  readVarfile(folder: string, within: string, path: string): string | undefined {
    const file = within === "" ? path : `${within}/${path}`;
    try {
      return readWithin(join(folder, within), path, file);
    } catch (error) {
      if (error instanceof InputError) throw new VariablesError("varfile-unreadable", error.message, { file });
      throw error;
    }
  }

  hasFile(name: string): boolean {
    return regularFileStats(name) !== undefined;
  }

  private around(folder: string): string | undefined {
    if (this.folders.has(folder)) return this.folders.get(folder);
    const parent = dirname(folder);
    const isRoot = parent === folder || existsSync(join(folder, ".git"));
    const found = projectIn(folder) !== undefined ? folder : isRoot ? undefined : this.around(parent);
    this.folders.set(folder, found);
    return found;
  }
}

/** The `Project` document in a folder's own config files. */
function projectIn(folder: string): unknown {
  const files = attempt(() => configFilesIn(folder)) ?? [];
  for (const file of files) {
    const text = attempt(() => readWithin(folder, file, file));
    if (text === undefined || !/^["']?kind["']?[ \t]*:[ \t]*["']?Project\b/m.test(text)) continue;
    const documents = attempt(() => parseYamlDocuments(text, file).map(({ value }) => value)) ?? [];
    // A project in a file that is broken is one.
    return documents.find((value) => memberOf(value, "kind") === "Project") ?? {};
  }
  return undefined;
}

/** Undefined for what cannot be read. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof InputError || error instanceof VariablesError) return undefined;
    throw error;
  }
}
