/** The expansion of YAML text as a function of bytes. */

import { allScanners } from "./all-scanners.ts";
import { aligned, bytes, ensure, scratchStart } from "./arena.ts";
import { DONE, REWRITE, UNCLEAR } from "./codes.ts";
import type { EnvironmentTable } from "./environment.ts";
import { wasmInstance } from "./instance.ts";
import { checkResult } from "./result-limit.ts";
import { VALUES } from "./rooms.ts";
import { Stopped } from "./stopped.ts";
import { readUnresolved, UNRESOLVED_ROOM } from "./unresolved.ts";

const LINE_FEED = 0x0a;

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

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
   * The rest of a document: the scanner cannot tell what a `$` in it stands in, nor what one stands in behind `unclear`,
   * which may come before the rest.
   */
  | { readonly isScalar: false; readonly unclear: number; readonly start: number; readonly end: number };

/** A reference without a value: its name, and where its `$` stands, in bytes of the text. */
export interface UnresolvedReference {
  readonly name: string;
  readonly offset: number;
}

export interface YamlPart {
  /** Expanded bytes. */
  readonly expanded: Uint8Array;
  /** The references without a value in them, in order. */
  readonly unresolved: readonly UnresolvedReference[];
  /** The text behind them. */
  readonly rest: Rest | undefined;
}

/** A text in memory, and what is free for the scanners. */
export interface Placed {
  readonly records: number;
  readonly recordsEnd: number;
  /** A line break before the text, so that its first line is one like the others. */
  readonly before: number;
  readonly start: number;
  /** Behind the text stand another line break and a zero. */
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

/** The references without a value in the records. */
export function recorded(records: number, recordsEnd: number, textStart: number): UnresolvedReference[] {
  const unresolved: UnresolvedReference[] = [];
  readUnresolved(records, recordsEnd, (name, dollar) => {
    unresolved.push({ name: decoder.decode(name), offset: dollar - textStart });
  });
  return unresolved;
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
