/** The template scanner as a function of a string. */

import { allScanners } from "./all-scanners.ts";
import { aligned, ensure, refuseReentry, scratchStart, units, words, writeText } from "./arena.ts";
import { PARTS } from "./capacities.ts";
import { ESCAPED, OPTIONAL, PART_CONTENT, PART_CONTENT_END, PART_KIND, PART_START, PART_WORDS, TEXT } from "./codes.ts";
import { type Instance, wasmInstance } from "./instance.ts";
import type { Scanners } from "./scanners.ts";
import { joined } from "./stopped.ts";

/** The parts of a template string, in order and without gaps, and a cursor over them. */
export class TemplateParts {
  readonly count: number;
  private readonly records: ArrayLike<number>;
  /** Where the record of the part at the cursor begins. */
  private at = -PART_WORDS;

  constructor(records: ArrayLike<number>) {
    this.count = records.length / PART_WORDS;
    this.records = records;
  }

  /** Moves the cursor before the first part. */
  rewind(): this {
    this.at = -PART_WORDS;
    return this;
  }

  /** Moves the cursor to the next part; returns false at the end. */
  next(): boolean {
    this.at += PART_WORDS;
    return this.at < this.records.length;
  }

  get kind(): number {
    return this.records[this.at + PART_KIND]!;
  }

  /** Where the part begins, as an offset in the string, and where its content begins and ends. */
  get start(): number {
    return this.records[this.at + PART_START]!;
  }

  get content(): number {
    return this.records[this.at + PART_CONTENT]!;
  }

  get contentEnd(): number {
    return this.records[this.at + PART_CONTENT_END]!;
  }
}

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

/** Finds the parts of a template string. */
export function scanTemplateParts(source: string): TemplateParts {
  const scanners = allScanners();
  if (instance !== wasmInstance()) prepare(scanners);
  const isShort = source.length <= shortLength;
  return new TemplateParts(isShort ? partsOfShort(scanners, source) : partsOfLong(scanners, source));
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
    const at = lastEnd(source, parts);
    if (at === length) break;
    count = scanners.scanTemplate16(shortText, shortText + at * 2, end, shortParts, shortPartsEnd);
  }
  return parts;
}

function partsOfLong(scanners: Scanners, source: string): ArrayLike<number> {
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
      if (lastEnd(source, parts) === source.length) return parts;
    }
    const batch = new Uint32Array(words().buffer, records, count * PART_WORDS).slice();
    batches.push(batch);
    at = text + lastEnd(source, batch) * unit;
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

/** Where the last of these parts ends. */
function lastEnd(source: string, records: ArrayLike<number>): number {
  const last = records.length - PART_WORDS;
  const kind = records[last + PART_KIND]!;
  const contentEnd = records[last + PART_CONTENT_END]!;
  if (kind === TEXT || kind === ESCAPED) return contentEnd;
  return Math.min(source.length, contentEnd + (kind === OPTIONAL ? 2 : 1));
}
