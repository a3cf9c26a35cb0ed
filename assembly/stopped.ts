/** Where the last scan stopped: four numbers (see codes.ts) that the host reads after each call. */
import { STOPPED_INPUT, STOPPED_NEED, STOPPED_OUTPUT, STOPPED_RECORDS } from "./codes";

export const stopped = memory.data(16, 16);

/** The address of the four numbers, each a u32. */
export function stoppedAt(): usize {
  return stopped;
}

/** Stores the four numbers and returns the status. */
export function storeStopped(status: u32, input: usize, output: usize, records: usize, need: usize): u32 {
  store<u32>(stopped, <u32>input, 4 * STOPPED_INPUT);
  store<u32>(stopped, <u32>output, 4 * STOPPED_OUTPUT);
  store<u32>(stopped, <u32>records, 4 * STOPPED_RECORDS);
  store<u32>(stopped, <u32>need, 4 * STOPPED_NEED);
  return status;
}
