/**
 * Every number that means the same on both sides of the boundary, once. `.ci/build.js` makes src/wasm/codes.ts of this
 * file, so each line is a constant with a type: `export const NAME: type = number;`.
 *
 * `_WORDS` is the size of a record, in 32-bit numbers.
 */

/** Bytes behind a range that the scanners may read and, behind the output, overwrite. */
export const SLACK: usize = 128;
/** Bytes of the hashes' secret. */
export const SEED_BYTES: usize = 40;

// Why a scan returned.

export const DONE: u32 = 0;
/** There is no room for another record: the host takes the records and goes on. */
export const RECORDS_FULL: u32 = 1;
/** The input ends inside something that more input would decide; only where `isLast` is false. */
export const INPUT_NEEDED: u32 = 2;
/** The next value does not fit: the host makes room and goes on. */
export const OUTPUT_FULL: u32 = 3;
/**
 * YAML: the host has to write this scalar. It begins at `SCALAR_START` and ends at `STOPPED_INPUT` (a block scalar: at the
 * end of its last line).
 */
export const REWRITE: u32 = 4;
/**
 * YAML: from `SCALAR_START` to the end of the document, the scanner cannot tell what a `$` stands in. The next call begins
 * at the document's end, at a line break.
 */
export const UNCLEAR: u32 = 5;
// Errors of an env file, in the order of the host's table; `STOPPED_INPUT` is the place.
export const MISSING_EQUALS_SIGN: u32 = 6;
export const EMPTY_NAME: u32 = 7;
export const BLANK_BEFORE_EQUALS_SIGN: u32 = 8;
export const VALUE_NOT_QUOTED: u32 = 9;
export const UNCLOSED_QUOTE: u32 = 10;
export const CONTENT_AFTER_QUOTE: u32 = 11;
export const LINE_TOO_LONG: u32 = 12;
export const INVALID_NAME: u32 = 13;
export const NAME_TOO_LONG: u32 = 14;
export const VALUE_TOO_LONG: u32 = 15;
export const FILE_TOO_LARGE: u32 = 16;

// Where a scan stopped: indexes of the four numbers at `stoppedAt()`.

/** The address of the input that the scan did not finish with. */
export const STOPPED_INPUT: usize = 0;
/** The end of the output. */
export const STOPPED_OUTPUT: usize = 1;
/** The end of the records. */
export const STOPPED_RECORDS: usize = 2;
/**
 * `OUTPUT_FULL`: the bytes of output that are needed, at least. `INPUT_NEEDED`: up to which address there is no `)` for the
 * open reference, or 0.
 */
export const STOPPED_NEED: usize = 3;
/** `REWRITE`: the column of the entry that the scalar belongs to (-1: none) times two, plus one inside brackets. */
export const SCALAR_ENTRY: usize = 2;
/** `REWRITE` and `UNCLEAR`: where that begins. */
export const SCALAR_START: usize = 3;

/** A reference without a value: its name's address and length, the address of its `$`. */
export const UNRESOLVED_WORDS: usize = 3;

// References of a string.

/** A name without a value stays part of the literal … */
export const KEEP: u32 = 0;
/** … or gets a record. */
export const REPORT: u32 = 1;

/** A literal's start and end (offsets into the string), and what follows: a value's number, or one of these. */
export const REFERENCE_WORDS: usize = 3;
/** Nothing follows the literal. */
export const NO_VALUE: i32 = -1;
/** It is the last literal. */
export const END: i32 = -2;
/** A name without a value follows: it stands between this literal's end and the next one's start, inside `$(` and `)`. */
export const NAME: i32 = -3;

/** An assignment: where its name begins and ends, where its value begins and ends (offsets from the input), marks. */
export const ASSIGNMENT_WORDS: usize = 5;

// Marks: what the host does to a value; 0 for most.

/** Each CR LF, and in dotenv files each other CR, becomes one LF. */
export const HAS_CARRIAGE_RETURN: u32 = 1;
/** `\n` and `\r` become LF and CR. */
export const HAS_ESCAPES: u32 = 2;
/** The value is not quoted and has several lines (by U+2028 or U+2029); each may lose its outer quotes. */
export const HAS_LINE_SEPARATOR: u32 = 4;

/** Bytes that an env file may have in the `design` profile. */
export const MAX_FILE: usize = 65_536;

/** A part of a template: its kind, its beginning, its content's beginning and end (offsets from the input). */
export const PART_WORDS: usize = 4;

// Kinds of parts.

/** Text: the content. */
export const TEXT: i32 = 0;
/** An expression: the content, between the braces. */
export const EXPRESSION: i32 = 1;
/** An expression with `?` behind it. */
export const OPTIONAL: i32 = 2;
/** `$${…}`: the content is what becomes text, from the second `$` to the `}`, both included. */
export const ESCAPED: i32 = 3;
/** `${if …}`: the content is the test. */
export const IF: i32 = 4;
export const ELSE: i32 = 5;
export const ENDIF: i32 = 6;
/** `${` without a `}`: the content is the rest of the input. */
export const UNCLOSED: i32 = 7;
/** `${` and a string literal without an end: the content begins with its quote and is the rest of the input. */
export const UNQUOTED: i32 = 8;
