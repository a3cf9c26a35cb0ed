/** The escapes in JSON's strings. */
import { unitAt } from "../primitives/bytes";
import * as char from "../primitives/characters";

const INVALID: u32 = 0xffffffff;
/** The characters that the escape sequences `\b` to `\t` represent, by letter, or 0 if there is no such sequence. */
const LETTERS = memory.data<u8>([8, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 13, 0, 9]);
const LETTER_COUNT: u32 = 19;

/**
 * Unescapes the content of a string, [from, end), to UTF-8, and returns the length. The result is never longer than the
 * input, so `to` can equal `from`. A lone surrogate becomes three bytes that are not valid UTF-8; invalid escape sequences
 * are copied.
 */
export function unescapeJson(from: usize, end: usize, to: usize): usize {
  const start = to;
  while (from < end) {
    const unit = unitAt<u8>(from++);
    if (unit !== char.BACKSLASH || from === end) {
      store<u8>(to++, <u8>unit);
      continue;
    }
    const letter = unitAt<u8>(from++);
    if (letter !== char.LOWER_U) {
      const plain: u32 = letter - char.LOWER_B < LETTER_COUNT ? load<u8>(LETTERS + letter - char.LOWER_B) : 0;
      const isItself = letter === char.QUOTATION_MARK || letter === char.SOLIDUS || letter === char.BACKSLASH;
      if (plain === 0 && !isItself) store<u8>(to++, <u8>char.BACKSLASH);
      store<u8>(to++, <u8>(plain === 0 ? letter : plain));
      continue;
    }
    let code = hexadecimal(from, end);
    if (code === INVALID) {
      store<u16>(to, <u16>(char.BACKSLASH | (char.LOWER_U << 8)));
      to += 2;
      continue;
    }
    from += 4;
    if ((code & 0xfc00) === 0xd800 && load<u16>(from) === <u16>(char.BACKSLASH | (char.LOWER_U << 8))) {
      const low = hexadecimal(from + 2, end);
      if ((low & 0xfffffc00) === 0xdc00) {
        code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
        from += 6;
      }
    }
    to = storeUtf8(code, to);
  }
  return to - start;
}

/** The number that four hexadecimal digits write, or `INVALID`. */
function hexadecimal(at: usize, end: usize): u32 {
  if (at + 4 > end) return INVALID;
  let number: u32 = 0;
  for (let i: usize = 0; i < 4; i++) {
    const unit = unitAt<u8>(at + i);
    const letter = (unit | char.LOWER_CASE) - char.LOWER_A;
    const digit = unit - char.DIGIT_ZERO < 10 ? unit - char.DIGIT_ZERO : letter < 6 ? letter + 10 : INVALID;
    if (digit === INVALID) return INVALID;
    number = (number << 4) | digit;
  }
  return number;
}

function storeUtf8(code: u32, to: usize): usize {
  if (code < 0x80) {
    store<u8>(to, <u8>code);
    return to + 1;
  }
  if (code < 0x800) {
    store<u8>(to, <u8>(0xc0 | (code >> 6)));
  } else {
    if (code < 0x10000) {
      store<u8>(to, <u8>(0xe0 | (code >> 12)));
    } else {
      store<u8>(to++, <u8>(0xf0 | (code >> 18)));
      store<u8>(to, <u8>(0x80 | ((code >> 12) & 0x3f)));
    }
    store<u8>(++to, <u8>(0x80 | ((code >> 6) & 0x3f)));
  }
  store<u8>(++to, <u8>(0x80 | (code & 0x3f)));
  return to + 1;
}
