/**
 * The primitives: find, equal, hash. (blocks.ts and byte-classes.ts have those that read several blocks at once.)
 *
 * Every function that takes a generic `T` serves UTF-8 bytes (`u8`) and UTF-16 code units (`u16`) from one source; an
 * address is always in bytes, and a range is [start, end).
 *
 * Contract: `SLACK` bytes after any range can be read (the host keeps them free at the end of memory), so a range whose
 * length is not a multiple of the block size does not require scalar code. These bytes can have any value: matches after the
 * end are ignored.
 *
 * Without SIMD (`ASC_FEATURE_SIMD` is a constant), each function that reads blocks reads units instead.
 */

/** Bytes in one SIMD block. */
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
  if (!ASC_FEATURE_SIMD) {
    while (start < end && unitAt<T>(start) !== unit) start += sizeof<T>();
    return start;
  }
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

/** `find` for bytes and for UTF-16 units: a generic function cannot be exported. */
export function find8(start: usize, end: usize, unit: u32): usize {
  return find<u8>(start, end, unit);
}

export function find16(start: usize, end: usize, unit: u32): usize {
  return find<u16>(start, end, unit);
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

/** The addresses of the masks that keep the bytes of a short range, in its first and in its second block. */
export function shortMask(length: usize): usize {
  return MASKS + SHORT - length;
}

export function shortMask2(length: usize): usize {
  return MASKS + SHORT + BLOCK - length;
}

/**
 * The hashes' secret: 32 bytes that are added to a range's two blocks, and an odd multiplier. The host writes random
 * bytes here before it builds the first table, so that no one can choose names that collide.
 */
const SEED = memory.data<u64>(
  [0x9e3779b97f4a7c15, 0x9e3779b97f4a7c15, 0x9e3779b97f4a7c15, 0x9e3779b97f4a7c15, 0x9e3779b97f4a7c15],
  16,
);

/** The address of the secret: `SEED_BYTES`. */
export function seedAt(): usize {
  return SEED;
}

/**
 * A hash of the blocks of a short range; its uppermost bits are the best. NH (from UMAC): each word of one block, plus a
 * secret, times one of the other block, plus a secret, summed; then a multiplication spreads every bit of the sum over the
 * uppermost ones. (A byte-wise hash costs more than the look-up it serves.)
 */
export function hashShort(first: v128, second: v128, length: usize): u32 {
  return finish(halfDigest(first, second) + <u64>length);
}

function halfDigest(first: v128, second: v128): u64 {
  const a = i32x4.add(first, v128.load(SEED));
  const b = i32x4.add(second, v128.load(SEED, BLOCK));
  const sum = i64x2.add(i64x2.extmul_low_i32x4_u(a, b), i64x2.extmul_high_i32x4_u(a, b));
  return i64x2.extract_lane(sum, 0) + i64x2.extract_lane(sum, 1);
}

function finish(state: u64): u32 {
  const product = (state ^ (state >> 31)) * (load<u64>(SEED, 32) | 1);
  return <u32>(product >> 32) ^ <u32>product;
}

/** A hash of `length` bytes. */
export function hash(start: usize, length: usize): u32 {
  if (!ASC_FEATURE_SIMD) return hashScalar(start, length);
  let state: u64 = length;
  let at = start;
  const end = start + length;
  for (; end - at > SHORT; at += SHORT) {
    state += halfDigest(v128.load(at), v128.load(at, BLOCK));
    state *= load<u64>(SEED, 32) | 1;
    state ^= state >> 32;
  }
  const first = v128.and(v128.load(at), v128.load(shortMask(end - at)));
  const second = v128.and(v128.load(at, BLOCK), v128.load(shortMask2(end - at)));
  return finish(state + halfDigest(first, second));
}

/** Without vectors: adds each byte and a word of the secret to the state, and multiplies it by the secret's odd number. */
function hashScalar(start: usize, length: usize): u32 {
  let state = load<u32>(SEED) ^ <u32>length;
  for (let i: usize = 0; i < length; i++) {
    state = (state + load<u8>(start + i) + load<u32>(SEED + 4 + ((i & 3) << 2))) * (load<u32>(SEED, 32) | 1);
    state ^= state >>> 15;
  }
  return state;
}

/** The first address that belongs to the host: the end of static data. */
export function arenaStart(): usize {
  return (__heap_base + (BLOCK - 1)) & ~(BLOCK - 1);
}
