/** The expansion of YAML text as a function of bytes. */
import { allScanners } from "./all-scanners.ts";
import { aligned, bytes, checkResult, ensure, scratchStart } from "./arena.ts";
import { STEP, VALUES } from "./capacities.ts";
import { UNCLEAR } from "./codes.ts";
import type { EnvironmentTable } from "./environment.ts";
import { findByte } from "./input-bytes.ts";
import { wasmInstance } from "./instance.ts";
import { readReferences, Stopped, UNRESOLVED_ROOM, type UnresolvedReference } from "./stopped.ts";

const LINE_FEED = 0x0a;

/** A text in memory, and the space that the scanners can use. */
interface Placed {
  readonly records: number;
  readonly recordsEnd: number;
  readonly start: number;
  /** The end of the text. A line break and a zero follow. */
  readonly end: number;
  readonly output: number;
  readonly outputEnd: number;
}

function placed(table: EnvironmentTable, text: Uint8Array): Placed {
  table.select();
  const records = scratchStart();
  const recordsEnd = records + UNRESOLVED_ROOM;
  const start = aligned(recordsEnd);
  const end = start + text.length;
  const output = aligned(end + 2);
  const outputEnd = output + text.length + VALUES;
  ensure(outputEnd + (wasmInstance().scanners.outputRoom(text.length) >>> 0));
  const memory = bytes();
  memory.set(text, start);
  memory[end] = LINE_FEED;
  memory[end + 1] = 0;
  return { records, recordsEnd, start, end, output, outputEnd };
}

const DOLLAR = 0x24;

/** Consecutive documents of a text. */
export interface DocumentRange {
  readonly start: number;
  readonly end: number;
}

/** Consecutive documents that every parser accepts in any context, with their expansion. */
export interface ExpandedDocuments {
  /** A view of the text if the expansion does not change it. */
  readonly expanded: Uint8Array;
  readonly unresolved: readonly UnresolvedReference[];
}

/** Documents that the host must read and expand. */
export interface UnclearDocuments extends DocumentRange {
  readonly expanded: undefined;
}

/**
 * Expands the documents of a text that are simple enough, and returns the ranges of all others. Consecutive documents
 * that the host must read are one range.
 *
 * @param table of variables: for a value that is not safe in every scalar, it has a NUL
 * @param reports whether the references without a value are returned
 */
export function expandKnownYaml(
  table: EnvironmentTable,
  text: Uint8Array,
  reports: boolean,
): (ExpandedDocuments | UnclearDocuments)[] {
  const scanners = allScanners();
  const { start, end, output, outputEnd, records, recordsEnd } = placed(table, text);
  const memory = bytes();
  const ranges: (ExpandedDocuments | UnclearDocuments)[] = [];
  const isSame = findByte(text, DOLLAR) === -1;
  let length = 0;
  for (let at = start; at < end; ) {
    const status = scanners.expandKnownYaml(at, end, output, outputEnd, records, recordsEnd);
    const stopped = new Stopped(scanners);
    const document = stopped.input;
    if (document > at) {
      const expanded = isSame ? text.subarray(at - start, document - start) : memory.slice(output, stopped.output);
      length += expanded.length;
      checkResult(length);
      const unresolved = reports ? readReferences(records, stopped.records, start) : [];
      ranges.push({ expanded, unresolved });
    }
    at = status === UNCLEAR ? stopped.end : document;
    if (status === UNCLEAR) {
      // The directives of a document are in the range before its `---`.
      const last = ranges.at(-1);
      const joins = last !== undefined && last.expanded === undefined;
      if (joins) ranges.pop();
      ranges.push({ start: joins ? last.start : document - start, end: at - start, expanded: undefined });
    }
  }
  return ranges;
}

/** How many line feeds are in UTF-8 or any other bytes. */
export function countLineFeeds(text: Uint8Array): number {
  const scanners = allScanners();
  const start = scratchStart();
  ensure(start + Math.min(text.length, STEP));
  const memory = bytes();
  let count = 0;
  for (let at = 0; at < text.length; at += STEP) {
    const step = text.subarray(at, at + STEP);
    memory.set(step, start);
    count += scanners.lineFeeds(start, start + step.length);
  }
  return count;
}
