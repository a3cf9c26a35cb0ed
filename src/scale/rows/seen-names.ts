/** The names of the files of earlier rows, in 16 bytes for each name, or 32 while the table grows. */

const FIRST_SIZE = 1 << 10;
/** Words of an entry: two of the hash, and two of the row. */
const WORDS = 4;

/**
 * Finds the earlier row with a name. Only hashes of 64 bits are stored: among ten million names, the probability that two have
 * the same one is less than one in 100,000.
 */
export class SeenNames {
  private entries = new Uint32Array(FIRST_SIZE * WORDS);
  private count = 0;

  /** Adds a name. Returns the number of the earlier row that has it, or 0. */
  add(name: string, row: number): number {
    let high = 0x9e3779b9;
    let low = 0x85ebca6b;
    for (let i = 0; i < name.length; i++) {
      const unit = name.charCodeAt(i);
      high = Math.imul(high ^ unit, 0x9e3779b1);
      high ^= high >>> 15;
      low = Math.imul(low ^ unit, 0x5f356495);
      low ^= low >>> 13;
    }
    if (2 * this.count >= this.entries.length / WORDS) this.grow();
    return this.insert(high >>> 0, low >>> 0, row);
  }

  private insert(high: number, low: number, row: number): number {
    const { entries } = this;
    const mask = entries.length - 1;
    let at = (Math.imul(high ^ low, 0x9e3779b1) * WORDS) & mask;
    for (; ; at = (at + WORDS) & mask) {
      const earlier = entries[at + 2]! + entries[at + 3]! * 2 ** 32;
      if (earlier === 0) break;
      if (entries[at] === high && entries[at + 1] === low) return earlier;
    }
    entries[at] = high;
    entries[at + 1] = low;
    entries[at + 2] = row;
    entries[at + 3] = row / 2 ** 32;
    this.count++;
    return 0;
  }

  private grow(): void {
    const { entries } = this;
    this.entries = new Uint32Array(2 * entries.length);
    this.count = 0;
    for (let at = 0; at < entries.length; at += WORDS) {
      const row = entries[at + 2]! + entries[at + 3]! * 2 ** 32;
      if (row !== 0) this.insert(entries[at]!, entries[at + 1]!, row);
    }
  }
}
