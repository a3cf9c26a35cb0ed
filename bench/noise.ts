/** How quiet the machine is: the same work, again and again for a moment. */

const MILLISECONDS = 300;

/** On a quiet machine it is below this. */
export const NOISY = 1.15;

/** How many times as long as the fastest piece of work the average piece takes. */
export function noise(): number {
  const start = performance.now();
  let fastest = Number.POSITIVE_INFINITY;
  let count = 0;
  for (let now = start; now < start + MILLISECONDS; count++) {
    work();
    const after = performance.now();
    fastest = Math.min(fastest, after - now);
    now = after;
  }
  return (performance.now() - start) / count / fastest;
}

function work(): void {
  let sum = 0;
  for (let i = 0; i < 1_000_000; i++) sum = (Math.imul(sum, 31) + i) | 0;
  if (sum === 0.5) throw new Error("a sum of integers is one");
}
