/**
 * Limits of one resolution. Beyond them it ends with a `TemplateError` whose code is `limit`; no input overflows the stack
 * or fills the memory.
 */

/** Levels of parentheses, brackets, calls, operators before a value, choices, blocks and nested templates in one string. */
export const MAX_NESTING = 100;

/** Literals, lists, calls, lookups and parts of one string: each takes a few hundred bytes. */
export const MAX_OPERANDS = 1_000_000;

/** Levels of documents, of variables that refer to each other, and of what the strings in them nest, all together. */
export const MAX_DEPTH = 300;

/** Steps of one resolution; see `TemplateLimits`. Ten times what the largest documents seen take, and a few seconds. */
export const DEFAULT_STEPS = 20_000_000;

/** The size of what one resolution makes; see `TemplateLimits`. In memory it may be several times as much. */
export const DEFAULT_SIZE = 134_217_728;
