/** Records that came in several batches, as one list. */
export function joined(batches: readonly Uint32Array[]): Uint32Array {
  if (batches.length === 1) return batches[0]!;
  const whole = new Uint32Array(batches.reduce((length, batch) => length + batch.length, 0));
  let at = 0;
  for (const batch of batches) {
    whole.set(batch, at);
    at += batch.length;
  }
  return whole;
}
