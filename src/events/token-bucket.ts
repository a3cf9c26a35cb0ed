/** A budget of events: a full bucket of tokens at first, one taken by each event, and a slow refill. */
export class TokenBucket {
  readonly #capacity: number;
  /** Tokens per second. */
  readonly #refill: number;
  #tokens: number;
  #last: number | undefined;

  constructor(capacity: number, refill: number) {
    this.#capacity = capacity;
    this.#refill = refill;
    this.#tokens = capacity;
  }

  /** Takes a token if there is one. */
  take(now: Date): boolean {
    const time = now.getTime();
    const elapsed = Math.max(0, time - (this.#last ?? time)) / 1000;
    const tokens = Math.min(this.#capacity, this.#tokens + elapsed * this.#refill) - 1;
    // Less than a nanosecond's refill short of a token counts as a token, as Go's durations round.
    if (tokens <= -1e-9 * this.#refill) return false;
    this.#tokens = tokens;
    this.#last = time;
    return true;
  }
}
