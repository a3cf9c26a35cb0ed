/** Many strings expanded as one text. */
import { aligned, bytes, ensure, scratchStart, words } from "./arena.ts";
import { DONE, STOPPED_OUTPUT, STOPPED_RECORDS, UNRESOLVED_WORDS } from "./codes.ts";
import type { EnvironmentTable } from "./environment.ts";
import { wasmInstance } from "./instance.ts";
import { UNRESOLVED, VALUES } from "./rooms.ts";
import { writeText } from "./text.ts";

/** What stands between two strings. */
export const SEPARATOR = "\0";

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Expands `count` strings that `SEPARATOR` joins, with a table of bytes; the names of references without a value are
 * added to `unresolved`. The strings and the variables are well-formed, and the variables are without a separator.
 *
 * Undefined where the strings have to be expanded one by one: one of them contains the separator, or an open `$(` that
 * finds its `)` in another one; or the values are very long. A separator inside a reference cannot be missed, as no
 * variable's name contains one: such a reference is among those without a value.
 */
export function expandBatch(
  table: EnvironmentTable,
  batch: string,
  count: number,
  unresolved: string[] | undefined,
): string[] | undefined {
  table.select();
  const { scanners } = wasmInstance();
  const names = scratchStart();
  const namesRoomEnd = names + UNRESOLVED * UNRESOLVED_WORDS * 4;
  const text = aligned(namesRoomEnd);
  const textEnd = writeText(batch, text);
  const output = aligned(textEnd);
  const outputEnd = output + (scanners.outputRoom(textEnd - text) >>> 0) + VALUES;
  ensure(outputEnd);
  const status = scanners.expandBytes(text, textEnd, output, outputEnd, names, namesRoomEnd, true, text);
  if (status !== DONE) return undefined;

  const stopped = scanners.stoppedAt() >>> 2;
  const written = words()[stopped + STOPPED_OUTPUT]! >>> 0;
  const namesEnd = words()[stopped + STOPPED_RECORDS]! >>> 0;
  const found: string[] = [];
  for (let record = names / 4; record < namesEnd / 4; record += UNRESOLVED_WORDS) {
    const start = words()[record]! >>> 0;
    const end = start + words()[record + 1]!;
    if (scanners.find8(start, end, 0) >>> 0 < end) return undefined;
    if (unresolved !== undefined) found.push(decoder.decode(bytes().subarray(start, end)));
  }

  const strings = decoder.decode(bytes().subarray(output, written)).split(SEPARATOR);
  if (strings.length !== count) return undefined;
  unresolved?.push(...found);
  return strings;
}
