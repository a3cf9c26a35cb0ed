/**
 * Characters, and the byte primitives everything else is made of. The SIMD is here, and in assembly/kinds.ts.
 *
 * Every function that takes a generic `T` serves UTF-8 bytes (`u8`) and UTF-16 code units (`u16`) from one source; an
 * address is always in bytes, and a range is [start, end).
 *
 * Contract: 16 bytes past the end of any range may be read (the host keeps that slack at the end of memory), so a
 * block never needs a scalar twin. What stands there does not matter: a match past the end is not a match.
 */

export const TAB: u32 = 0x09;
export const LINE_FEED: u32 = 0x0a;
export const CARRIAGE_RETURN: u32 = 0x0d;
export const SPACE: u32 = 0x20;
export const QUOTATION_MARK: u32 = 0x22;
export const NUMBER_SIGN: u32 = 0x23;
export const DOLLAR: u32 = 0x24;
export const APOSTROPHE: u32 = 0x27;
export const LEFT_PARENTHESIS: u32 = 0x28;
export const RIGHT_PARENTHESIS: u32 = 0x29;
export const COLON: u32 = 0x3a;
export const EQUALS_SIGN: u32 = 0x3d;
export const BACKSLASH: u32 = 0x5c;
export const GRAVE_ACCENT: u32 = 0x60;
export const DELETE: u32 = 0x7f;

/** Bytes in one SIMD block, and the slack that ranges need behind them. */
export const BLOCK: usize = 16;

/** The code unit at an address. */
export function unitAt<T>(address: usize): u32 {
  return <u32>load<T>(address);
}

/** A block with the unit in every lane. */
export function splat<T>(unit: u32): v128 {
  return sizeof<T>() === 1 ? i8x16.splat(<i8>unit) : i16x8.splat(<i16>unit);
}

/** One bit for each byte (`u8`) or unit (`u16`) of two blocks that is equal; the lowest bit is the first. */
export function matches<T>(block: v128, pattern: v128): u32 {
  return sizeof<T>() === 1
    ? <u32>i8x16.bitmask(i8x16.eq(block, pattern))
    : <u32>i16x8.bitmask(i16x8.eq(block, pattern));
}

/** The address of the first `unit` in [start, end), or `end`. */
export function find<T>(start: usize, end: usize, unit: u32): usize {
  const pattern = splat<T>(unit);
  for (let at = start; at < end; at += BLOCK) {
    const mask = matches<T>(v128.load(at), pattern);
    if (mask !== 0) {
      const found = at + <usize>ctz(mask) * sizeof<T>();
      return found < end ? found : end;
    }
  }
  return end;
}

/** `find` for bytes and for UTF-16 units, as exports (a generic function has no address of its own). */
export function find8(start: usize, end: usize, unit: u32): usize {
  return find<u8>(start, end, unit);
}

export function find16(start: usize, end: usize, unit: u32): usize {
  return find<u16>(start, end, unit);
}

/** Copies [start, end) to `to` in whole blocks: up to 15 bytes behind the copy are overwritten. Ranges do not overlap. */
export function copyBlocks(start: usize, end: usize, to: usize): void {
  for (let at = start; at < end; at += BLOCK, to += BLOCK) {
    v128.store(to, v128.load(at));
  }
}

/**
 * Copies `length` bytes, most often fewer than 33, else most often fewer than 129: a loop would end in a mispredicted
 * branch, so it begins only behind those. Up to 128 bytes behind are read and overwritten.
 */
export function copyPiece(start: usize, length: usize, to: usize): void {
  v128.store(to, v128.load(start));
  v128.store(to, v128.load(start, BLOCK), BLOCK);
  if (length <= 2 * BLOCK) return;
  v128.store(to, v128.load(start, 2 * BLOCK), 2 * BLOCK);
  v128.store(to, v128.load(start, 3 * BLOCK), 3 * BLOCK);
  v128.store(to, v128.load(start, 4 * BLOCK), 4 * BLOCK);
  v128.store(to, v128.load(start, 5 * BLOCK), 5 * BLOCK);
  v128.store(to, v128.load(start, 6 * BLOCK), 6 * BLOCK);
  v128.store(to, v128.load(start, 7 * BLOCK), 7 * BLOCK);
  for (let at: usize = 8 * BLOCK; at < length; at += 2 * BLOCK) {
    v128.store(to + at, v128.load(start + at));
    v128.store(to + at, v128.load(start + at, BLOCK), BLOCK);
  }
}

/** Bytes in four blocks: one bit each in a 64-bit mask. */
export const WIDE: usize = 4 * BLOCK;

/**
 * Copies bytes from [start, end) until the first `unit`; returns its address, or `end`. Up to 63 bytes behind the copy
 * are overwritten.
 */
export function copyUntil(start: usize, end: usize, to: usize, unit: u32): usize {
  const pattern = splat<u8>(unit);
  for (let at = start; at < end; at += WIDE, to += WIDE) {
    const a = v128.load(at);
    const b = v128.load(at, BLOCK);
    const c = v128.load(at, 2 * BLOCK);
    const d = v128.load(at, 3 * BLOCK);
    v128.store(to, a);
    v128.store(to, b, BLOCK);
    v128.store(to, c, 2 * BLOCK);
    v128.store(to, d, 3 * BLOCK);
    const ma = i8x16.eq(a, pattern);
    const mb = i8x16.eq(b, pattern);
    const mc = i8x16.eq(c, pattern);
    const md = i8x16.eq(d, pattern);
    if (v128.any_true(v128.or(v128.or(ma, mb), v128.or(mc, md)))) {
      return min(at + <usize>ctz(mask64(ma, mb, mc, md)), end);
    }
  }
  return end;
}

/** One bit for each byte of four comparisons' results; the lowest bit is the first. */
export function mask64(a: v128, b: v128, c: v128, d: v128): u64 {
  return (
    <u64>i8x16.bitmask(a) |
    ((<u64>i8x16.bitmask(b)) << 16) |
    ((<u64>i8x16.bitmask(c)) << 32) |
    ((<u64>i8x16.bitmask(d)) << 48)
  );
}

/** Bytes of the 64 units that `unitMask` looks at. */
export const WIDE_UNITS: usize = 2 * WIDE;

/** One bit for each of 64 UTF-16 units that is equal to an ASCII unit; the lowest bit is the first. */
export function unitMask(at: usize, unit: u32): u64 {
  // Narrowing saturates, and takes a unit from 0x8000 on for negative: no other unit becomes an ASCII one.
  const pattern = splat<u8>(unit);
  return mask64(
    i8x16.eq(i8x16.narrow_i16x8_u(v128.load(at), v128.load(at, BLOCK)), pattern),
    i8x16.eq(i8x16.narrow_i16x8_u(v128.load(at, 2 * BLOCK), v128.load(at, 3 * BLOCK)), pattern),
    i8x16.eq(i8x16.narrow_i16x8_u(v128.load(at, 4 * BLOCK), v128.load(at, 5 * BLOCK)), pattern),
    i8x16.eq(i8x16.narrow_i16x8_u(v128.load(at, 6 * BLOCK), v128.load(at, 7 * BLOCK)), pattern),
  );
}

/** An address that is no match: a list ends with it. What stands there, and behind, are zeros. */
export const NOWHERE = memory.data(16, 16);

/** The room that the list of a range of `length` bytes may take. */
export function listRoom(length: usize): usize {
  return 4 * length + 32;
}

/** Stores the address (u32) of each `one` and each `other` in [start, end) at `to`, in order, and `NOWHERE` twice. */
export function list(start: usize, end: usize, one: u32, other: u32, to: usize): void {
  const p = splat<u8>(one);
  const q = splat<u8>(other);
  for (let at = start; at < end; at += WIDE) {
    const a = v128.load(at);
    const b = v128.load(at, BLOCK);
    const c = v128.load(at, 2 * BLOCK);
    const d = v128.load(at, 3 * BLOCK);
    let mask = mask64(
      v128.or(i8x16.eq(a, p), i8x16.eq(a, q)),
      v128.or(i8x16.eq(b, p), i8x16.eq(b, q)),
      v128.or(i8x16.eq(c, p), i8x16.eq(c, q)),
      v128.or(i8x16.eq(d, p), i8x16.eq(d, q)),
    );
    if (end - at < WIDE) mask &= ((<u64>1) << (<u64>(end - at))) - 1;
    // Six addresses without asking how many there are, as simdjson does: a loop's end would be mispredicted.
    const behind = to + ((<usize>popcnt(mask)) << 2);
    mask = storeNext(mask, at, to);
    mask = storeNext(mask, at, to + 4);
    mask = storeNext(mask, at, to + 8);
    mask = storeNext(mask, at, to + 12);
    mask = storeNext(mask, at, to + 16);
    mask = storeNext(mask, at, to + 20);
    for (let more = to + 24; mask !== 0; more += 4) mask = storeNext(mask, at, more);
    to = behind;
  }
  store<u32>(to, <u32>NOWHERE);
  store<u32>(to, <u32>NOWHERE, 4);
}

function storeNext(mask: u64, at: usize, to: usize): u64 {
  store<u32>(to, <u32>(at + <usize>ctz(mask)));
  return mask & (mask - 1);
}

/** Whether `length` bytes are the same at both addresses. */
export function equal(a: usize, b: usize, length: usize): bool {
  let at: usize = 0;
  while (at + 8 <= length) {
    if (load<u64>(a + at) !== load<u64>(b + at)) return false;
    at += 8;
  }
  if (at === length) return true;
  const unused = <u64>((8 - (length - at)) << 3);
  return (load<u64>(a + at) ^ load<u64>(b + at)) << unused === 0;
}

/** A short range is hashed and compared as two blocks, whatever its length: no branch depends on it. */
export const SHORT: usize = 2 * BLOCK;

/** 32 bytes of ones, then 32 of zeros: from `MASKS + SHORT - n` on, n bytes of ones and then zeros. */
const MASKS = memory.data<u64>([-1, -1, -1, -1, 0, 0, 0, 0], 16);

/** Where the masks stand that keep the bytes of a short range, of its first block and of its second one. */
export function shortMask(length: usize): usize {
  return MASKS + SHORT - length;
}

export function shortMask2(length: usize): usize {
  return MASKS + SHORT + BLOCK - length;
}

/**
 * A hash of the blocks of a short range: its words by odd constants, summed, so that names which differ in one byte
 * anywhere differ in the upper half. (A byte-wise hash costs more than the look-up it serves.)
 */
export function hashShort(first: v128, second: v128, length: usize): u32 {
  const sum =
    (i64x2.extract_lane(first, 0) + <u64>length) * 0x9e3779b97f4a7c15 +
    (i64x2.extract_lane(first, 1) ^ 0x2545f4914f6cdd1d) * 0xff51afd7ed558ccd +
    i64x2.extract_lane(second, 0) * 0xc4ceb9fe1a85ec53 +
    i64x2.extract_lane(second, 1) * 0xd6e8feb86659fd93;
  return <u32>((sum ^ (sum >> 29)) >> 32);
}

/** A hash of `length` bytes. */
export function hash(start: usize, length: usize): u32 {
  if (length <= SHORT) {
    const first = v128.and(v128.load(start), v128.load(shortMask(length)));
    const second = v128.and(v128.load(start, BLOCK), v128.load(shortMask2(length)));
    return hashShort(first, second, length);
  }
  let state: u64 = 0x9e3779b97f4a7c15 ^ <u64>length;
  let at: usize = 0;
  while (at + 8 <= length) {
    state = fold(state ^ load<u64>(start + at));
    at += 8;
  }
  if (at < length) {
    const unused = <u64>((8 - (length - at)) << 3);
    state = fold(state ^ (load<u64>(start + at) << unused));
  }
  return <u32>(state >> 32) ^ <u32>state;
}

function fold(state: u64): u64 {
  state *= 0xff51afd7ed558ccd;
  return state ^ (state >> 32);
}

/** The first address that belongs to the host: static data ends here (not the same in both builds). */
export function arenaStart(): usize {
  return (__heap_base + (BLOCK - 1)) & ~(BLOCK - 1);
}
