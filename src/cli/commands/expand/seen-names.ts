/** The names of the files of earlier rows, in 16 to 48 bytes for each name. */
import { hash, randomUUID } from "node:crypto";

/**
 * Finds the earlier row with a name. Only hashes of 64 bits are stored: among ten million names, the probability that two have
 * the same one is less than one in 100,000.
 */
export class SeenNames {
  /** The seed is secret, so that names whose hashes are near each other cannot be chosen. */
  private readonly seed = randomUUID();
  private hashes = new BigUint64Array(1 << 10);
  /** 0 is an empty place. */
  private rows = new Float64Array(1 << 10);
  private count = 0;

  /** Adds a name. Returns the number of the earlier row that has it, or 0. */
  add(name: string, row: number): number {
    if (2 * this.count >= this.rows.length) this.grow();
    return this.insert(hash("sha1", this.seed + name, "buffer").readBigUInt64LE(), row);
  }

  private insert(hash: bigint, row: number): number {
    const { hashes, rows } = this;
    const mask = rows.length - 1;
    let at = Number(hash & BigInt(mask));
    for (; rows[at] !== 0; at = (at + 1) & mask) if (hashes[at] === hash) return rows[at]!;
    hashes[at] = hash;
    rows[at] = row;
    this.count++;
    return 0;
  }

  private grow(): void {
    const { hashes, rows } = this;
    this.hashes = new BigUint64Array(2 * rows.length);
    this.rows = new Float64Array(2 * rows.length);
    this.count = 0;
    for (const [i, row] of rows.entries()) if (row !== 0) this.insert(hashes[i]!, row);
  }
}
