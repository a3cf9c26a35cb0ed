/** Varfiles of a project: found where documents name them, and only in the folder they belong to. */
import { dotenvOffset } from "../envfile/dotenv.ts";
import type { TemplateContext } from "../template/context/run.ts";
import type { DocumentPath } from "../template/error.ts";
import { placeAt, type SourcePlace, VariablesError } from "../variables/error.ts";
import type { ProjectBudget } from "../variables/limits.ts";
import { parseVarfile, varfileFormat } from "../variables/varfile.ts";
import type { VarfileConfig } from "./config.ts";
import { resolveNode } from "./resolution.ts";
import type { Level } from "./scope.ts";
import type { Sources } from "./sources.ts";

/** A varfile that was found. */
export interface VarfileText {
  readonly text: string;
  /** Where the value at a path stands, or a character in it. Of a dotenv file it is known without. */
  placeOf?(path: DocumentPath, offset?: number): SourcePlace;
}

/**
 * Finds varfiles: `path` leads from `folder`, which is relative to the project's folder (empty for that itself), and
 * does not lead out of it by its text; a link that does is the reader's to refuse. Undefined if there is no such file.
 */
export type ReadVarfile = (folder: string, path: string) => VarfileText | undefined;

/** What a project's varfiles have in common. */
export interface VarfileReader {
  readonly read: ReadVarfile;
  readonly sources: Sources;
  readonly budget: ProjectBudget;
}

/**
 * The level of a varfile that a document names.
 *
 * @param folder where the file must be
 * @param defaultPath a path that may be missing although it is named
 * @param context what the templates in the file see, and the one that may be its path
 * @throws VariablesError
 */
export function varfileLevel(
  reader: VarfileReader,
  { field, optional }: VarfileConfig,
  folder: string,
  defaultPath: string | undefined,
  pathContext: TemplateContext,
  context: TemplateContext,
): Level | undefined {
  const path = resolveNode(field.value, pathContext, [...reader.sources.add(field.source), ...field.path]);
  if (typeof path !== "string" || path === "")
    throw field.error("the path of a varfile must be text that is known early");
  const level = readLevel(reader, folder, path, context);
  if (level === undefined && !optional && path !== defaultPath) {
    const file = pathWithin(folder, path);
    throw field.error(
      `there is no varfile ${file} (if it may be missing: { path, optional: true })`,
      "varfile-missing",
    );
  }
  return level;
}

/** The level of a varfile; undefined if there is no such file. */
export function readLevel(
  { read, sources, budget }: VarfileReader,
  folder: string,
  path: string,
  context: TemplateContext,
): Level | undefined {
  const file = pathWithin(folder, path);
  if (file === undefined) {
    const where = folder === "" ? "the project's folder" : folder;
    throw new VariablesError("varfile-outside", `the path leads out of ${where}, where this varfile must be`, {
      file: path,
    });
  }
  const found = read(folder, path);
  if (found === undefined) return undefined;
  budget.countVarfileText(found.text.length, file);
  const format = varfileFormat(path);
  const values = parseVarfile(found.text, format, file);
  const placeOf = format === "dotenv" ? dotenvPlaces(found.text) : found.placeOf?.bind(found);
  return { name: file, values, context, path: sources.add({ file, ...(placeOf && { placeOf }) }) };
}

function dotenvPlaces(text: string): NonNullable<VarfileText["placeOf"]> {
  return ([name], offset = 0) => {
    const at = dotenvOffset(text, String(name), offset);
    return at === undefined ? {} : placeAt(text, at);
  };
}

/** A path from the project's folder, without `.` and `..`; undefined if it does not stay within `folder`. */
function pathWithin(folder: string, path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") {
      parts.push(part);
    }
  }
  if (path.startsWith("/") || parts.length === 0) return undefined;
  return folder === "" ? parts.join("/") : `${folder}/${parts.join("/")}`;
}
