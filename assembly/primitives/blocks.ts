/**
 * Four blocks at a time: copying and listing, with as few branches as possible. Text differs from line to line: a branch
 * that depends on it is often mispredicted, and costs more than the work it saves.
 *
 * Contract: as in bytes.ts, and 128 bytes after the output can be overwritten.
 */
import { BLOCK, find, splat, unitAt } from "./bytes";

/**
 * Copies `length` bytes. Most lengths are below 33, and most others are below 129. The end of a loop is a mispredicted
 * branch, so the loop starts only after these bytes. Up to 128 bytes after them are read and overwritten.
 */
export function copyPiece(start: usize, length: usize, to: usize): void {
  if (!ASC_FEATURE_SIMD) {
    memory.copy(to, start, length);
    return;
  }
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
 * Copies bytes from [start, end) until the first `unit`; returns its address, or `end`. Up to 63 bytes after the copy
 * are overwritten.
 */
export function copyUntil(start: usize, end: usize, to: usize, unit: u32): usize {
  if (!ASC_FEATURE_SIMD) {
    const found = find<u8>(start, end, unit);
    memory.copy(to, start, found - start);
    return found;
  }
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

/** The first `unit` in a range of bytes, or its end: as `find`, for one that is expected to be far. */
export function findFar(start: usize, end: usize, unit: u32): usize {
  if (!ASC_FEATURE_SIMD) return find<u8>(start, end, unit);
  const pattern = splat<u8>(unit);
  for (let at = start; at < end; at += WIDE) {
    const a = i8x16.eq(v128.load(at), pattern);
    const b = i8x16.eq(v128.load(at, BLOCK), pattern);
    const c = i8x16.eq(v128.load(at, 2 * BLOCK), pattern);
    const d = i8x16.eq(v128.load(at, 3 * BLOCK), pattern);
    if (v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) return min(at + <usize>ctz(mask64(a, b, c, d)), end);
  }
  return end;
}

/** The address that ends a list. It contains zeros. */
export const NOWHERE = memory.data(16, 16);

export function nowhere(): usize {
  return NOWHERE;
}

/** Stores the address (u32) of each `one` and each `other` in [start, end) at `to`, in order, and `NOWHERE` twice. */
export function list(start: usize, end: usize, one: u32, other: u32, to: usize): void {
  if (!ASC_FEATURE_SIMD) {
    for (let at = start; at < end; at++) {
      const unit = unitAt<u8>(at);
      if (unit !== one && unit !== other) continue;
      store<u32>(to, <u32>at);
      to += 4;
    }
    store<u32>(to, <u32>NOWHERE);
    store<u32>(to, <u32>NOWHERE, 4);
    return;
  }
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
    const after = to + ((<usize>popcnt(mask)) << 2);
    mask = storeNext(mask, at, to);
    mask = storeNext(mask, at, to + 4);
    mask = storeNext(mask, at, to + 8);
    mask = storeNext(mask, at, to + 12);
    mask = storeNext(mask, at, to + 16);
    mask = storeNext(mask, at, to + 20);
    for (let more = to + 24; mask !== 0; more += 4) mask = storeNext(mask, at, more);
    to = after;
  }
  store<u32>(to, <u32>NOWHERE);
  store<u32>(to, <u32>NOWHERE, 4);
}

function storeNext(mask: u64, at: usize, to: usize): u64 {
  store<u32>(to, <u32>(at + <usize>ctz(mask)));
  return mask & (mask - 1);
}
