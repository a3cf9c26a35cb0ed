/** Varfiles: variables from a file in one of three formats. */

import { parseDotenv } from "../envfile/dotenv.ts";
import { checkSize, DEPTH_LIMIT, LimitExceeded } from "../template/functions/limits.ts";
import { isMap } from "../template/values.ts";
import { checkString, wrongArgument } from "../text/argument.ts";
import { jsonErrorOffset } from "../yaml/json.ts";
import type { Node } from "../yaml/node.ts";
import { placeAt, VariablesError } from "./error.ts";
import type { Variables } from "./map.ts";
import { parseYamlDocuments } from "./yaml.ts";

/** How a varfile is written; see `parseVarfile`. */
export type VarfileFormat = "dotenv" | "yaml" | "json";

/** The largest varfile: bytes of the file, characters of its text, and what its values come to with aliases written out. */
export const VARFILE_LIMIT = 16 * 1024 * 1024;

/** A file's format, which its suffix says (in any case): `.json`, `.yaml`, `.yml`; everything else is dotenv. */
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
 * - `yaml`: one YAML 1.2 document, a map; nothing at all is an empty map. Dates are text, and so are `yes` and `1_000`.
 * - `json`: one JSON object.
 *
 * Values that contain `${…}` come back as they stand.
 *
 * @param file What messages call the file.
 * @throws VariablesError `syntax`, `varfile-not-a-map`, `varfile-documents`, each with its place, or `limit`
 *   (16 MiB, also with every YAML alias written out; lists and maps in one another 1000 deep, in YAML 100).
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

/** @internal The error for a file that is over the limit: it need not be read to be refused. */
export function tooLarge(file: string | undefined): VariablesError {
  const mebibytes = VARFILE_LIMIT / 1024 / 1024;
  return new VariablesError("limit", `the file is larger than ${mebibytes} MiB`, { file });
}

function yamlVariables(source: string, file: string | undefined): Variables {
  const [document, second, ...more] = parseYamlDocuments(source, file);
  if (second !== undefined) {
    const reason = `a varfile is one YAML document, and here begins the second of ${more.length + 2}`;
    throw new VariablesError("varfile-documents", reason, placeAt(source, beginning(second, source), file));
  }
  return mapOf(document?.value ?? {}, source, document?.start ?? 0, file);
}

/** Where a document begins: its root, or, if there is nothing in it, the line `---`. */
function beginning({ start, end }: Node, source: string): number {
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
        ? "the varfile is empty, and a JSON varfile is one object: write {}"
        : `the varfile is not valid JSON: ${offset === text.length ? "it ends too early" : "the error is here"}`;
    throw new VariablesError("syntax", reason, placeAt(text, offset, file));
  }
  return mapOf(value, text, text.search(/\S/), file);
}

/** The value of a varfile, which begins at an offset. */
function mapOf(value: unknown, source: string, offset: number, file: string | undefined): Variables {
  if (!isMap(value)) {
    const found = Array.isArray(value) ? "a list" : value === null ? "null" : typeof value;
    const reason = `a varfile is one map of names to values, and this is ${found === "string" ? "text" : found}`;
    throw new VariablesError("varfile-not-a-map", reason, placeAt(source, offset, file));
  }
  checkUnfolded(value, file);
  return value;
}

/**
 * A few lines of YAML can say a billion values, by aliases of aliases.
 *
 * @internal
 * @throws VariablesError (`limit`)
 */
export function checkUnfolded(value: unknown, file: string | undefined): void {
  try {
    checkSize(value, VARFILE_LIMIT);
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    throw new VariablesError("limit", `with every alias written out, ${error.message}`, { file });
  }
}
