/** Waits for changes, and sleeps until a timeout or the end. */
export class Waker {
  private readonly waiters = new Set<() => void>();
  private readonly sleepers = new Set<() => void>();
  private isEnded = false;

  /** Resolves at the next `wake`. */
  wait(): Promise<void> {
    return this.isEnded ? Promise.resolve() : new Promise((resolve) => this.waiters.add(resolve));
  }

  /** Resolves after some milliseconds, or at `end`. */
  sleep(milliseconds: number): Promise<void> {
    if (this.isEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const rise = () => {
        clearTimeout(timer);
        this.sleepers.delete(rise);
        resolve();
      };
      const timer = setTimeout(rise, milliseconds);
      this.sleepers.add(rise);
    });
  }

  /** Resolves all waits. */
  wake(): void {
    if (this.waiters.size === 0) return;
    const waiters = [...this.waiters];
    this.waiters.clear();
    for (const resolve of waiters) resolve();
  }

  /** Resolves all waits and sleeps, including future ones. */
  end(): void {
    this.isEnded = true;
    this.wake();
    for (const rise of [...this.sleepers]) rise();
  }
}
