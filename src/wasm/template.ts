/** The template scanner as a function of a string. */
import { allScanners } from "./all-scanners.ts";
import { aligned, ensure, scratchStart, units, words } from "./arena.ts";
import { ESCAPED, OPTIONAL, PART_WORDS, TEXT } from "./codes.ts";
import { wasmInstance } from "./instance.ts";
import { PARTS } from "./rooms.ts";
import { writeText } from "./text.ts";

/**
 * UTF-16 units of a text that is copied one by one. A longer one is written as UTF-8, which is several times faster, and
 * has the same offsets if it is ASCII.
 */
const SHORT = 256;

/**
 * Finds the parts of a template string. Four numbers for each: its kind, and as offsets into `source` its beginning, its
 * content's beginning and its content's end. A part ends where the next one begins.
 */
export function scanTemplateParts(source: string): number[] {
  const scanners = allScanners();
  const records = scratchStart();
  const recordsEnd = records + PARTS * PART_WORDS * 4;
  const text = aligned(recordsEnd);
  const isBytes = source.length > SHORT && writeText(source, text) === text + source.length;
  const unit = isBytes ? 1 : 2;
  const textEnd = text + source.length * unit;
  ensure(textEnd);
  if (!isBytes) copyUnits(source, text);

  const parts: number[] = [];
  let at = text;
  while (true) {
    const count = isBytes
      ? scanners.scanTemplate8(text, at, textEnd, records, recordsEnd)
      : scanners.scanTemplate16(text, at, textEnd, records, recordsEnd);
    const view = words();
    const first = records >>> 2;
    for (let i = 0; i < count * PART_WORDS; i++) parts.push(view[first + i]!);
    if (count < PARTS - 1) return parts;
    at = text + partEnd(source, parts, parts.length - PART_WORDS) * unit;
  }
}

function copyUnits(source: string, to: number): void {
  if (wasmInstance().readsStrings) {
    allScanners().copyString(source, source.length, to);
    return;
  }
  const memory = units();
  for (let i = 0, at = to / 2; i < source.length; i++, at++) memory[at] = source.charCodeAt(i);
}

/** The offset behind the part whose numbers begin at `index`. */
export function partEnd(source: string, parts: readonly number[], index: number): number {
  const kind = parts[index]!;
  const contentEnd = parts[index + 3]!;
  if (kind === TEXT || kind === ESCAPED) return contentEnd;
  return Math.min(source.length, contentEnd + (kind === OPTIONAL ? 2 : 1));
}
