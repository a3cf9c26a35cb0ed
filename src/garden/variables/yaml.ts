/** Reads config documents and YAML varfiles, and finds the places of their values. */

import { Positions } from "../../text/position.ts";
import { GARDEN } from "../../yaml/dialect.ts";
import { DocumentError } from "../../yaml/error.ts";
import type { Node, Path } from "../../yaml/node.ts";
import { parseManifest, parseYaml } from "../../yaml/parse.ts";
import { offsetInText } from "../../yaml/places.ts";
import { placeAt, type SourcePlace, VariablesError } from "./error.ts";

/** The place of a value at a path, or of a character in it. */
export type PlaceOf = (path: Path, inString?: number) => SourcePlace;

/** @param rootOf called for the first place */
export function placesIn(text: string, rootOf: () => Node | undefined): PlaceOf {
  let root: Node | undefined;
  let positions: Positions | undefined;
  return (path, inString) => {
    root ??= rootOf();
    if (root === undefined) return {};
    positions ??= new Positions(text);
    const offset = offsetInText(text, root, path, inString);
    return { ...positions.at(offset), offset };
  };
}

/** The root of a varfile. It is parsed again for places, because nodes take more memory than values. */
export function varfileRoot(text: string): Node | undefined {
  try {
    return parseManifest(text, GARDEN)[0];
  } catch (error) {
    // JSON can have duplicate keys.
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

/** @throws VariablesError `syntax`, or `limit` for a value that contains itself */
export function parseYamlDocuments(source: string, file: string | undefined): Node[] {
  try {
    return parseYaml(source, GARDEN);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const code = error.code === "circular-alias" ? "limit" : "syntax";
    // The file can contain secrets, and a text that is read as a key can be one.
    const reason = error.code === "duplicate-key" ? "duplicate key" : error.message;
    throw new VariablesError(code, `invalid YAML: ${reason}`, placeAt(source, error.offset, file));
  }
}
