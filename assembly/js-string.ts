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

/** Copies the string's `length` units to `to`; returns the address behind them. */
export function copyString(text: externref, length: i32, to: usize): usize {
  for (let i = 0; i < length; i++, to += 2) {
    store<u16>(to, <u16>charCodeAt(text, i));
  }
  return to;
}

/** Copies the string's `length` units to `input` (with slack behind) and scans them as `scanUnits` does. */
export function scanString(
  text: externref,
  length: i32,
  input: usize,
  records: usize,
  recordsEnd: usize,
  reportUnresolved: bool,
): u32 {
  const end = copyString(text, length, input);
  return scanUnits(input, input, end, records, recordsEnd, reportUnresolved, true);
}
