/** The Garden projects among the files that `varexpand lint` is given. */

import { basename, dirname, join } from "node:path";
import { VariablesError } from "../../../garden/variables/error.ts";
import type { FindingCollector, FoundInText } from "../../../lint/collector.ts";
import { lintProject } from "../../../lint/project-lint.ts";
import { errorProblem } from "../../../lint/rules/project/project-document.ts";
import { projectError } from "../../../lint/rules/project/project-error.ts";
import { SourceText } from "../../../lint/source-text.ts";
import { isWithin } from "../../../repository/folders.ts";
import { getOrAdd } from "../../../text/grouped.ts";
import { tryOrUndefined } from "../../../text/try-or-undefined.ts";
import { readText, STDIN } from "../../files/files.ts";
import { isGitIgnored } from "../../files/git-ignored.ts";
import type { InputFile } from "../../files/inputs.ts";
import { regularFileStats } from "../../files/regular-file.ts";
import { InputError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { slashed } from "../../manifests/folder-host.ts";
import { documentsOf, readVarfile } from "../../projects/project-documents.ts";
import { CONFIG_FILE } from "../../projects/project-files.ts";

/** Whether a file is a config file of one of the projects: it holds no manifests. */
export function isProjectFile(file: string, folders: readonly string[]): boolean {
  return CONFIG_FILE.test(basename(file)) && folders.some((folder) => isWithin(slashed(file), slashed(folder)));
}

/** The folders of the projects whose `Project` document is in one of the files. */
export function projectFolders(inputs: readonly InputFile[], io: CommandIo): string[] {
  const folders = new Set<string>();
  for (const { file, rendered } of inputs) {
    if (file === STDIN || rendered !== undefined || !CONFIG_FILE.test(basename(file))) continue;
    if (folders.has(dirname(file))) continue;
    // An error is reported when the file is read as a manifest.
    const text = tryOrUndefined(() => readText(file, io), InputError) ?? "";
    if (/^["']?kind["']?[ \t]*:[ \t]*["']?Project\b/m.test(text)) folders.add(dirname(file));
  }
  return [...folders];
}

/**
 * Adds the findings of a project to the collector. Of a project with files that are not valid YAML, only these are reported.
 *
 * @param isKnown whether something else sets a variable
 * @param done the files of the projects before: one in a folder of another has its files twice
 * @throws InputError if a file cannot be read
 */
export function lintProjectFolder(
  folder: string,
  collector: FindingCollector,
  done: Set<string>,
  isKnown: (name: string) => boolean,
  io: CommandIo,
): void {
  const add = (file: string, source: SourceText, found: FoundInText) => {
    const path = join(folder, file);
    if (!done.has(path)) collector.add(path, source, found);
    done.add(path);
  };
  try {
    const sources = new Map<string, SourceText>();
    let isBroken = false;
    const documents = documentsOf(folder, io, (error, text) => {
      const source = new SourceText(text);
      add(error.file!, source, { findings: [{ rule: projectError.id, ...errorProblem(error, source) }] });
      isBroken = true;
    }).map((document) => {
      const { file, text } = document;
      return { ...document, source: getOrAdd(sources, file, () => new SourceText(text)) };
    });
    if (isBroken) return;
    const { findings, varfiles } = lintProject(documents, {
      readVarfile: (within, path) => readable(() => readVarfile(folder, within, path, io)),
      hasFile: (path) => regularFileStats(join(folder, path)) !== undefined,
      isGitIgnored: (path) => isGitIgnored(join(folder, path)),
      isKnown,
    });
    for (const [file, source] of sources) {
      const roots = documents.filter((document) => document.file === file).map(({ root }) => root);
      add(file, source, { findings: findings.get(file) ?? [], documents: roots });
    }
    for (const [file, source] of varfiles) {
      add(file, source, { findings: findings.get(file) ?? [] });
    }
  } catch (error) {
    throw error instanceof VariablesError ? new InputError(`${folder}: ${error.message}`) : error;
  }
}

/** Reads a file; one that exists and cannot be read is an error of the command, and not a finding. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const isUnreadable = error instanceof VariablesError && error.code === "varfile-unreadable";
    throw isUnreadable ? new InputError(error.message) : error;
  }
}
