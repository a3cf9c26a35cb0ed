/** A rate limit: a bucket that starts full of tokens and refills slowly; each event takes one token. */
export class TokenBucket {
  private readonly capacity: number;
  /** Tokens per second. */
  private readonly refill: number;
  private tokens: number;
  private last: number | undefined;

  constructor(capacity: number, refill: number) {
    this.capacity = capacity;
    this.refill = refill;
    this.tokens = capacity;
  }

  /** Takes a token; false if there is none. */
  take(now: Date): boolean {
    const time = now.getTime();
    const elapsed = Math.max(0, time - (this.last ?? time)) / 1000;
    const tokens = Math.min(this.capacity, this.tokens + elapsed * this.refill) - 1;
    // A token that would be full within a nanosecond counts as one, because Go's durations round.
    if (tokens <= -1e-9 * this.refill) return false;
    this.tokens = tokens;
    this.last = time;
    return true;
  }
}
