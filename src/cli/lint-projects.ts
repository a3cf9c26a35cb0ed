/** The Garden projects among the files that `varexpand lint` is given. */
import { basename, dirname, join, relative } from "node:path";
import type { FindingCollector } from "../lint/collector.ts";
import { lintProject } from "../lint/project-lint.ts";
import { SourceText } from "../lint/source-text.ts";
import { VariablesError } from "../variables/error.ts";
import { InputError } from "./errors.ts";
import { readText, STDIN } from "./files.ts";
import type { InputFile } from "./inputs.ts";
import type { CommandIo } from "./io.ts";
import { documentsOf, readVarfile } from "./project.ts";
import { CONFIG_FILE } from "./project-files.ts";
import { regularFileStats } from "./regular-file.ts";

/** Whether a file is a config file of one of the projects: it holds no manifests. */
export function isProjectFile(file: string, folders: readonly string[]): boolean {
  return CONFIG_FILE.test(basename(file)) && folders.some((folder) => !relative(folder, file).startsWith(".."));
}

/** The folders of the projects whose `Project` document is in one of the files. */
export function projectFolders(inputs: readonly InputFile[], io: CommandIo): string[] {
  const folders = new Set<string>();
  for (const { file, rendered } of inputs) {
    if (file === STDIN || rendered !== undefined || !CONFIG_FILE.test(basename(file))) continue;
    if (folders.has(dirname(file))) continue;
    try {
      if (/^["']?kind["']?[ \t]*:[ \t]*["']?Project\b/m.test(readText(file, io))) folders.add(dirname(file));
    } catch (error) {
      // Reading it as a manifest tells.
      if (!(error instanceof InputError)) throw error;
    }
  }
  return [...folders];
}

/**
 * Lines about what keeps a project from being resolved; its findings go to the collector.
 *
 * @param isKnown whether something else sets a variable
 * @param done the files of the projects before: one in a folder of another has its files twice
 */
export function lintProjectFolder(
  folder: string,
  collector: FindingCollector,
  done: Set<string>,
  isKnown: (name: string) => boolean,
  io: CommandIo,
): string[] {
  try {
    const sources = new Map<string, SourceText>();
    const documents = documentsOf(folder, io).map((document) => {
      const { file, text } = document;
      const source = sources.get(file) ?? new SourceText(text);
      sources.set(file, source);
      return { ...document, source };
    });
    const { findings, problems } = lintProject(documents, {
      readVarfile: (within, path) => readVarfile(folder, within, path, io),
      hasFile: (path) => regularFileStats(join(folder, path)) !== undefined,
      isKnown,
    });
    for (const [file, source] of sources) {
      const path = join(folder, file);
      if (done.has(path)) continue;
      done.add(path);
      const roots = documents.filter((document) => document.file === file).map(({ root }) => root);
      collector.add(path, source, { findings: findings.get(file) ?? [], documents: roots });
    }
    return problems.map(({ message }) => `${folder}: the project is not resolved: ${message}`);
  } catch (error) {
    if (!(error instanceof VariablesError) && !(error instanceof InputError)) throw error;
    return [`${folder}: the project is not resolved: ${error.message}`];
  }
}
