/**
 * References in bytes: `$(NAME)` and `$$` as Kubernetes expands them (`third_party/forked/golang/expansion`), and `${NAME}` in
 * the dialects.
 */

import { DONE, INPUT_NEEDED, OUTPUT_FULL, RECORDS_FULL, REFERENCE, STOPPED_INPUT, STOPPED_OUTPUT } from "../codes";
import { copyPiece, copyUntil, list, NOWHERE } from "../primitives/blocks";
import { BLOCK, find, unitAt } from "../primitives/bytes";
import { FIRST_WINDOW, MAX_WINDOW } from "../primitives/capacities";
import { DIGIT_ZERO, DOLLAR, LEFT_PARENTHESIS, LOW_LINE, LOWER_A, LOWER_CASE } from "../primitives/characters";
import {
  beginUnresolved,
  recordUnresolved,
  stopped,
  storeNeeds,
  storeStopped,
  unresolvedEnd,
} from "../primitives/stopped";
import { INCOMPLETE, utf8Sequence, VALID } from "../primitives/utf8";
import { closerOf, dollarsOfEscape, hasBareNames, lookUp, openerOf, valueLengthOf, valueOf } from "./environment";
import { expandListed } from "./listed";

/**
 * The addresses of `$` and `)` in a window. The window is empty in plain text and doubles when references are dense.
 * (512 bytes always: sparse text 15 % slower; 128 always: dense text 15 % slower.)
 */
const positions = memory.data(MAX_WINDOW * 4 + 32, 16);

/** U+FFFD in UTF-8, the first byte lowest. */
const REPLACEMENT_CHARACTER: u32 = 0xbdbfef;

/**
 * Output bytes that must be free before a scan of `inputLength` bytes whatever the values are: a `$` and one invalid
 * byte become four bytes, and whole blocks are stored.
 */
export function outputRoom(inputLength: usize): usize {
  return 2 * inputLength + 4 * BLOCK;
}

/**
 * Expands bytes with the selected table of variables. The result is that of this loop:
 *
 *   while there is input:
 *     if the next byte is not `$`:                     copy it
 *     else if `$$` follows:                            write one `$`
 *     else if `$(` follows, and a `)` somewhere later: look up the bytes between them as a name;
 *                                                      write its value, or, if it has none,
 *                                                      record the name and copy the reference
 *     else if no valid UTF-8 follows the `$`:          write `$` and U+FFFD, and skip one more byte
 *     else:                                            copy the `$` and the character after it
 *
 * Values are not scanned again. With a table that keeps escapes, `$$` and a `$` before invalid UTF-8 are copied, because
 * the output is expanded once more.
 *
 * The loop above takes a branch for each byte. This function does less, in three ways:
 *
 * 1. Plain text is copied while it is searched for the next `$`, four blocks at a time (`copyUntil`).
 * 2. From that `$` on, the addresses of all `$` and `)` in a window are listed in advance (`list`). Listing has no branch
 *    that depends on the text, and it does not wait for the lookups. If a `$` follows soon after a window, the next window
 *    is twice as large. If plain text follows, it is empty, because in plain text a list costs more than it saves.
 * 3. The frequent case has a loop of its own, `expandListed`: `$(name)`, in the list, with a short name that is in its
 *    first slot.
 *
 * At the top of the loop:
 *
 * - Everything before `literal` is in the output. What follows is copied in one piece when a value or an escape ends it,
 *   so a reference without a value costs no copy of its own.
 * - Everything before `used` is scanned. It never decreases.
 * - The list has every `$` and `)` from `cursor` to `windowEnd`, in order. Some of them can be before `used`, inside a name.
 * - At least `outputRoom(inputEnd - used)` bytes are free after the output, so only values need a check.
 *
 * Linear: a search for `)` beyond the window ends at a `)`, and everything up to there is used, or at the end of the input,
 * and then `closerAhead` prevents another search.
 *
 * @param input the bytes to expand. `SLACK` bytes after them can be read
 * @param output where the output goes, with at least `outputRoom(inputEnd - input)` free bytes. `SLACK` bytes after what is
 *   written can be overwritten
 * @param outputEnd the end of these free bytes
 * @param records where to store a record (`UNRESOLVED_WORDS`) for each reference without a value; 0 stores none
 * @param recordsEnd the end of the room for records, or 0 to record nothing
 * @param isLast whether the text ends with this input. If not, a reference, an escape, or a character that is still open at
 *   the end waits for more input
 * @param closerFrom where to begin the search for the first `)`. A caller that returns with more of an open reference
 *   passes `STOPPED_SEARCHED`, so that a long one is not searched again with each piece; any other caller passes `input`
 * @returns `DONE`, or why it stopped before the end: `INPUT_NEEDED`, `OUTPUT_FULL`, or `RECORDS_FULL`. The input before
 *   `STOPPED_INPUT` is expanded, and the next call begins there.
 */
export function expandBytes(
  input: usize,
  inputEnd: usize,
  output: usize,
  outputEnd: usize,
  records: usize,
  recordsEnd: usize,
  isLast: bool,
  closerFrom: usize,
): u32 {
  // The scan would not find its end.
  if (input > inputEnd) unreachable();
  let closerAhead = true;
  let status = DONE;
  let room: usize = 0;
  let searched: usize = 0;
  // Everything before `literal` has been copied or replaced, everything before `used` has been scanned.
  let literal = input;
  let used = input;
  let at = input;
  let window: usize = 0;
  let windowEnd = input;
  let cursor = positions;
  store<u32>(cursor, <u32>NOWHERE);
  store<u32>(cursor, <u32>NOWHERE, 4);
  beginUnresolved(records, recordsEnd);
  while (true) {
    const limit = outputEnd - outputRoom(inputEnd - used);
    cursor =
      openerOf() === LEFT_PARENTHESIS
        ? expandListed<u8>(cursor, literal, output, limit)
        : expandListed<u16>(cursor, literal, output, limit);
    literal = load<u32>(stopped, 4 * STOPPED_INPUT);
    output = load<u32>(stopped, 4 * STOPPED_OUTPUT);
    at = load<u32>(cursor);
    if (at === NOWHERE) {
      // Plain text up to the next `$`, then a list of the `$` and `)` in a window from there.
      used = max(max(used, literal), windowEnd);
      copyPiece(literal, used - literal, output);
      output += used - literal;
      at = copyUntil(used, inputEnd, output, DOLLAR);
      output += at - used;
      literal = at;
      if (at === inputEnd) break;
      window = at - used > <usize>FIRST_WINDOW ? 0 : max<usize>(FIRST_WINDOW, min<usize>(2 * window, MAX_WINDOW));
      used = at;
      windowEnd = min(at + max<usize>(window, 1), inputEnd);
      if (window !== 0) {
        list(at, windowEnd, DOLLAR, closerOf(), positions);
        cursor = positions;
        continue;
      }
    } else {
      cursor += 4;
      if (unitAt<u8>(at) !== DOLLAR) continue;
    }

    const next = at + 1 < inputEnd ? unitAt<u8>(at + 1) : 0;
    if (next === openerOf() || (hasBareNames() && (isNameStart(next) || mayFold(next)))) {
      if (!closerAhead) continue;
      let name = at + 1;
      let closer: usize;
      let end: usize;
      if (next !== openerOf()) {
        closer = name;
        while (closer < inputEnd && isNameUnit(unitAt<u8>(closer))) closer++;
        end = closer;
        if (closer === inputEnd && !isLast) {
          status = INPUT_NEEDED;
          searched = inputEnd;
          break;
        }
        if (closer < inputEnd && mayFold(unitAt<u8>(closer))) {
          status = REFERENCE;
          break;
        }
      } else {
        name = at + 2;
        closer = load<u32>(cursor);
        while (closer !== NOWHERE && unitAt<u8>(closer) !== closerOf()) {
          cursor += 4;
          closer = load<u32>(cursor);
        }
        if (closer === NOWHERE) {
          // In a dialect with operators, the host finds the end of what is not short.
          const searchEnd = openerOf() === LEFT_PARENTHESIS ? inputEnd : min(inputEnd, max(name, windowEnd) + FAR);
          closer = find<u8>(max(max(name, windowEnd), closerFrom), searchEnd, closerOf());
          if (closer === searchEnd && openerOf() !== LEFT_PARENTHESIS) {
            status = REFERENCE;
            break;
          }
        }
        if (closer === inputEnd) {
          if (!isLast) {
            status = INPUT_NEEDED;
            searched = inputEnd;
            break;
          }
          closerAhead = false;
          list(name, windowEnd, DOLLAR, closerOf(), positions);
          cursor = positions;
          continue;
        }
        end = closer + 1;
      }
      const entry = lookUp(name, closer - name);
      if (entry !== 0) {
        copyPiece(literal, at - literal, output);
        output += at - literal;
        literal = at;
        const length = valueLengthOf(entry);
        // In 64 bits: memory may end where addresses do.
        const wanted = <u64>length + <u64>outputRoom(inputEnd - at);
        if (<u64>output + wanted > <u64>outputEnd) {
          room = <usize>min<u64>(wanted, u32.MAX_VALUE);
          status = OUTPUT_FULL;
          break;
        }
        copyPiece(valueOf(entry), length, output);
        output += length;
        literal = end;
      } else if (openerOf() !== LEFT_PARENTHESIS) {
        status = REFERENCE;
        break;
      } else if (!recordUnresolved(name, closer - name, at)) {
        status = RECORDS_FULL;
        break;
      }
      used = end;
      if (closer < windowEnd && next === openerOf()) cursor += 4;
    } else if (next === DOLLAR && dollarsOfEscape() !== 0) {
      const kept = at + dollarsOfEscape() - literal;
      copyPiece(literal, kept, output);
      output += kept;
      literal = used = at + 2;
      if (used <= windowEnd) cursor += 4;
    } else if (next >= 0x80 && openerOf() === LEFT_PARENTHESIS) {
      const sequence = utf8Sequence(at + 1, inputEnd);
      if (sequence === INCOMPLETE && !isLast) {
        status = INPUT_NEEDED;
        break;
      }
      if (sequence !== VALID && dollarsOfEscape() === 1) {
        copyPiece(literal, at + 1 - literal, output);
        output += at + 1 - literal;
        store<u32>(output, REPLACEMENT_CHARACTER);
        output += 3;
        literal = used = at + 2;
      }
    } else if (at + 1 === inputEnd && !isLast) {
      status = INPUT_NEEDED;
      break;
    }
  }
  copyPiece(literal, at - literal, output);
  output += at - literal;
  storeNeeds(room, searched);
  return storeStopped(status, at, output, unresolvedEnd());
}

/** How far after a window the end of a name in braces is searched for. */
const FAR: usize = 256;

function isNameStart(unit: u32): bool {
  return (unit | LOWER_CASE) - LOWER_A < 26 || unit === LOW_LINE;
}

/** Whether a byte may begin U+017F or U+212A, which are an `s` and a `k` in the names of compose. The host decides. */
function mayFold(unit: u32): bool {
  return dollarsOfEscape() === 1 && (unit === 0xc5 || unit === 0xe2);
}

function isNameUnit(unit: u32): bool {
  return isNameStart(unit) || unit - DIGIT_ZERO < 10;
}
