/** Documents of YAML text that are known to be YAML, and expanded at once. */

import { allScanners } from "./all-scanners.ts";
import { bytes } from "./arena.ts";
import { REWRITE, UNCLEAR } from "./codes.ts";
import type { EnvironmentTable } from "./environment.ts";
import { findByte } from "./find-byte.ts";
import { checkResult } from "./result-limit.ts";
import { Stopped } from "./stopped.ts";
import { placed, recorded, type UnresolvedReference } from "./yaml.ts";

const DOLLAR = 0x24;

/** Documents of a text that stand beside each other; from a marker `---` or the beginning of the text on. */
export interface DocumentRange {
  readonly start: number;
  readonly end: number;
}

/** Documents that are YAML for every reader, whatever stands around them, as they are expanded; … */
export interface ExpandedRange extends DocumentRange {
  /** A part of the text, if nothing in that changes. */
  readonly expanded: Uint8Array;
  readonly unresolved: readonly UnresolvedReference[];
}

/** … or those that the host has to expand. If they are not known to be YAML, somebody has to read them, too. */
export interface OtherRange extends DocumentRange {
  readonly expanded: undefined;
  readonly isKnown: boolean;
}

/**
 * Expands the documents of a text that are simple enough; tells the others. Doubtful ones that stand beside each other are
 * one range.
 *
 * @param table and `reports`: as for `expandYaml`
 */
export function expandKnownYaml(
  table: EnvironmentTable,
  text: Uint8Array,
  reports: boolean,
): (ExpandedRange | OtherRange)[] {
  const scanners = allScanners();
  const { start, end, output, outputEnd, records, recordsEnd } = placed(table, text);
  const memory = bytes();
  const ranges: (ExpandedRange | OtherRange)[] = [];
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
      ranges.push({ start: at - start, end: document - start, expanded, unresolved });
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
