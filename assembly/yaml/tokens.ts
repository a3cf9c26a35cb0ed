/** The tokens of YAML text: indicators, white space, words, lines, document markers. */
import { mask64, WIDE } from "../primitives/blocks";
import { BLOCK, splat, unitAt } from "../primitives/bytes";
import * as char from "../primitives/characters";

/** `---` and `...`, the first byte lowest. */
const DOCUMENT_START: u32 = 0x2d2d2d;
const DOCUMENT_END: u32 = 0x2e2e2e;

/** Whether `---` or `...` is here, followed by white space. */
export function isMarker(at: usize): bool {
  const units = load<u32>(at) & 0xffffff;
  return (units === DOCUMENT_START || units === DOCUMENT_END) && unitAt<u8>(at + 3) <= char.SPACE;
}

/**
 * The first of up to three units from `at` on; one of them is the line feed or the zero at the end of the text. (It reads
 * four blocks at a time: too long to be inlined, which keeps the module small.)
 */
export function findToken(at: usize, a: u32, b: u32, c: u32): usize {
  if (!ASC_FEATURE_SIMD) {
    while (unitAt<u8>(at) !== a && unitAt<u8>(at) !== b && unitAt<u8>(at) !== c) at++;
    return at;
  }
  const first = splat<u8>(a);
  const second = splat<u8>(b);
  const third = splat<u8>(c);
  while (true) {
    const mask = mask64(
      anyOf(v128.load(at), first, second, third),
      anyOf(v128.load(at, BLOCK), first, second, third),
      anyOf(v128.load(at, 2 * BLOCK), first, second, third),
      anyOf(v128.load(at, 3 * BLOCK), first, second, third),
    );
    if (mask !== 0) return at + <usize>ctz(mask);
    at += WIDE;
  }
}

function anyOf(block: v128, a: v128, b: v128, c: v128): v128 {
  return v128.or(i8x16.eq(block, a), v128.or(i8x16.eq(block, b), i8x16.eq(block, c)));
}

/** The first byte at or after `at` that is not a space. */
export function skipSpaces(at: usize): usize {
  if (!ASC_FEATURE_SIMD) {
    while (unitAt<u8>(at) === char.SPACE) at++;
    return at;
  }
  const space = i8x16.splat(<i8>char.SPACE);
  while (true) {
    const mask = i8x16.bitmask(i8x16.ne(v128.load(at), space));
    if (mask !== 0) return at + <usize>ctz(mask);
    at += BLOCK;
  }
}

/** How many line feeds there are. */
export function lineFeeds(at: usize, end: usize): usize {
  let count: usize = 0;
  if (!ASC_FEATURE_SIMD) {
    for (; at < end; at++) count += <usize>(unitAt<u8>(at) === char.LINE_FEED);
    return count;
  }
  const lineFeed = splat<u8>(char.LINE_FEED);
  for (; at < end; at += WIDE) {
    let mask = mask64(
      i8x16.eq(v128.load(at), lineFeed),
      i8x16.eq(v128.load(at, BLOCK), lineFeed),
      i8x16.eq(v128.load(at, 2 * BLOCK), lineFeed),
      i8x16.eq(v128.load(at, 3 * BLOCK), lineFeed),
    );
    if (end - at < WIDE) mask &= ((<u64>1) << (<u64>(end - at))) - 1;
    count += <usize>popcnt(mask);
  }
  return count;
}

/** The first line break from `at` on. */
export function lineEnd(at: usize): usize {
  return findToken(at, char.LINE_FEED, char.LINE_FEED, char.LINE_FEED);
}

/** The start of the document after the one that starts at `at`; or `end`. */
export function nextDocument(at: usize, end: usize): usize {
  while (true) {
    at = lineEnd(at) + 1;
    if (at >= end) return end;
    if (isMarker(at) && unitAt<u8>(at) === char.HYPHEN) return at;
  }
}
