/** A map with a capacity: it drops the least recently used entry. */
export class LruCache<Value> {
  private readonly capacity: number;
  /** Least recently used first. */
  private readonly entries = new Map<string, Value>();

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get(key: string): Value | undefined {
    const value = this.entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size > this.capacity) this.entries.delete(this.entries.keys().next().value!);
  }
}
