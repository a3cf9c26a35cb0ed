/**
 * What one resolution may cost. Whatever the input, it ends with a result or with a `TemplateError` whose code is
 * `limit`: never with an overflow of the stack, nor by filling the memory.
 */

/** Levels of parentheses, brackets, calls, operators before a value, choices, blocks and nested templates in one string. */
export const MAX_NESTING = 100;

/** Literals, lists, calls, lookups and parts of one string: each takes some hundred bytes. */
export const MAX_OPERANDS = 1_000_000;

/** Levels of documents, of variables that refer to each other, and of what the strings in them nest, all together. */
export const MAX_DEPTH = 300;

/** UTF-16 units of all texts that are made. */
export const MAX_TEXT = 67_108_864;

/** Values of documents that are visited, loops counted as often as they run, and elements of lists that are made. */
export const MAX_VALUES = 4_194_304;
