/** Varfiles that a project's documents name. Each must be in the folder of the document. */
import { dotenvOffset } from "../../../envfile/dotenv.ts";
import { positionAfter } from "../../../text/position.ts";
import { NOT_KNOWN_YET, type TemplateContext } from "../../template/internal.ts";
import { VariablesError } from "../../variables/error.ts";
import { parseVarfile, varfileFormat } from "../../variables/varfile.ts";
import type { VarfileConfig } from "../documents/config.ts";
import type { Source, VarfileText } from "../documents/sources.ts";
import type { Resolution } from "../resolution.ts";
import type { Level } from "./scope.ts";

/**
 * The level of a varfile that a document names; undefined if an optional file is missing.
 *
 * @param folder the folder that the file must be in
 * @param defaultPath a path that is optional even if the document names it
 * @param pathContext returns the context of the path, if the path is a template
 * @param context what the templates in the file see
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
  const isPlain = typeof value === "string" && !value.includes("${");
  const path = isPlain ? value : resolution.resolveName(field, pathContext());
  if (!path) throw field.error("the path of a varfile must be text that is known early");
  const level = readLevel(resolution, folder, path, context);
  if (level !== undefined || optional || path === defaultPath) return level;
  const file = pathWithin(folder, path)!;
  if (!resolution.isVarfileUnknown(file, field)) {
    const hint = "if it is optional, write { path, optional: true }";
    throw field.error(`no such varfile: ${file}; ${hint}`, "varfile-missing");
  }
  // Everything in the file is unknown, including the names.
  const values = { $merge: "${unknown}" };
  return {
    name: file,
    values,
    context: { ...context, unknown: NOT_KNOWN_YET },
    path: resolution.sources.pathIn({ file }),
  };
}

/** The level of a varfile; undefined if the file does not exist. */
export function readLevel(
  resolution: Resolution,
  folder: string,
  path: string,
  context: TemplateContext,
): Level | undefined {
  const found = readWithin(resolution, folder, path, "varfile");
  if (found === undefined) return undefined;
  const { file, text } = found;
  const format = varfileFormat(path);
  const values = parseVarfile(text, format, file);
  const placeOf = format === "dotenv" ? dotenvPlaces(text) : found.placeOf;
  return { name: file, values, context, path: resolution.sources.pathIn({ file, ...(placeOf && { placeOf }) }) };
}

/**
 * A file that a document in a folder names; undefined if it does not exist.
 *
 * @param what the file's purpose, for messages
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
    throw new VariablesError("varfile-outside", `the path leads out of ${where}; this ${what} must be in that folder`, {
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

/** A path from the project's folder, without `.` and `..`; undefined if it leads out of `folder`. */
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
