/** How much a document may hold that is written in a few characters. */

/** Collections inside collections. No manifest is near it, and the readers call themselves for each. */
export const MAX_DEPTH = 256;

/**
 * Bytes of one document, or of one item of a List in JSON. What is in memory of it is a hundred times as much where it
 * is nothing but short values.
 */
export const MAX_DOCUMENT = 16 << 20;

/** How many nodes a document may become by its aliases: a few lines of aliases to aliases are billions otherwise. */
export const MAX_NODES_BY_ALIASES = 1_000_000;
