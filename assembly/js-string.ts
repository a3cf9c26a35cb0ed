/**
 * Reading a JavaScript string without a copy made by JavaScript, where the runtime has the js-string builtins; where it
 * has not, the host gives these two imports bodies that nobody calls, and copies the units itself.
 *
 * The one file with decorators (they name the import's module), and so the one that TypeScript tools leave out.
 */
import { scanUnits } from "./expansion";

// @ts-expect-error: asc has `external`
@external("wasm:js-string", "charCodeAt")
declare function charCodeAt(text: externref, index: i32): i32;

/** Copies the string's `length` units to `input` (with slack behind) and scans them as `scanUnits` does. */
export function scanString(
  text: externref,
  length: i32,
  input: usize,
  records: usize,
  recordsEnd: usize,
  reportUnresolved: bool,
): u32 {
  let at = input;
  for (let i = 0; i < length; i++, at += 2) {
    store<u16>(at, <u16>charCodeAt(text, i));
  }
  return scanUnits(input, input, at, records, recordsEnd, reportUnresolved, true);
}
