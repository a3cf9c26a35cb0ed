/** Where the last scan stopped: one record (see codes.ts) that the host reads after each call. */
import {
  STOPPED_INPUT,
  STOPPED_OUTPUT,
  STOPPED_RECORDS,
  STOPPED_ROOM,
  STOPPED_SEARCHED,
  STOPPED_WORDS,
} from "../codes";

export const stopped = memory.data(4 * <i32>STOPPED_WORDS, 16);

/** The address of the record. */
export function stoppedAt(): usize {
  return stopped;
}

/** Stores how far a scan has come, and returns the status. */
export function storeStopped(status: u32, input: usize, output: usize, records: usize): u32 {
  store<u32>(stopped, <u32>input, 4 * STOPPED_INPUT);
  store<u32>(stopped, <u32>output, 4 * STOPPED_OUTPUT);
  store<u32>(stopped, <u32>records, 4 * STOPPED_RECORDS);
  return status;
}

/** Stores what a scan of references needs to go on, with `OUTPUT_FULL` and `INPUT_NEEDED`. */
export function storeNeeds(room: usize, searched: usize): void {
  store<u32>(stopped, <u32>room, 4 * STOPPED_ROOM);
  store<u32>(stopped, <u32>searched, 4 * STOPPED_SEARCHED);
}
