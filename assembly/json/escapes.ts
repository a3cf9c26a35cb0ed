/** The escapes in JSON's strings. */
import { unitAt } from "../primitives/bytes";
import {
  BACKSLASH,
  DIGIT_ZERO,
  LOWER_A,
  LOWER_B,
  LOWER_CASE,
  LOWER_U,
  QUOTATION_MARK,
  SOLIDUS,
} from "../primitives/characters";

const INVALID: u32 = 0xffffffff;
/** The escapes of one letter that is not itself, `b` to `t`: what each letter from `b` on stands for, or 0. */
const LETTERS = memory.data<u8>([8, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 13, 0, 9]);
const LETTER_COUNT: u32 = 19;

/**
 * Writes what the inside of a string, [from, end), stands for as UTF-8, and returns its length: never more than it was,
 * so `to` may be `from`. A lone surrogate becomes the three bytes that no UTF-8 has; what is no escape of JSON stays.
 */
export function unescapeJson(from: usize, end: usize, to: usize): usize {
  const start = to;
  while (from < end) {
    const unit = unitAt<u8>(from++);
    if (unit !== BACKSLASH || from === end) {
      store<u8>(to++, <u8>unit);
      continue;
    }
    const letter = unitAt<u8>(from++);
    if (letter !== LOWER_U) {
      const plain: u32 = letter - LOWER_B < LETTER_COUNT ? load<u8>(LETTERS + letter - LOWER_B) : 0;
      const isItself = letter === QUOTATION_MARK || letter === SOLIDUS || letter === BACKSLASH;
      if (plain === 0 && !isItself) store<u8>(to++, <u8>BACKSLASH);
      store<u8>(to++, <u8>(plain === 0 ? letter : plain));
      continue;
    }
    let code = hexadecimal(from, end);
    if (code === INVALID) {
      store<u16>(to, <u16>(BACKSLASH | (LOWER_U << 8)));
      to += 2;
      continue;
    }
    from += 4;
    if ((code & 0xfc00) === 0xd800 && load<u16>(from) === <u16>(BACKSLASH | (LOWER_U << 8))) {
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
    const letter = (unit | LOWER_CASE) - LOWER_A;
    const digit = unit - DIGIT_ZERO < 10 ? unit - DIGIT_ZERO : letter < 6 ? letter + 10 : INVALID;
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
