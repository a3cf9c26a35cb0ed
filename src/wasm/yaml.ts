/** The expansion of YAML text as a function of bytes. */
import { allScanners } from "./all-scanners.ts";
import { aligned, bytes, checkResult, ensure, scratchStart } from "./arena.ts";
import { STEP, VALUES } from "./capacities.ts";
import { DONE, REWRITE, UNCLEAR } from "./codes.ts";
import type { EnvironmentTable } from "./environment.ts";
import { findByte } from "./input-bytes.ts";
import { wasmInstance } from "./instance.ts";
import { recorded, Stopped, UNRESOLVED_ROOM, type UnresolvedReference } from "./stopped.ts";

const LINE_FEED = 0x0a;

/** A scalar to be rewritten; a block scalar without its last line break, unless the text ends there. */
export interface ScalarRest {
  readonly isScalar: true;
  readonly start: number;
  readonly end: number;
  /** The column of the entry that it belongs to, or -1. */
  readonly entryColumn: number;
  readonly inFlow: boolean;
}

/** Text that the host has to expand or refuse. Offsets are in bytes of the text. */
export type Rest =
  | ScalarRest
  /**
   * The rest of a document whose structure is unclear to the scanner, so it cannot determine which scalar a `$` is in. This also
   * applies to the text after `unclear`, which can precede the rest.
   */
  | { readonly isScalar: false; readonly unclear: number; readonly start: number; readonly end: number };

export interface YamlPart {
  /** Expanded bytes. */
  readonly expanded: Uint8Array;
  /** The references without a value in them, in order. */
  readonly unresolved: readonly UnresolvedReference[];
  /** The text after them. */
  readonly rest: Rest | undefined;
}

/** A text in memory, and the space that the scanners can use. */
export interface Placed {
  readonly records: number;
  readonly recordsEnd: number;
  /** A line break before the text, so that its first line is one like the others. */
  readonly before: number;
  readonly start: number;
  /** The end of the text. Another line break and a zero follow. */
  readonly end: number;
  readonly output: number;
  readonly outputEnd: number;
}

export function placed(table: EnvironmentTable, text: Uint8Array): Placed {
  table.select();
  const records = scratchStart();
  const recordsEnd = records + UNRESOLVED_ROOM;
  const before = aligned(recordsEnd);
  const start = before + 1;
  const end = start + text.length;
  const output = aligned(end + 2);
  const outputEnd = output + text.length + VALUES;
  ensure(outputEnd + (wasmInstance().scanners.outputRoom(text.length) >>> 0));
  const memory = bytes();
  memory[before] = LINE_FEED;
  memory.set(text, start);
  memory[end] = LINE_FEED;
  memory[end + 1] = 0;
  return { records, recordsEnd, before, start, end, output, outputEnd };
}

/**
 * Expands whole documents of YAML.
 *
 * @param table of variables: for a value that is not safe in every scalar, it has a NUL
 * @param documentEnd where a document ends that an offset is in: at a line break, or with the text
 * @param reports whether the parts have their references without a value
 */
export function expandYaml(
  table: EnvironmentTable,
  text: Uint8Array,
  documentEnd: (offset: number) => number,
  reports: boolean,
): YamlPart[] {
  const scanners = allScanners();
  const { before, start, end, output, outputEnd, records, recordsEnd } = placed(table, text);
  const memory = bytes();

  const parts: YamlPart[] = [];
  let length = 0;
  scanners.beginYaml();
  let at = before;
  while (true) {
    const status = scanners.expandYaml(at, end, output, outputEnd, records, recordsEnd);
    const stopped = new Stopped(scanners);
    const expanded = memory.slice(at === before ? output + 1 : output, stopped.output);
    length += expanded.length;
    checkResult(length);
    const unresolved = reports ? recorded(records, stopped.records, start) : [];
    if (status === DONE) {
      parts.push({ expanded, unresolved, rest: undefined });
      return parts;
    }
    const restStart = stopped.input - start;
    if (status === REWRITE) {
      at = stopped.end;
      const { column: entryColumn, inFlow } = stopped;
      const rest = { isScalar: true, start: restStart, end: at - start, entryColumn, inFlow } as const;
      parts.push({ expanded, unresolved, rest });
    } else if (status === UNCLEAR) {
      const unclear = stopped.unclear - start;
      at = start + documentEnd(restStart);
      parts.push({ expanded, unresolved, rest: { isScalar: false, unclear, start: restStart, end: at - start } });
    } else {
      throw new Error(`unknown status ${status} from the scanner`);
    }
  }
}

/** Documents that the scanner recognizes as YAML and expands in one pass. */

const DOLLAR = 0x24;

/** Consecutive documents of a text, starting at a marker `---` or at the start of the text. */
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

/** Documents that the host must expand. If it is not known whether they are YAML, the host must also parse them. */
export interface OtherRange extends DocumentRange {
  readonly expanded: undefined;
  readonly isKnown: boolean;
}

/**
 * Expands the documents of a text that are simple enough, and returns the ranges of all others. Consecutive documents that may
 * not be YAML are one range.
 *
 * @param table and `reports`: as for `expandYaml`
 */
export function expandKnownYaml(
  table: EnvironmentTable,
  text: Uint8Array,
  reports: boolean,
): (ExpandedDocuments | OtherRange)[] {
  const scanners = allScanners();
  const { start, end, output, outputEnd, records, recordsEnd } = placed(table, text);
  const memory = bytes();
  const ranges: (ExpandedDocuments | OtherRange)[] = [];
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
      const unresolved = reports ? recorded(records, stopped.records, start) : [];
      ranges.push({ expanded, unresolved });
    }
    at = document;
    if (status === REWRITE) {
      at = stopped.end;
      ranges.push({ start: document - start, end: at - start, expanded: undefined, isKnown: true });
    } else if (status === UNCLEAR) {
      at = scanners.nextDocument(document, end) >>> 0;
      const last = ranges.at(-1);
      const joins = last !== undefined && last.expanded === undefined && !last.isKnown;
      if (joins) ranges.pop();
      ranges.push({
        start: joins ? last.start : document - start,
        end: at - start,
        expanded: undefined,
        isKnown: false,
      });
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
