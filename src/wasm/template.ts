/** The template scanner as a function of a string. */
import { allScanners } from "./all-scanners.ts";
import { aligned, ensure, refuseReentry, scratchStart, units, words } from "./arena.ts";
import { joined } from "./batches.ts";
import { ESCAPED, OPTIONAL, PART_WORDS, TEXT } from "./codes.ts";
import { type Instance, wasmInstance } from "./instance.ts";
import { PARTS } from "./rooms.ts";
import type { Scanners } from "./scanners.ts";
import { writeText } from "./text.ts";

/** The parts of a template string, as `scanTemplateParts` describes them. */
export type TemplateParts = ArrayLike<number>;

/**
 * UTF-16 units of a text that is copied one by one. A longer one is written as UTF-8, which is several times faster, and
 * has the same offsets if it is ASCII.
 */
const SHORT = 256;
/** Parts that are sooner in a list than in an array of their own. */
const FEW = 32;

/** The instance, and the room that it has for a short string and its parts. */
let instance: Instance | undefined;
let shortText = 0;
let shortLength = 0;
let shortParts = 0;
let shortPartsEnd = 0;

/**
 * Finds the parts of a template string. Four numbers for each: its kind, and as offsets into `source` its beginning, its
 * content's beginning and its content's end. A part ends where the next one begins.
 */
export function scanTemplateParts(source: string): TemplateParts {
  const scanners = allScanners();
  if (instance !== wasmInstance()) prepare(scanners);
  return source.length <= shortLength ? partsOfShort(scanners, source) : partsOfLong(scanners, source);
}

function prepare(scanners: Scanners): void {
  instance = wasmInstance();
  shortText = scanners.textAt() >>> 0;
  shortLength = Math.min(SHORT, scanners.textUnits());
  shortParts = scanners.partsAt() >>> 0;
  shortPartsEnd = scanners.partsEnd() >>> 0;
}

/** One call, in the room that the module has: most template strings are about as long as this line. */
function partsOfShort(scanners: Scanners, source: string): number[] {
  refuseReentry();
  const { length } = source;
  const end = shortText + length * 2;
  let count: number;
  if (instance!.readsStrings) {
    count = scanners.scanTemplateString(source, length, shortText, shortParts, shortPartsEnd);
  } else {
    copyUnits(source, shortText);
    count = scanners.scanTemplate16(shortText, shortText, end, shortParts, shortPartsEnd);
  }
  const parts: number[] = [];
  while (count > 0) {
    addParts(parts, shortParts, count);
    const at = partEnd(source, parts, parts.length - PART_WORDS);
    if (at === length) break;
    count = scanners.scanTemplate16(shortText, shortText + at * 2, end, shortParts, shortPartsEnd);
  }
  return parts;
}

function partsOfLong(scanners: Scanners, source: string): TemplateParts {
  const records = scratchStart();
  const recordsEnd = records + PARTS * PART_WORDS * 4;
  const text = aligned(recordsEnd);
  const isBytes = source.length > SHORT && writeText(source, text) === text + source.length;
  const unit = isBytes ? 1 : 2;
  const textEnd = text + source.length * unit;
  ensure(textEnd);
  if (!isBytes && instance!.readsStrings) scanners.copyString(source, source.length, text);
  else if (!isBytes) copyUnits(source, text);

  const scan = isBytes ? scanners.scanTemplate8 : scanners.scanTemplate16;
  const batches: Uint32Array[] = [];
  for (let at = text; at < textEnd; ) {
    const count = scan(text, at, textEnd, records, recordsEnd);
    if (at === text && count <= FEW) {
      const parts: number[] = [];
      addParts(parts, records, count);
      if (partEnd(source, parts, parts.length - PART_WORDS) === source.length) return parts;
    }
    const batch = new Uint32Array(words().buffer, records, count * PART_WORDS).slice();
    batches.push(batch);
    at = text + partEnd(source, batch, batch.length - PART_WORDS) * unit;
  }
  return joined(batches);
}

function addParts(parts: number[], records: number, count: number): void {
  const view = words();
  const first = records >>> 2;
  for (let i = first; i < first + count * PART_WORDS; i++) parts.push(view[i]!);
}

function copyUnits(source: string, to: number): void {
  const memory = units();
  for (let i = 0, at = to / 2; i < source.length; i++, at++) memory[at] = source.charCodeAt(i);
}

/** The offset behind the part whose numbers begin at `index`. */
export function partEnd(source: string, parts: TemplateParts, index: number): number {
  const kind = parts[index]!;
  const contentEnd = parts[index + 3]!;
  if (kind === TEXT || kind === ESCAPED) return contentEnd;
  return Math.min(source.length, contentEnd + (kind === OPTIONAL ? 2 : 1));
}
