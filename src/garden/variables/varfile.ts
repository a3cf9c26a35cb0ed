/** Varfiles: variables from a file in one of three formats. */

import { parseDotenv } from "../../envfile/dotenv.ts";
import { checkString, wrongArgument } from "../../text/argument.ts";
import { jsonErrorOffset } from "../../yaml/json.ts";
import type { Node } from "../../yaml/node.ts";
import { checkSize, DEPTH_LIMIT, LimitExceeded } from "../template/limits.ts";
import { isMap, type Variables } from "../template/values.ts";
import { placeAt, VariablesError } from "./error.ts";
import { parseYamlDocuments } from "./yaml.ts";

/** The format of a varfile; see `parseVarfile`. */
export type VarfileFormat = "dotenv" | "yaml" | "json";

/** The largest varfile: bytes of the file, characters of its text, and the size of its values with aliases expanded. */
export const VARFILE_LIMIT = 16 * 1024 * 1024;

/**
 * The format of a file by its suffix, in any case: `.json`, `.yaml`, `.yml`; everything else is dotenv.
 *
 * @example
 * varfileFormat("garden.prod.yaml") // "yaml"
 */
export function varfileFormat(path: string): VarfileFormat {
  checkString(path, "path");
  const suffix = /\.[^./\\]*$/.exec(path)?.[0].toLowerCase();
  if (suffix === ".json") return "json";
  return suffix === ".yaml" || suffix === ".yml" ? "yaml" : "dotenv";
}

/**
 * The variables of a varfile's text.
 *
 * - `dotenv`: as the npm package dotenv reads it; every value is text.
 * - `yaml`: one YAML 1.2 document, a map; an empty file is an empty map. Dates, `yes`, and `1_000` are text.
 * - `json`: one JSON object.
 *
 * Templates (`${…}`) in values are not resolved.
 *
 * @param file The name of the file in messages.
 * @throws VariablesError `syntax`, `varfile-not-a-map`, `varfile-documents`, each with its place, or `limit` (16 MiB, also with
 *   all YAML aliases expanded; lists and maps nested 1000 levels deep, in YAML 100).
 * @example
 * parseVarfile("replicas: 3\nhosts: [a, b]\n", "yaml") // { replicas: 3, hosts: ["a", "b"] }
 * parseVarfile("replicas=3\n", "dotenv") // { replicas: "3" }
 */
export function parseVarfile(source: string, format: VarfileFormat, file?: string): Variables {
  checkString(source, "source");
  if (source.length > VARFILE_LIMIT) throw tooLarge(file);
  switch (format) {
    case "dotenv":
      return parseDotenv(source);
    case "yaml":
      return yamlVariables(source, file);
    case "json":
      return jsonVariables(source, file);
    default:
      throw wrongArgument("format", '"dotenv", "yaml" or "json"', format);
  }
}

/** @internal The error for a file that exceeds the limit. The file does not have to be read. */
export function tooLarge(file: string | undefined): VariablesError {
  const mebibytes = VARFILE_LIMIT / 1024 / 1024;
  return new VariablesError("limit", `the file is larger than ${mebibytes} MiB`, { file });
}

function yamlVariables(source: string, file: string | undefined): Variables {
  const [document, second, ...more] = parseYamlDocuments(source, file);
  if (second !== undefined) {
    const reason = `a varfile must be one YAML document, but this file has ${more.length + 2}; the second one starts here`;
    throw new VariablesError("varfile-documents", reason, placeAt(source, startOf(second, source), file));
  }
  return mapOf(document?.value ?? {}, source, document?.start ?? 0, file);
}

/** The start of a document: its root or, if it is empty, the line `---`. */
function startOf({ start, end }: Node, source: string): number {
  return start === end ? Math.max(0, source.indexOf("---", start)) : start;
}

function jsonVariables(source: string, file: string | undefined): Variables {
  const text = source.startsWith("\ufeff") ? source.slice(1) : source;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const offset = jsonErrorOffset(text, DEPTH_LIMIT);
    const reason =
      text.trim() === ""
        ? "the JSON varfile is empty; write {} for no variables"
        : `the varfile is not valid JSON${offset === text.length ? ": unexpected end of file" : ""}`;
    throw new VariablesError("syntax", reason, placeAt(text, offset, file));
  }
  return mapOf(value, text, text.search(/\S/), file);
}

/** The value of a varfile that starts at an offset. */
function mapOf(value: unknown, source: string, offset: number, file: string | undefined): Variables {
  if (!isMap(value)) {
    const found = Array.isArray(value) ? "a list" : value === null ? "null" : typeof value;
    const reason = `a varfile must be a map of names to values, not ${found === "string" ? "text" : found}`;
    throw new VariablesError("varfile-not-a-map", reason, placeAt(source, offset, file));
  }
  checkUnfolded(value, file);
  return value;
}

/**
 * Rejects values that are too large with aliases expanded: a few lines of YAML can contain a billion values.
 *
 * @internal
 * @throws VariablesError (`limit`)
 */
export function checkUnfolded(value: unknown, file: string | undefined): void {
  try {
    checkSize(value, VARFILE_LIMIT);
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    throw new VariablesError("limit", `with all aliases expanded, ${error.message}`, { file });
  }
}
