/**
 * Finding bytes by their kind, for files of assignments. Under the contract of assembly/primitives/bytes.ts: ranges are [start, end)
 * of bytes, and up to 63 bytes after a range are read.
 */
import { mask64, WIDE } from "./blocks";
import { BLOCK, splat, unitAt } from "./bytes";
import { DELETE, DIGIT_NINE, HYPHEN, LOW_LINE, LOWER_A, LOWER_CASE, LOWER_Z, SOLIDUS, SPACE } from "./characters";

/** One bit for each of the 64 bytes at `at` that is `unit`; the lowest bit is the first. */
export function byteMask(at: usize, unit: u32): u64 {
  if (!ASC_FEATURE_SIMD) return byteMaskAny(at, unit, unit, unit);
  const pattern = splat<u8>(unit);
  return mask64(
    i8x16.eq(v128.load(at), pattern),
    i8x16.eq(v128.load(at, BLOCK), pattern),
    i8x16.eq(v128.load(at, 2 * BLOCK), pattern),
    i8x16.eq(v128.load(at, 3 * BLOCK), pattern),
  );
}

/** One bit for each of the 64 bytes at `at` that is one of three. */
export function byteMaskAny(at: usize, a: u32, b: u32, c: u32): u64 {
  if (!ASC_FEATURE_SIMD) {
    let mask: u64 = 0;
    for (let i: usize = 0; i < WIDE; i++) {
      const unit = unitAt<u8>(at + i);
      if (unit === a || unit === b || unit === c) mask |= (<u64>1) << (<u64>i);
    }
    return mask;
  }
  return mask64(
    isAny(at, a, b, c),
    isAny(at + BLOCK, a, b, c),
    isAny(at + 2 * BLOCK, a, b, c),
    isAny(at + 3 * BLOCK, a, b, c),
  );
}

/** The first of three bytes in a range, or its end. */
export function findAny(start: usize, end: usize, a: u32, b: u32, c: u32): usize {
  if (!ASC_FEATURE_SIMD) {
    for (let at = start; at < end; at++) {
      const unit = unitAt<u8>(at);
      if (unit === a || unit === b || unit === c) return at;
    }
    return end;
  }
  for (let at = start; at < end; at += BLOCK) {
    const mask = <u32>i8x16.bitmask(isAny(at, a, b, c));
    if (mask !== 0) return min(at + <usize>ctz(mask), end);
  }
  return end;
}

function isAny(at: usize, a: u32, b: u32, c: u32): v128 {
  const block = v128.load(at);
  const either = v128.or(i8x16.eq(block, splat<u8>(a)), i8x16.eq(block, splat<u8>(b)));
  return v128.or(either, i8x16.eq(block, splat<u8>(c)));
}

/**
 * The first `unit` in a range, or the first byte that is not printable ASCII, or the range's end. Two blocks at once:
 * nearly every name ends in them, which spares a branch that cannot be foreseen.
 */
export function findOrUnprintable(start: usize, end: usize, unit: u32): usize {
  if (!ASC_FEATURE_SIMD) {
    for (let at = start; at < end; at++) {
      const found = unitAt<u8>(at);
      if (found === unit || found < SPACE || found >= DELETE) return at;
    }
    return end;
  }
  for (let at = start; at < end; at += 2 * BLOCK) {
    const mask = isOrUnprintable(at, unit) | (isOrUnprintable(at + BLOCK, unit) << 16);
    if (mask !== 0) return min(at + <usize>ctz(mask), end);
  }
  return end;
}

function isOrUnprintable(at: usize, unit: u32): u32 {
  const block = v128.load(at);
  // As signed numbers, control characters and everything beyond ASCII are less than a space.
  const unprintable = v128.or(i8x16.lt_s(block, splat<u8>(SPACE)), i8x16.eq(block, splat<u8>(DELETE)));
  return <u32>i8x16.bitmask(v128.or(unprintable, i8x16.eq(block, splat<u8>(unit))));
}

/** The first byte in a range that is not one of `A-Z a-z 0-9 _ . -`, or the end. Reads two blocks at a time, as above. */
export function findKeyEnd(start: usize, end: usize): usize {
  if (!ASC_FEATURE_SIMD) {
    while (start < end && isKeyCharacter(unitAt<u8>(start))) start++;
    return start;
  }
  for (let at = start; at < end; at += 2 * BLOCK) {
    const others = ~(keyCharacters(at) | (keyCharacters(at + BLOCK) << 16));
    if (others !== 0) return min(at + <usize>ctz(others), end);
  }
  return end;
}

function isKeyCharacter(unit: u32): bool {
  return (
    (unit | LOWER_CASE) - LOWER_A <= LOWER_Z - LOWER_A ||
    (unit - HYPHEN <= DIGIT_NINE - HYPHEN && unit !== SOLIDUS) ||
    unit === LOW_LINE
  );
}

function keyCharacters(at: usize): u32 {
  const block = v128.load(at);
  const letters = within(v128.or(block, splat<u8>(LOWER_CASE)), LOWER_A, LOWER_Z);
  // `-`, `.`, `/` and the digits are neighbours.
  const digits = v128.andnot(within(block, HYPHEN, DIGIT_NINE), i8x16.eq(block, splat<u8>(SOLIDUS)));
  return <u32>i8x16.bitmask(v128.or(v128.or(letters, digits), i8x16.eq(block, splat<u8>(LOW_LINE))));
}

/** The bytes of a block between two others, both included. */
function within(block: v128, least: u32, most: u32): v128 {
  return i8x16.le_u(i8x16.sub(block, splat<u8>(least)), splat<u8>(most - least));
}
