/**
 * Compiled variables: open-addressing tables from a name's bytes to a value, side by side in memory.
 *
 * One table is selected at a time; every function here uses it. It begins at a base that the host chooses, and grows into
 * memory that the host keeps free:
 *
 *   base                           entries                         end
 *   | count mask slots end shift syntax | slot slot … | entry name value | entry name value | … (a larger slots array) …
 *
 *   slot  = address of entry u32 (0: free); linear probing, mostly empty
 *   entry = name length plus 1, value length, address of the value, hash: u32 each; then the name's bytes, zeros up to
 *           32, and the value's bytes
 *
 * Nothing is ever moved or freed: setting a name again appends the new value, and a full array of slots is abandoned for one
 * twice its size. The host rebuilds the table when the waste outgrows the variables. All addresses are absolute.
 */
import { KEEPS_KEYS, KEEPS_PLAIN } from "../codes";
import { BLOCK, equal, hash, hashShort, SHORT, shortMask, shortMask2 } from "../primitives/bytes";
import { FIRST_SLOTS, SPARSENESS, SPARSENESS_OF_MANY } from "../primitives/capacities";

const COUNT: usize = 0;
const MASK: usize = 4;
const SLOTS: usize = 8;
const END: usize = 12;
/** By how much a hash is shifted to the right to be a slot's index: its uppermost bits are the best. */
const SHIFT: usize = 16;
/** `KUBERNETES`, for example: see codes.ts. */
const SYNTAX: usize = 20;
const HEADER: usize = 32;

const SLOT_SHIFT: usize = 2;

/** Plus 1: where there is no entry, at address 0, the memory is not that of an empty name. */
const ENTRY_NAME_LENGTH: usize = 0;
const ENTRY_VALUE_LENGTH: usize = 4;
const ENTRY_VALUE: usize = 8;
const ENTRY_HASH: usize = 12;
const ENTRY_NAME: usize = 16;

/**
 * A larger table is less sparse: a name that is not in its first slot costs a mispredicted branch at the end of a long
 * chain of loads, about 20 ns.
 */
const SPARSE_SLOTS: u32 = 4096;

let base: usize;

/** Bytes that must be there for `environmentReset` with that count, slack included. */
export function environmentSize(count: u32): usize {
  return HEADER + ((<usize>slotsFor(count)) << SLOT_SHIFT) + 4 * BLOCK;
}

/** Selects the table that begins at this address. */
export function environmentSelect(at: usize): void {
  base = at;
}

/**
 * Selects and begins an empty table for about `count` variables at `at` (a multiple of 16); returns its end.
 *
 * @param syntax how references are written: see codes.ts
 */
export function environmentReset(at: usize, count: u32, syntax: u32): usize {
  base = at;
  store<u32>(at, 0, COUNT);
  store<u32>(at, syntax, SYNTAX);
  store<u32>(at, <u32>(at + HEADER), END);
  allocateSlots(slotsFor(count));
  return environmentEnd();
}

/** More variables do not fit into any memory. */
const MAX_COUNT: u32 = 1 << 26;

function slotsFor(count: u32): u32 {
  if (count > MAX_COUNT) unreachable();
  let slots = FIRST_SLOTS;
  while (isCrowded(count, slots)) slots *= 2;
  return slots;
}

function isCrowded(count: u32, slots: u32): bool {
  return count * (slots < SPARSE_SLOTS ? SPARSENESS : SPARSENESS_OF_MANY) > slots;
}

/** How many `$` are left of a `$$`; 0 if it is not an escape sequence. */
export function dollarsOfEscape(): usize {
  return load<u8>(base, SYNTAX);
}

/** The bytes that open and close a name. */
export function openerOf(): u32 {
  return load<u8>(base, SYNTAX + 1);
}

export function closerOf(): u32 {
  return load<u8>(base, SYNTAX + 2);
}

/** Whether `$NAME` is a reference. */
export function hasBareNames(): bool {
  return (load<u8>(base, SYNTAX + 3) & 1) !== 0;
}

export function keepsPlain(): bool {
  return (load<u32>(base, SYNTAX) & KEEPS_PLAIN) !== 0;
}

export function keepsKeys(): bool {
  return (load<u32>(base, SYNTAX) & KEEPS_KEYS) !== 0;
}

/** The first byte after the table, a multiple of 16. */
export function environmentEnd(): usize {
  return load<u32>(base, END);
}

/** The bytes that must be free after `environmentEnd()` for `environmentSet` with these lengths, slack included. */
export function environmentRoom(nameLength: usize, valueLength: usize): usize {
  const slots = load<u32>(base, MASK) + 1;
  return HEADER + ENTRY_NAME + SHORT + nameLength + valueLength + ((<usize>slots * 2) << SLOT_SHIFT) + 4 * BLOCK;
}

/** The address where the host writes a variable's name, directly followed by its value. */
export function environmentName(): usize {
  return environmentEnd() + ENTRY_NAME;
}

export function environmentValue(nameLength: usize): usize {
  return environmentName() + max(nameLength, SHORT);
}

/** Sets a variable; the host has written its name and its value. Returns the new end of the table. */
export function environmentSet(nameLength: usize, valueLength: usize): usize {
  const value = environmentValue(nameLength);
  const entry = environmentEnd();
  if (nameLength < SHORT) memory.fill(entry + ENTRY_NAME + nameLength, 0, SHORT - nameLength);
  store<u32>(entry, <u32>nameLength + 1, ENTRY_NAME_LENGTH);
  store<u32>(entry, <u32>valueLength, ENTRY_VALUE_LENGTH);
  store<u32>(entry, <u32>value, ENTRY_VALUE);
  store<u32>(entry, hash(entry + ENTRY_NAME, nameLength), ENTRY_HASH);
  store<u32>(base, <u32>align(value + valueLength), END);

  const slot = slotOf(entry);
  const isNew = load<u32>(slot) === 0;
  store<u32>(slot, <u32>entry);
  if (isNew) {
    const count = load<u32>(base, COUNT) + 1;
    store<u32>(base, count, COUNT);
    const slots = load<u32>(base, MASK) + 1;
    if (isCrowded(count, slots)) rehash(slots);
  }
  return environmentEnd();
}

/** In place of an entry's address: the table has no such name. */
export const ABSENT: usize = 1;

/** The entry of a name, or 0. `valueLengthOf` and `valueOf` read it. */
export function lookUp(name: usize, nameLength: usize): usize {
  const slots: usize = load<u32>(base, SLOTS);
  const mask = load<u32>(base, MASK);
  let index = hash(name, nameLength) >> load<u32>(base, SHIFT);
  while (true) {
    const entry: usize = load<u32>(slots + ((<usize>index) << SLOT_SHIFT));
    if (entry === 0 || isNamed(entry, name, nameLength)) return entry;
    index = (index + 1) & mask;
  }
}

/**
 * The entry of a name of at most `SHORT` bytes if it is in its first possible slot, `ABSENT` if that slot is free, or 0 to
 * continue with the full lookup. This decides most lookups without a branch on the length.
 */
export function lookUpShort(name: usize, nameLength: usize): usize {
  if (!ASC_FEATURE_SIMD) return lookUp(name, nameLength) || ABSENT;
  const first = v128.and(v128.load(name), v128.load(shortMask(nameLength)));
  const second = v128.and(v128.load(name, BLOCK), v128.load(shortMask2(nameLength)));
  const index = hashShort(first, second, nameLength) >> load<u32>(base, SHIFT);
  const entry: usize = load<u32>(<usize>load<u32>(base, SLOTS) + ((<usize>index) << SLOT_SHIFT));
  const difference = v128.or(
    v128.xor(first, v128.load(entry, ENTRY_NAME)),
    v128.xor(second, v128.load(entry, ENTRY_NAME + BLOCK)),
  );
  if (v128.any_true(difference) || load<u32>(entry, ENTRY_NAME_LENGTH) !== <u32>nameLength + 1)
    return entry === 0 ? ABSENT : 0;
  return entry;
}

export function valueLengthOf(entry: usize): usize {
  return load<u32>(entry, ENTRY_VALUE_LENGTH);
}

export function valueOf(entry: usize): usize {
  return load<u32>(entry, ENTRY_VALUE);
}

/** The slot that holds the entry's name, or the free one where it would go. */
function slotOf(entry: usize): usize {
  const slots: usize = load<u32>(base, SLOTS);
  const mask = load<u32>(base, MASK);
  const nameLength: usize = load<u32>(entry, ENTRY_NAME_LENGTH) - 1;
  let index = load<u32>(entry, ENTRY_HASH) >> load<u32>(base, SHIFT);
  while (true) {
    const slot = slots + ((<usize>index) << SLOT_SHIFT);
    const other: usize = load<u32>(slot);
    if (other === 0 || isNamed(other, entry + ENTRY_NAME, nameLength)) return slot;
    index = (index + 1) & mask;
  }
}

function isNamed(entry: usize, name: usize, nameLength: usize): bool {
  return load<u32>(entry, ENTRY_NAME_LENGTH) === <u32>nameLength + 1 && equal(entry + ENTRY_NAME, name, nameLength);
}

function rehash(oldCount: u32): void {
  const old: usize = load<u32>(base, SLOTS);
  allocateSlots(oldCount * 2);
  for (let i: u32 = 0; i < oldCount; i++) {
    const entry: usize = load<u32>(old + ((<usize>i) << SLOT_SHIFT));
    if (entry !== 0) store<u32>(slotOf(entry), <u32>entry);
  }
}

function allocateSlots(count: u32): void {
  const slots = environmentEnd();
  const bytes = (<usize>count) << SLOT_SHIFT;
  memory.fill(slots, 0, bytes);
  store<u32>(base, <u32>slots, SLOTS);
  store<u32>(base, count - 1, MASK);
  store<u32>(base, <u32>clz(count - 1), SHIFT);
  store<u32>(base, <u32>(slots + bytes), END);
}

function align(address: usize): usize {
  return (address + (BLOCK - 1)) & ~(BLOCK - 1);
}
