/**
 * Reading a template string where the runtime has the js-string builtins. Elsewhere the host copies the units itself, and
 * the import is a function that is never called.
 *
 * The one file with decorators (they name the import's module), and so the one that TypeScript tools leave out.
 */
import { scanTemplate16 } from "./template";

// @ts-expect-error: asc has `external`
@external("wasm:js-string", "charCodeAt")
declare function charCodeAt(text: externref, index: i32): i32;

/** Copies the string's `length` units to `to`; returns the address after them. */
export function copyString(text: externref, length: i32, to: usize): usize {
  for (let i = 0; i < length; i++, to += 2) store<u16>(to, <u16>charCodeAt(text, i));
  return to;
}

/** Scans a JavaScript string of `length` units, which are copied to `text` (with `SLACK` bytes after them); see `scanParts` in template.ts. */
export function scanTemplateString(
  string: externref,
  length: i32,
  text: usize,
  records: usize,
  recordsEnd: usize,
): u32 {
  return scanTemplate16(text, text, copyString(string, length, text), records, recordsEnd);
}
