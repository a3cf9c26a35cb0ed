/**
 * Every number that means the same on both sides of the boundary, once. `scripts/build.js` generates src/wasm/codes.ts from
 * this file, so each line is a constant with a type: `export const NAME: type = number;`. See docs/abi.md.
 */

/** The bytes after a range that the scanners can read and, after the output, overwrite. */
export const SLACK: usize = 128;
/** Bytes of the hashes' secret. */
export const SEED_BYTES: usize = 40;

// How references are written: the parameter of `environmentReset`. From the lowest byte: how many `$` are left of `$$` (0: it
// is not an escape sequence); the bytes that open and close a name after a `$`; flags: 1 if `$NAME` is a reference, too, and
// those of YAML.

/** `$(NAME)`, and `$` for `$$`. */
export const KUBERNETES: u32 = 0x292801;
/** `$(NAME)`; `$$` does not change, because the output is expanded again later. */
export const KEEPS_ESCAPES: u32 = 0x292802;
/** `${NAME}`, and `$` for `$$`. */
export const BRACES: u32 = 0x7d7b01;
/** `${NAME}` and `$NAME`, and `$` for `$$`. */
export const BRACES_AND_NAMES: u32 = 0x17d7b01;
/** `${NAME}` and `$NAME`; `$$` is not an escape sequence. */
export const UNESCAPED_BRACES_AND_NAMES: u32 = 0x17d7b00;
/** For YAML: the host expands every scalar that has a `$`. */
export const HOST_ONLY: u32 = 0x7d7b03;
/** A flag for YAML: a plain scalar stays plain if its result is one plain scalar, whatever its type is. */
export const KEEPS_PLAIN: u32 = 0x2000000;
/** A flag for YAML: keys are not expanded. */
export const KEEPS_KEYS: u32 = 0x4000000;

// Why a scan returned.

export const DONE: u32 = 0;
/** There is no room for another record: the host takes the records and goes on. */
export const RECORDS_FULL: u32 = 1;
/** The input ends inside something that more input would decide; only where `isLast` is false. */
export const INPUT_NEEDED: u32 = 2;
/** The next value does not fit: the host makes room and goes on. */
export const OUTPUT_FULL: u32 = 3;
/** YAML: the host reads and expands the document from `STOPPED_INPUT` to `STOPPED_END`. */
export const UNCLEAR: u32 = 4;
// Errors of an env file, in the order of the host's table; `STOPPED_INPUT` is the place.
export const MISSING_EQUALS_SIGN: u32 = 5;
export const EMPTY_NAME: u32 = 6;
export const BLANK_BEFORE_EQUALS_SIGN: u32 = 7;
export const VALUE_NOT_QUOTED: u32 = 8;
export const UNCLOSED_QUOTE: u32 = 9;
export const CONTENT_AFTER_QUOTE: u32 = 10;
export const LINE_TOO_LONG: u32 = 11;
export const INVALID_NAME: u32 = 12;
export const NAME_TOO_LONG: u32 = 13;
export const VALUE_TOO_LONG: u32 = 14;
export const FILE_TOO_LARGE: u32 = 15;
/** The host evaluates the reference at `STOPPED_INPUT`: it has braces, and the table does not have what is between them. */
export const REFERENCE: u32 = 16;

// A record is a row of 32-bit numbers. Each name below is the index of one field; the size is `_WORDS`.

// Where a scan stopped: the one record at `stoppedAt()`. Which fields are set depends on the scan and its status.

/** The address of the input that the scan did not finish with. */
export const STOPPED_INPUT: usize = 0;
/** The end of the output. */
export const STOPPED_OUTPUT: usize = 1;
/** The end of the records. */
export const STOPPED_RECORDS: usize = 2;
/** `OUTPUT_FULL`: the number of output bytes that are needed, at least. */
export const STOPPED_ROOM: usize = 3;
/** `INPUT_NEEDED`: the address up to which the open reference has no `)`, or 0. */
export const STOPPED_SEARCHED: usize = 4;
/** YAML, `UNCLEAR`: where the document ends that begins at `STOPPED_INPUT`. */
export const STOPPED_END: usize = 5;
export const STOPPED_WORDS: usize = 6;

// A reference without a value.

/** The address of its name, without escapes. */
export const UNRESOLVED_NAME: usize = 0;
/** The bytes of its name. */
export const UNRESOLVED_LENGTH: usize = 1;
/** The address of its `$`. */
export const UNRESOLVED_DOLLAR: usize = 2;
export const UNRESOLVED_WORDS: usize = 3;

// An assignment. The first four fields are offsets from the input.

export const ASSIGNMENT_NAME: usize = 0;
export const ASSIGNMENT_NAME_END: usize = 1;
export const ASSIGNMENT_VALUE: usize = 2;
export const ASSIGNMENT_VALUE_END: usize = 3;
/** What the host does to the value: some of the marks below, or 0. */
export const ASSIGNMENT_MARKS: usize = 4;
export const ASSIGNMENT_WORDS: usize = 5;

// Marks of an assignment.

/** Each CR LF, and in dotenv files each other CR, becomes one LF. */
export const HAS_CARRIAGE_RETURN: u32 = 1;
/** `\n` and `\r` become LF and CR. */
export const HAS_ESCAPES: u32 = 2;
/** The value is not quoted and has several lines (by U+2028 or U+2029); each may lose its outer quotes. */
export const HAS_LINE_SEPARATOR: u32 = 4;

/** Bytes that an env file may have in the `design` profile. */
export const MAX_FILE: usize = 65_536;
