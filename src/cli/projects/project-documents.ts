/** The config documents and varfiles of a project's folder. */
import { join, resolve } from "node:path";
import type { ConfigDocument } from "../../garden/project/documents/config.ts";
import type { VarfileText } from "../../garden/project/documents/sources.ts";
import { isMap } from "../../garden/template/values.ts";
import { VariablesError } from "../../garden/variables/error.ts";
import { varfileFormat } from "../../garden/variables/varfile.ts";
import { parseYamlDocuments, placesIn, varfileRoot } from "../../garden/variables/yaml.ts";
import { globMatcher, normalPath, pathMatcher } from "../../text/glob.ts";
import type { Node } from "../../yaml/node.ts";
import { checkReadable } from "../files/files.ts";
import type { CommandIo } from "../frame/io.ts";
import { configFileReader, configFilesIn, findConfigFiles, readWithin, type Scan } from "./project-files.ts";

/** A config document with its text. */
export interface ConfigDocumentOfFile extends ConfigDocument {
  readonly text: string;
  readonly root: Node;
}

/**
 * The config documents of a project, in the order of their files.
 *
 * @param broken called for a file that is not valid YAML, which is then skipped; without it, the error is thrown
 */
export function documentsOf(
  folder: string,
  io: CommandIo,
  broken?: (error: VariablesError, text: string) => void,
): ConfigDocumentOfFile[] {
  const read = configFileReader(folder);
  const documentsIn = (path: string): ConfigDocumentOfFile[] => {
    const found = read(path);
    if (found === undefined) return [];
    const { file, text } = found;
    // The file must not be the output file.
    checkReadable([resolve(folder, file)], io);
    return rootsIn(text, file).map((root) => ({
      file,
      text,
      root,
      value: root.value,
      placeOf: placesIn(text, () => root),
    }));
  };
  const rootsIn = (text: string, file: string): Node[] => {
    try {
      return parseYamlDocuments(text, file);
    } catch (error) {
      if (broken === undefined || !(error instanceof VariablesError)) throw error;
      broken(error, text);
      return [];
    }
  };
  const first = configFilesIn(folder).flatMap(documentsIn);
  const files = findConfigFiles(folder, scanOf(first.find(isProject)?.value));
  const scanned = new Set(files);
  return [
    ...first.filter((document) => isProject(document) || scanned.has(document.file)),
    ...files.filter((file) => file.includes("/")).flatMap(documentsIn),
  ];
}

function isProject({ value }: { readonly value: unknown }): boolean {
  return isMap(value) && value.kind === "Project";
}

export function readVarfile(folder: string, within: string, path: string, io: CommandIo): VarfileText | undefined {
  const file = within === "" ? path : `${within}/${path}`;
  const text = readWithin(join(folder, within), path, file);
  if (text === undefined) return undefined;
  checkReadable([resolve(join(folder, within), path)], io);
  return varfileFormat(path) === "dotenv" ? { text } : { text, placeOf: placesIn(text, () => varfileRoot(text)) };
}

/** Which config files belong to a project, by the fields of its document. */
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

/** `a/*` includes the config files in `a`, and so does `a/**`. */
function includedBy(entry: string): (path: string) => boolean {
  return pathMatcher(entry.replace(/(^|\/)\*\*$/, "$1*"));
}

function textsIn(list: unknown): string[] | undefined {
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : undefined;
}
