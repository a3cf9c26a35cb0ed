/** The physical limit: how fast one core copies bytes, in gigabytes a second. */
export interface CopySpeed {
  /** Of 256 KiB again and again. */
  readonly inCache: number;
  /** Of 256 MiB. */
  readonly fromMemory: number;
}

export function copySpeed(): CopySpeed {
  return { inCache: copying(1 << 18, 400), fromMemory: copying(1 << 28, 3) };
}

/** The fastest of some copies. (The first one makes the memory exist.) */
function copying(length: number, times: number): number {
  const source = new Uint8Array(length).fill(1);
  const target = new Uint8Array(length);
  let fastest = Number.POSITIVE_INFINITY;
  for (let i = 0; i <= times; i++) {
    const start = performance.now();
    target.set(source);
    fastest = Math.min(fastest, performance.now() - start);
  }
  return length / fastest / 1e6;
}
