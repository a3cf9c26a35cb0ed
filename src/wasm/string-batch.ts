/** Many strings expanded as one text. */
import { aligned, bytes, ensure, scratchStart, words, writeText } from "./arena.ts";
import { LISTED, VALUES } from "./capacities.ts";
import { DONE } from "./codes.ts";
import type { EnvironmentTable } from "./environment.ts";
import { wasmInstance } from "./instance.ts";
import { decoder, readUnresolved, Stopped, UNRESOLVED_ROOM } from "./stopped.ts";

/** The separator between two strings. */
export const SEPARATOR = "\0";

/** The number of bytes that the scanner can overwrite after a list. */
const LIST_SLACK = 32;

/**
 * Expands `count` strings that `SEPARATOR` joins, with a table of bytes. They are added to `outputs`, and the names of
 * references without a value to `unresolved`. The strings and the variables are well-formed, and the variables are without
 * a separator.
 *
 * False where the strings have to be expanded one by one: one of them contains the separator, or an open `$(` that finds
 * its `)` in another one; or the values are very long. Nothing is added then. A separator inside a reference cannot be
 * missed, as no variable's name contains one: such a reference is among those without a value.
 */
export function expandBatch(
  table: EnvironmentTable,
  batch: string,
  count: number,
  outputs: string[],
  unresolved: string[] | undefined,
): boolean {
  table.select();
  const { scanners } = wasmInstance();
  const names = scratchStart();
  const namesRoomEnd = names + UNRESOLVED_ROOM;
  const text = aligned(namesRoomEnd);
  const textEnd = writeText(batch, text);
  const output = aligned(textEnd);
  const outputEnd = output + (scanners.outputRoom(textEnd - text) >>> 0) + VALUES;
  ensure(outputEnd);
  const status = scanners.expandBytes(text, textEnd, output, outputEnd, names, namesRoomEnd, true, text);
  if (status !== DONE) return false;

  const stopped = new Stopped(scanners);
  const found: string[] = [];
  let isOneByOne = false;
  readUnresolved(names, stopped.records, (name) => {
    isOneByOne ||= name.includes(0);
    if (unresolved !== undefined) found.push(decoder.decode(name));
  });
  if (isOneByOne || !addStrings(output, stopped.output, count, outputs)) return false;
  unresolved?.push(...found);
  return true;
}

/** Adds the strings between the separators in UTF-8 at [start, end) if there are `count`. */
function addStrings(start: number, end: number, count: number, outputs: string[]): boolean {
  const output = decoder.decode(bytes().subarray(start, end));
  const length = end - start;
  if (output.length !== length || length > LISTED) {
    const strings = output.split(SEPARATOR);
    if (strings.length !== count) return false;
    for (const string of strings) outputs.push(string);
    return true;
  }
  // In ASCII, the scanner finds the separators: `split` takes half as long again.
  const list = aligned(end);
  ensure(list + 4 * length + LIST_SLACK);
  wasmInstance().scanners.list(start, end, 0, 0, list);
  const separators = words();
  const first = list / 4;
  const last = first + count - 1;
  // The value that ends the list is not an address in the output.
  if (separators[last]! >>> 0 >= start || (count > 1 && separators[last - 1]! >>> 0 < start)) return false;
  let from = 0;
  for (let i = first; i < last; i++) {
    const to = (separators[i]! >>> 0) - start;
    outputs.push(output.substring(from, to));
    from = to + 1;
  }
  outputs.push(output.substring(from));
  return true;
}
