/** The frequent case of references in bytes. */

import { STOPPED_INPUT, STOPPED_OUTPUT } from "../codes";
import { copyPiece } from "../primitives/blocks";
import { SHORT, unitAt } from "../primitives/bytes";
import { DOLLAR, LEFT_BRACE, LEFT_PARENTHESIS, RIGHT_BRACE, RIGHT_PARENTHESIS } from "../primitives/characters";
import { recordUnresolved, stopped } from "../primitives/stopped";
import { ABSENT, lookUpShort, valueLengthOf, valueOf } from "./environment";

/**
 * The frequent case of `expandBytes`, with so few variables that they stay in registers: expands the listed references as
 * long as each is `$(name)` with a short name that is in its first slot, or that has no value.
 *
 * The type makes two functions of it, so that the delimiters are constants: `u8` for parentheses, `u16` for braces.
 *
 * @param cursor the place in the list of the next `$`. The list ends with `NOWHERE`, twice
 * @param literal where the bytes begin that are not in the output yet
 * @param limit the address up to which values can be written
 * @returns the place in the list where it stopped. `STOPPED_INPUT` is the new `literal`, `STOPPED_OUTPUT` the new `output`.
 */
export function expandListed<T>(cursor: usize, literal: usize, output: usize, limit: usize): usize {
  while (true) {
    const dollar: usize = load<u32>(cursor);
    const closer: usize = load<u32>(cursor, 4);
    const opening: u32 = sizeof<T>() === 1 ? LEFT_PARENTHESIS : LEFT_BRACE;
    const closing: u32 = sizeof<T>() === 1 ? RIGHT_PARENTHESIS : RIGHT_BRACE;
    if (((<u32>load<u16>(dollar) ^ (DOLLAR | (opening << 8))) | (unitAt<u8>(closer) ^ closing)) !== 0) break;
    const name = dollar + 2;
    const nameLength = closer - name;
    if (nameLength > SHORT) break;
    const entry = lookUpShort(name, nameLength);
    if (entry <= ABSENT) {
      if (entry === 0 || sizeof<T>() !== 1 || !recordUnresolved(name, nameLength, dollar)) break;
      cursor += 8;
      continue;
    }
    copyPiece(literal, dollar - literal, output);
    output += dollar - literal;
    literal = dollar;
    const length = valueLengthOf(entry);
    if (<u64>output + <u64>length > <u64>limit) break;
    copyPiece(valueOf(entry), length, output);
    output += length;
    literal = closer + 1;
    cursor += 8;
  }
  store<u32>(stopped, <u32>literal, 4 * STOPPED_INPUT);
  store<u32>(stopped, <u32>output, 4 * STOPPED_OUTPUT);
  return cursor;
}
