/** Places of values in the texts of config documents and varfiles. */

import { Positions } from "../text/position.ts";
import { GARDEN } from "../yaml/dialect.ts";
import { DocumentError } from "../yaml/error.ts";
import type { Node, Path } from "../yaml/node.ts";
import { parseManifest } from "../yaml/parse.ts";
import { offsetInText } from "../yaml/places.ts";
import type { SourcePlace } from "./error.ts";

/** The place of a value at a path, or of a character in it. */
export type PlaceOf = (path: Path, inString?: number) => SourcePlace;

/** @param rootOf is called when the first place is asked for */
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

/** A varfile in YAML or JSON: it is read again when a place in it is asked for, as nodes take more memory than values. */
export function varfileRoot(text: string): Node | undefined {
  try {
    return parseManifest(text, GARDEN)[0];
  } catch (error) {
    // JSON may have a key twice.
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}
