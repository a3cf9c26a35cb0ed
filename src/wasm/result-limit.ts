/** Bytes of one result that is held in memory as a whole. */
export const RESULT_LIMIT = 2 ** 31;

/** @throws RangeError before a result takes more memory than there may be. */
export function checkResult(length: number): void {
  if (length <= RESULT_LIMIT) return;
  throw new RangeError(
    `the result would have more than ${RESULT_LIMIT} bytes; use a stream, which hands it out in pieces`,
  );
}
