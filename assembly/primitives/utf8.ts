/** UTF-8 sequences. */
import { unitAt } from "./bytes";

export const VALID: u32 = 0;
export const INVALID: u32 = 1;
export const INCOMPLETE: u32 = 2;

/** Whether a UTF-8 sequence (not ASCII) begins at `at`; `INCOMPLETE` if [at, end) is only the beginning of one. */
export function utf8Sequence(at: usize, end: usize): u32 {
  const lead = unitAt<u8>(at);
  if (lead < 0xc2 || lead > 0xf4) return INVALID;
  const length: usize = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // The second byte's range excludes overlong forms, surrogates and what lies beyond U+10FFFF.
  const lowest: u32 = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest: u32 = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let i: usize = 1; i < length; i++) {
    if (at + i === end) return INCOMPLETE;
    const unit = unitAt<u8>(at + i);
    if (unit < (i === 1 ? lowest : 0x80) || unit > (i === 1 ? highest : 0xbf)) return INVALID;
  }
  return VALID;
}
