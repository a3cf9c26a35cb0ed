/** Keys of YAML that come again. */
import type { Dialect } from "./dialect.ts";

/** A power of two. */
const SLOTS = 512;

/** Keys that have been read, by their length and ends: most keys come again, and a string that is known is no new one. */
export class KnownKeys {
  readonly dialect: Dialect;
  private readonly keys = new Array<string | undefined>(SLOTS).fill(undefined);

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  /** The text between two offsets if it is a key that is read as a string; otherwise undefined. */
  keyAt(text: string, start: number, end: number): string | undefined {
    const mixed = Math.imul(text.charCodeAt(start), 7) + Math.imul(text.charCodeAt(end - 1), 31) + (end - start);
    const slot = mixed & (SLOTS - 1);
    const known = this.keys[slot];
    if (known !== undefined && known.length === end - start && text.startsWith(known, start)) return known;
    const key = text.slice(start, end);
    if (this.dialect.plain(key) !== key) return undefined;
    this.keys[slot] = key;
    return key;
  }
}
