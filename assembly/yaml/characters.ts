/** Characters that every reader of YAML takes. */
import { BLOCK, unitAt } from "../primitives/bytes";
import { DELETE, LINE_FEED, SPACE } from "../primitives/characters";

/** Whether each character of a range is one that every reader takes, and ends no line but a line feed. */
export function isFit(at: usize, end: usize): bool {
  const space = i8x16.splat(<i8>SPACE);
  const lineFeed = i8x16.splat(<i8>LINE_FEED);
  const del = i8x16.splat(<i8>DELETE);
  while (at < end) {
    const block = v128.load(at);
    // As numbers with a sign, what is no ASCII is less than a space, too.
    const odd = v128.or(v128.andnot(i8x16.lt_s(block, space), i8x16.eq(block, lineFeed)), i8x16.eq(block, del));
    const mask = i8x16.bitmask(odd);
    if (mask === 0) {
      at += BLOCK;
      continue;
    }
    at += <usize>ctz(mask);
    if (at >= end) return true;
    at = behindCharacter(at, end);
    if (at === 0) return false;
  }
  return true;
}

/** Behind a character of two bytes or more, but for line breaks, marks and what is no character; 0 for those. */
function behindCharacter(at: usize, end: usize): usize {
  const lead = unitAt<u8>(at);
  const second = unitAt<u8>(at + 1);
  if (lead < 0xc2 || lead > 0xf3) return 0;
  const length: usize = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // Not U+0080 to U+009F, where controls and a line break are; U+2028 and U+2029, line breaks; U+D000 to U+DFFF, with
  // surrogates; U+F000 to U+FFFF, with marks. No overlong forms.
  if (lead === 0xc2 || lead === 0xe0 ? second < 0xa0 : lead === 0xf0 && second < 0x90) return 0;
  if (lead === 0xed || lead === 0xef || (load<u32>(at) & 0xfeffff) === 0xa880e2) return 0;
  for (let i: usize = 1; i < length; i++) {
    if (at + i >= end || (unitAt<u8>(at + i) & 0xc0) !== 0x80) return 0;
  }
  return at + length;
}
