/** Limits of documents: what is refused before it takes too much memory. */

/** How deep collections may be inside collections: the readers recurse. Real manifests have about ten levels. */
export const MAX_DEPTH = 256;

/**
 * Bytes of one document, or of one item of a List in JSON. Short values take about a hundred times as much memory as
 * text.
 */
export const MAX_DOCUMENT = 16 << 20;

/** How many nodes a document may become by its aliases: a few lines of aliases to aliases are billions otherwise. */
export const MAX_NODES_BY_ALIASES = 1_000_000;
