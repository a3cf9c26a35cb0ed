/** Which documents of YAML text somebody has to read to know whether they are YAML. */
import { allScanners } from "./all-scanners.ts";
import { bytes, ensure, scratchStart } from "./arena.ts";

const LINE_FEED = 0x0a;

/** Bytes of a text, from its marker `---` or the beginning of the text on. */
export interface DocumentRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The documents of a text that may not be YAML, or have a byte that is not valid UTF-8; those that stand beside each other
 * are one range. Every other document is YAML for every reader, whatever stands around it.
 */
export function doubtfulDocuments(text: Uint8Array): DocumentRange[] {
  const scanners = allScanners();
  const start = scratchStart();
  const end = start + text.length;
  ensure(end + 2);
  const memory = bytes();
  memory.set(text, start);
  memory[end] = LINE_FEED;
  memory[end + 1] = 0;
  const ranges: DocumentRange[] = [];
  for (let at = start; at < end; ) {
    const doubtful = scanners.knownYamlEnd(at, end) >>> 0;
    if (doubtful === end) break;
    at = scanners.nextDocument(doubtful, end) >>> 0;
    const last = ranges.at(-1);
    const joins = last !== undefined && last.end === doubtful - start;
    if (joins) ranges.pop();
    ranges.push({ start: joins ? last.start : doubtful - start, end: at - start });
  }
  return ranges;
}
