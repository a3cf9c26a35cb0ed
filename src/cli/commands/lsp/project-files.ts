/** The files and directories of Garden projects, for `varexpand lsp`. */
import { existsSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { VariablesError } from "../../../garden/variables/error.ts";
import { parseYamlDocuments } from "../../../garden/variables/yaml.ts";
import { memberOf } from "../../../text/own-keys.ts";
import { tryOrUndefined } from "../../../text/try-or-undefined.ts";
import { isGitIgnored } from "../../files/git-ignored.ts";
import { regularFileStats } from "../../files/regular-file.ts";
import { InputError } from "../../frame/errors.ts";
import { scanOf } from "../../projects/project-documents.ts";
import { CONFIG_FILE, configFilesIn, findConfigFiles, isConfigFile, readWithin } from "../../projects/project-files.ts";

export class ProjectFiles {
  /** The project directories by their subdirectories. */
  private readonly folders = new Map<string, string | undefined>();

  /** Returns the nearest directory with a project, up to the root of the repository. */
  projectOf(name: string): string | undefined {
    return this.projectAround(dirname(name))?.split(sep).join("/");
  }

  forgetProjects(): void {
    this.folders.clear();
  }

  configFilesOf(folder: string): string[] {
    return attempt(() => findConfigFiles(folder, scanOf(projectIn(folder)))) ?? [];
  }

  /** @param file relative to the directory; it does not have to exist */
  mayBeConfigFile(folder: string, file: string): boolean {
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

  isGitIgnored(name: string): boolean {
    return isGitIgnored(name);
  }

  private projectAround(folder: string): string | undefined {
    if (this.folders.has(folder)) return this.folders.get(folder);
    const parent = dirname(folder);
    const isRoot = parent === folder || existsSync(join(folder, ".git"));
    const found = projectIn(folder) !== undefined ? folder : isRoot ? undefined : this.projectAround(parent);
    this.folders.set(folder, found);
    return found;
  }
}

/** Returns the `Project` document in the directory's own config files. */
function projectIn(folder: string): unknown {
  const files = attempt(() => configFilesIn(folder)) ?? [];
  for (const file of files) {
    const text = attempt(() => readWithin(folder, file, file));
    if (text === undefined || !/^["']?kind["']?[ \t]*:[ \t]*["']?Project\b/m.test(text)) continue;
    const documents = attempt(() => parseYamlDocuments(text, file).map(({ value }) => value)) ?? [];
    // A project in a broken file is still a project.
    return documents.find((value) => memberOf(value, "kind") === "Project") ?? {};
  }
  return undefined;
}

/** Returns undefined for anything that cannot be read. */
function attempt<T>(action: () => T): T | undefined {
  return tryOrUndefined(action, InputError, VariablesError);
}
