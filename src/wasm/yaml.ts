/** The expansion of YAML text as a function of bytes. */
import { allScanners } from "./all-scanners.ts";
import { aligned, bytes, ensure, scratchStart, words } from "./arena.ts";
import {
  DONE,
  REWRITE,
  SCALAR_ENTRY,
  SCALAR_START,
  STOPPED_INPUT,
  STOPPED_OUTPUT,
  UNCLEAR,
  UNRESOLVED_WORDS,
} from "./codes.ts";
import type { EnvironmentTable } from "./environment.ts";
import { checkResult } from "./result-limit.ts";
import { VALUES } from "./rooms.ts";

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
   * The rest of a document: the scanner cannot tell what a `$` in it stands in, nor what one stands in behind `unclear`,
   * which may come before the rest.
   */
  | { readonly isScalar: false; readonly unclear: number; readonly start: number; readonly end: number };

export interface YamlPart {
  /** Expanded bytes. */
  readonly expanded: Uint8Array;
  /** The text behind them. */
  readonly rest: Rest | undefined;
}

/**
 * Expands whole documents of YAML with a table of variables that are safe in any scalar.
 *
 * @param documentEnd where a document ends that an offset is in: at a line break, or with the text
 */
export function expandYaml(
  table: EnvironmentTable,
  text: Uint8Array,
  documentEnd: (offset: number) => number,
): YamlPart[] {
  const scanners = allScanners();
  table.select();
  const record = scratchStart();
  // A line break before the text, so that its first line is one like the others; another one and a zero behind it.
  const before = aligned(record + UNRESOLVED_WORDS * 4);
  const start = before + 1;
  const end = start + text.length;
  const output = aligned(end + 2);
  const outputEnd = output + text.length + VALUES;
  ensure(outputEnd + (scanners.outputRoom(text.length) >>> 0));
  const memory = bytes();
  memory[before] = LINE_FEED;
  memory.set(text, start);
  memory[end] = LINE_FEED;
  memory[end + 1] = 0;

  const parts: YamlPart[] = [];
  let length = 0;
  const stopped = scanners.stoppedAt() >>> 2;
  scanners.beginYaml();
  let at = before;
  while (true) {
    const status = scanners.expandYaml(at, end, output, outputEnd, record);
    const numbers = words();
    const written = numbers[stopped + STOPPED_OUTPUT]! >>> 0;
    const expanded = memory.slice(at === before ? output + 1 : output, written);
    length += expanded.length;
    checkResult(length);
    if (status === DONE) {
      parts.push({ expanded, rest: undefined });
      return parts;
    }
    const entry = numbers[stopped + SCALAR_ENTRY]!;
    const restStart = (numbers[stopped + SCALAR_START]! >>> 0) - start;
    if (status === REWRITE) {
      at = numbers[stopped + STOPPED_INPUT]! >>> 0;
      const rest = {
        isScalar: true,
        start: restStart,
        end: at - start,
        entryColumn: entry >> 1,
        inFlow: (entry & 1) !== 0,
      } as const;
      parts.push({ expanded, rest });
    } else if (status === UNCLEAR) {
      const copied = (numbers[stopped + STOPPED_INPUT]! >>> 0) - start;
      const unclear = restStart;
      at = start + documentEnd(copied);
      parts.push({ expanded, rest: { isScalar: false, unclear, start: copied, end: at - start } });
    } else {
      throw new Error(`unknown status ${status} from the scanner`);
    }
  }
}
