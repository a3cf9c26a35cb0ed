/**
 * A manifest's text in pieces that are parsed by themselves, so that an edit costs one piece, and a mistake in one says
 * nothing of the others.
 */

import { mayBeObject } from "../../kubernetes/cluster/objects.ts";
import { KUBERNETES } from "../../yaml/dialect.ts";
import { DocumentError, tooLarge } from "../../yaml/error.ts";
import { MAX_DOCUMENT } from "../../yaml/limits.ts";
import type { Node } from "../../yaml/node.ts";
import { parseManifest, parseYaml } from "../../yaml/parse.ts";

/** One or more documents of a manifest. */
export interface Chunk {
  readonly text: string;
  /** The roots of the documents that may be objects of Kubernetes; offsets are into `text`. */
  readonly documents: readonly Node[];
  /** Why it is neither YAML nor JSON; then there are no documents. */
  readonly error: DocumentError | undefined;
}

/** A line that begins a document, whatever it stands in. */
const MARKER = /(?<=[\r\n])---(?=[ \t\r\n]|$)/g;
/**
 * The chunks of a text, one after the other.
 *
 * @param known finds chunks that have been parsed before
 */
export function chunksOf(text: string, known: (text: string) => Chunk | undefined): Chunk[] {
  const starts = [0, ...Array.from(text.matchAll(MARKER), ({ index }) => index), text.length];
  const isAlone = starts.length === 2;
  return starts.slice(1).map((end, i) => {
    const piece = text.slice(starts[i], end);
    return known(piece) ?? parseChunk(piece, isAlone);
  });
}

/** @param isAlone only then, the text may be JSON */
export function parseChunk(text: string, isAlone: boolean): Chunk {
  try {
    if (text.length > MAX_DOCUMENT) throw tooLarge(MAX_DOCUMENT);
    const documents = isAlone ? parseManifest(text, KUBERNETES) : parseYaml(text, KUBERNETES);
    return { text, documents: documents.filter(({ value }) => mayBeObject(value)), error: undefined };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { text, documents: [], error };
  }
}
