/** Config documents, and varfiles in YAML. */
import { GARDEN } from "../yaml/dialect.ts";
import { DocumentError } from "../yaml/error.ts";
import type { Node } from "../yaml/node.ts";
import { parseYaml } from "../yaml/parse.ts";
import { placeAt, VariablesError } from "./error.ts";

/** @throws VariablesError `syntax`, or `limit` for a value that is inside of itself */
export function parseYamlDocuments(source: string, file: string | undefined): Node[] {
  try {
    return parseYaml(source, GARDEN);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const code = error.code === "circular-alias" ? "limit" : "syntax";
    // The file may hold secrets, and a text that is read as a key may be meant as one.
    const reason = error.code === "duplicate-key" ? "a key is there twice" : error.message;
    throw new VariablesError(code, `this is not valid YAML: ${reason}`, placeAt(source, error.offset, file));
  }
}
