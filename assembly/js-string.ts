/**
 * Reading a JavaScript string where the runtime has the js-string builtins; elsewhere the host copies the units itself,
 * and the import is a function that nobody calls.
 *
 * The one file with decorators (they name the import's module), and so the one that TypeScript tools leave out.
 */
import { scanReferences, textAt } from "./string-references";
import { scanTemplate16 } from "./template";

// @ts-expect-error: asc has `external`
@external("wasm:js-string", "charCodeAt")
declare function charCodeAt(text: externref, index: i32): i32;

/** Copies the string's `length` units to `to`; returns the address behind them. */
export function copyString(text: externref, length: i32, to: usize): usize {
  return copyUnits(text, 0, length, to);
}

function copyUnits(text: externref, start: i32, end: i32, to: usize): usize {
  for (let i = start; i < end; i++, to += 2) {
    store<u16>(to, <u16>charCodeAt(text, i));
  }
  return to;
}

/** Copies the string's units [start, length) to `textAt()`, where there is room for them, and scans them. */
export function scanString(string: externref, start: i32, length: i32, names: u32): void {
  scanReferences(copyUnits(string, start, length, textAt()), start, names);
}

/** Copies the string's `length` units to `text` (with slack behind) and scans them as `scanTemplate16` does. */
export function scanTemplateString(
  string: externref,
  length: i32,
  text: usize,
  records: usize,
  recordsEnd: usize,
): u32 {
  return scanTemplate16(text, text, copyUnits(string, 0, length, text), records, recordsEnd);
}
