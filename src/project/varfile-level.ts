/** Varfiles of a project: found where documents name them, and only in the folder they belong to. */
import { dotenvOffset } from "../envfile/dotenv.ts";
import { NOT_KNOWN_YET, type TemplateContext } from "../template/internal.ts";
import { positionAfter } from "../text/position.ts";
import { VariablesError } from "../variables/error.ts";
import { parseVarfile, varfileFormat } from "../variables/varfile.ts";
import type { VarfileConfig } from "./config.ts";
import type { Resolution } from "./resolution.ts";
import type { Level } from "./scope.ts";
import type { Source, VarfileText } from "./sources.ts";

/**
 * The level of a varfile that a document names; undefined if the file may be missing, and is.
 *
 * @param folder the folder that the file must be in
 * @param defaultPath a path that may be missing although it is named
 * @param pathContext gives what the path may refer to, if it is a template
 * @param context what the templates in the file see
 * @throws VariablesError
 */
export function varfileLevel(
  resolution: Resolution,
  { field, optional }: VarfileConfig,
  folder: string,
  defaultPath: string | undefined,
  pathContext: () => TemplateContext,
  context: TemplateContext,
): Level | undefined {
  const { value } = field;
  const isText = typeof value === "string" && !value.includes("${");
  const path = isText ? value : resolution.resolveName(field, pathContext());
  if (!path) throw field.error("the path of a varfile must be text that is known early");
  const level = readLevel(resolution, folder, path, context);
  if (level === undefined && !optional && path !== defaultPath) {
    const file = pathWithin(folder, path)!;
    if (resolution.isVarfileUnknown(file, field)) return unknownLevel(file, context, resolution);
    throw field.error(
      `there is no varfile ${file} (if it may be missing: { path, optional: true })`,
      "varfile-missing",
    );
  }
  return level;
}

/** The level of a varfile that is not available: everything in it is unknown, its names included. */
function unknownLevel(file: string, context: TemplateContext, resolution: Resolution): Level {
  const path = resolution.sources.pathIn({ file });
  return { name: file, values: { $merge: "${unknown}" }, context: { ...context, unknown: NOT_KNOWN_YET }, path };
}

/** The level of a varfile; undefined if there is no such file. */
export function readLevel(
  resolution: Resolution,
  folder: string,
  path: string,
  context: TemplateContext,
): Level | undefined {
  const found = readWithin(resolution, folder, path, "varfile");
  if (found === undefined) return undefined;
  const format = varfileFormat(path);
  const values = parseVarfile(found.text, format, found.file);
  const placeOf = format === "dotenv" ? dotenvPlaces(found.text) : found.placeOf?.bind(found);
  const source = { file: found.file, ...(placeOf && { placeOf }) };
  return { name: found.file, values, context, path: resolution.sources.pathIn(source) };
}

/**
 * A file that a document in a folder names; undefined if there is none.
 *
 * @param what messages call the file
 */
export function readWithin(
  { readVarfile, budget }: Resolution,
  folder: string,
  path: string,
  what: string,
): (VarfileText & { readonly file: string }) | undefined {
  const file = pathWithin(folder, path);
  if (file === undefined) {
    const where = folder === "" ? "the project's folder" : folder;
    throw new VariablesError("varfile-outside", `the path leads out of ${where}, where this ${what} must be`, {
      file: path,
    });
  }
  const found = readVarfile(folder, path);
  if (found === undefined) return undefined;
  budget.countVarfileText(found.text.length, file);
  return { text: found.text, ...(found.placeOf && { placeOf: found.placeOf.bind(found) }), file };
}

function dotenvPlaces(text: string): NonNullable<Source["placeOf"]> {
  return ([name], offset = 0) => {
    const at = dotenvOffset(text, String(name), offset);
    return at === undefined ? {} : { ...positionAfter(text, 0, at, "YAML"), offset: at };
  };
}

/** A path from the project's folder, without `.` and `..`; undefined if it does not stay within `folder`. */
export function pathWithin(folder: string, path: string): string | undefined {
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
