/** Manifests that are read whole, and errors in objects with their places. */

import { ManifestObjectError } from "../../kubernetes/cluster/object-schema.ts";
import { type DocumentPart, MAX_NAME, ManifestPart, placeText } from "../../repository/manifest-part.ts";
import { BEGINNING, Positions } from "../../text/position.ts";
import { printable } from "../../text/printable.ts";
import { KUBERNETES, MAX_DOCUMENT } from "../../yaml/dialect.ts";
import { DocumentError, tooLarge } from "../../yaml/error.ts";
import type { Node } from "../../yaml/node.ts";
import { parseManifest } from "../../yaml/parse.ts";
import { nameOf, readText } from "../files/files.ts";
import { InputError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";

/** @throws InputError if the file cannot be read, or is neither YAML nor JSON */
export function readManifestFile(file: string, io: CommandIo): ManifestPart {
  const name = printable(nameOf(file), MAX_NAME);
  const text = readText(file, io);
  if (text.length > MAX_DOCUMENT) throw new InputError(`${name}:1:1: ${tooLarge(MAX_DOCUMENT).message}`);
  try {
    // Duplicate keys are not reported.
    const documents = parseManifest(text, KUBERNETES, () => {});
    return new ManifestPart(name, { text, start: BEGINNING, documents, duplicates: [] });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new InputError(`${placeText(name, new Positions(text).at(error.offset))}: ${error.message}`);
  }
}

/**
 * Calls `read` with a document's value, and returns its result.
 *
 * @throws InputError with the place of a ManifestObjectError
 */
export function objectsIn<T>(part: DocumentPart, document: Node, read: (value: unknown) => T): T {
  try {
    return read(document.value);
  } catch (error) {
    if (!(error instanceof ManifestObjectError)) throw error;
    throw new InputError(`${part.placeOf(document, error.path)}: ${error.message}`);
  }
}
