/**
 * Compiled variables: an open-addressing table from a name's bytes to a value.
 *
 * One table is resident at a time. It begins at `base`, which the host chooses once, and grows upwards:
 *
 *   base                     entries                         end
 *   | count mask slots end | slot slot … | entry name value | entry name value | … (a larger slots array) …
 *
 *   slot  = hash u32, address of entry u32 (0: free); linear probing, at most half full
 *   entry = name length u32, value length u32, value (address of its bytes, or a number) u32, then the name's bytes
 *
 * Nothing is ever moved or freed: setting a name again appends the new value, a full slots array is left behind for one
 * twice its size. The host drops the whole table when the waste outgrows the variables. All addresses are absolute and
 * `base` never changes, so the bytes [base, end) can be copied out and back in: that is how tables take turns.
 */
import { BLOCK, equal, hash } from "./bytes";

const COUNT: usize = 0;
const MASK: usize = 4;
const SLOTS: usize = 8;
const END: usize = 12;
const HEADER: usize = 16;

const SLOT_SHIFT: usize = 3;
const SLOT_ENTRY: usize = 4;

const ENTRY_NAME_LENGTH: usize = 0;
const ENTRY_VALUE_LENGTH: usize = 4;
const ENTRY_VALUE: usize = 8;
const ENTRY_NAME: usize = 12;

const FIRST_SLOTS: u32 = 16;

let base: usize = 0;

/** Begins an empty table at `at` (a multiple of 16); returns its end. `environmentRoom(0, 0)` bytes must be there. */
export function environmentReset(at: usize): usize {
  base = at;
  store<u32>(at, 0, COUNT);
  store<u32>(at, <u32>(at + HEADER), END);
  allocateSlots(FIRST_SLOTS);
  return environmentEnd();
}

/** The first byte behind the resident table, a multiple of 16. */
export function environmentEnd(): usize {
  return load<u32>(base, END);
}

/** The bytes that must be free behind `environmentEnd()` for `environmentSet` with these lengths, slack included. */
export function environmentRoom(nameLength: usize, valueLength: usize): usize {
  const slots = base === 0 ? FIRST_SLOTS : load<u32>(base, MASK) + 1;
  return HEADER + ENTRY_NAME + nameLength + valueLength + ((<usize>slots * 2) << SLOT_SHIFT) + 4 * BLOCK;
}

/**
 * Sets a variable whose value is bytes. The host has written the name at `environmentEnd() + 12` and the value right
 * behind it. Returns the new end.
 */
export function environmentSet(nameLength: usize, valueLength: usize): usize {
  const entry = environmentEnd();
  return insert(entry, nameLength, valueLength, entry + ENTRY_NAME + nameLength, valueLength);
}

/** As `environmentSet`, for a value that is only known by its number. */
export function environmentSetNumber(nameLength: usize, value: u32): usize {
  return insert(environmentEnd(), nameLength, 0, value, 0);
}

function insert(entry: usize, nameLength: usize, valueLength: usize, value: usize, stored: usize): usize {
  store<u32>(entry, <u32>nameLength, ENTRY_NAME_LENGTH);
  store<u32>(entry, <u32>valueLength, ENTRY_VALUE_LENGTH);
  store<u32>(entry, <u32>value, ENTRY_VALUE);
  store<u32>(base, <u32>align(entry + ENTRY_NAME + nameLength + stored), END);

  const nameHash = hash(entry + ENTRY_NAME, nameLength);
  const slot = slotOf(nameHash, entry + ENTRY_NAME, nameLength);
  const isNew = load<u32>(slot, SLOT_ENTRY) === 0;
  store<u32>(slot, nameHash);
  store<u32>(slot, <u32>entry, SLOT_ENTRY);
  if (isNew) {
    const count = load<u32>(base, COUNT) + 1;
    store<u32>(base, count, COUNT);
    const slots = load<u32>(base, MASK) + 1;
    if (count * 2 > slots) rehash(slots);
  }
  return environmentEnd();
}

/** The entry of a name, or 0. `valueLengthOf` and `valueOf` read it. */
export function lookUp(name: usize, nameLength: usize): usize {
  return load<u32>(slotOf(hash(name, nameLength), name, nameLength), SLOT_ENTRY);
}

export function valueLengthOf(entry: usize): usize {
  return load<u32>(entry, ENTRY_VALUE_LENGTH);
}

export function valueOf(entry: usize): usize {
  return load<u32>(entry, ENTRY_VALUE);
}

/** The slot that holds the name, or the free one where it would go. */
function slotOf(nameHash: u32, name: usize, nameLength: usize): usize {
  const slots: usize = load<u32>(base, SLOTS);
  const mask = load<u32>(base, MASK);
  let index = nameHash & mask;
  while (true) {
    const slot = slots + ((<usize>index) << SLOT_SHIFT);
    const entry: usize = load<u32>(slot, SLOT_ENTRY);
    if (entry === 0) return slot;
    if (
      load<u32>(slot) === nameHash &&
      load<u32>(entry, ENTRY_NAME_LENGTH) === <u32>nameLength &&
      equal(entry + ENTRY_NAME, name, nameLength)
    ) {
      return slot;
    }
    index = (index + 1) & mask;
  }
}

function rehash(oldCount: u32): void {
  const old: usize = load<u32>(base, SLOTS);
  allocateSlots(oldCount * 2);
  const slots: usize = load<u32>(base, SLOTS);
  const mask = load<u32>(base, MASK);
  for (let i: u32 = 0; i < oldCount; i++) {
    const pair = load<u64>(old + ((<usize>i) << SLOT_SHIFT));
    if (pair === 0) continue;
    let index = <u32>pair & mask;
    while (load<u32>(slots + ((<usize>index) << SLOT_SHIFT), SLOT_ENTRY) !== 0) index = (index + 1) & mask;
    store<u64>(slots + ((<usize>index) << SLOT_SHIFT), pair);
  }
}

function allocateSlots(count: u32): void {
  const slots = environmentEnd();
  const bytes = (<usize>count) << SLOT_SHIFT;
  memory.fill(slots, 0, bytes);
  store<u32>(base, <u32>slots, SLOTS);
  store<u32>(base, count - 1, MASK);
  store<u32>(base, <u32>(slots + bytes), END);
}

function align(address: usize): usize {
  return (address + (BLOCK - 1)) & ~(BLOCK - 1);
}
