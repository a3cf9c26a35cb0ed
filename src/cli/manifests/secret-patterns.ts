/** Finds many secrets at once in a stream of bytes (an Aho-Corasick automaton). */

export const ROOT = 0;

/** Shorter values are not searched for, because other text contains them. In characters. */
export const MIN_SECRET_LENGTH = 6;

export class SecretPatterns {
  /** For each state, the length of the longest suffix of the input that can be the beginning of a secret. */
  readonly open: Int32Array;
  /** For each state, the length of the longest secret at the end of the input, or 0. */
  readonly found: Int32Array;
  /** For each state, the state of its longest proper suffix. */
  private readonly fallback: Int32Array;
  /** The successors of a state are a linked list. */
  private readonly first: Int32Array;
  private readonly next: Int32Array;
  private readonly unit: Uint8Array;
  private readonly fromRoot = new Int32Array(256);
  private states = 1;

  /** @param secrets none of them empty */
  constructor(secrets: readonly Uint8Array[]) {
    const most = secrets.reduce((sum, { length }) => sum + length, 1);
    this.open = new Int32Array(most);
    this.found = new Int32Array(most);
    this.fallback = new Int32Array(most);
    this.first = new Int32Array(most);
    this.next = new Int32Array(most);
    this.unit = new Uint8Array(most);
    for (const secret of secrets) this.add(secret);
    this.link();
  }

  /** Returns the state after a byte. Takes linear time over all bytes of an input. */
  step(state: number, byte: number): number {
    let from = state;
    while (from !== ROOT) {
      const to = this.successor(from, byte);
      if (to !== ROOT) return to;
      from = this.fallback[from]!;
    }
    return this.fromRoot[byte]!;
  }

  private add(secret: Uint8Array): void {
    let state = ROOT;
    for (const byte of secret) {
      let to = state === ROOT ? this.fromRoot[byte]! : this.successor(state, byte);
      if (to === ROOT) {
        to = this.states++;
        this.unit[to] = byte;
        this.open[to] = this.open[state]! + 1;
        this.next[to] = this.first[state]!;
        this.first[state] = to;
        if (state === ROOT) this.fromRoot[byte] = to;
      }
      state = to;
    }
    this.found[state] = secret.length;
  }

  /** Returns `ROOT` if there is no successor. */
  private successor(state: number, byte: number): number {
    let to = this.first[state]!;
    while (to !== ROOT && this.unit[to] !== byte) to = this.next[to]!;
    return to;
  }

  /** Sets the fallbacks, from shorter to longer states. */
  private link(): void {
    const queue = new Int32Array(this.states);
    let end = 1;
    for (let at = 0; at < end; at++) {
      const state = queue[at]!;
      for (let to = this.first[state]!; to !== ROOT; to = this.next[to]!) {
        if (state !== ROOT) this.fallback[to] = this.step(this.fallback[state]!, this.unit[to]!);
        const fallback = this.fallback[to]!;
        this.found[to] ||= this.found[fallback]!;
        if (this.first[to] === ROOT) this.open[to] = this.open[fallback]!;
        queue[end++] = to;
      }
    }
  }
}
