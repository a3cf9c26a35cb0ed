/** The library's codes for events and styles. */

export const EVENT_ID = { DOCUMENT: 1, SEQUENCE: 2, MAPPING: 3, SCALAR: 4, ALIAS: 5, POP: 6 } as const;
export const SCALAR_STYLE = {
  PLAIN: 1,
  SINGLE_QUOTED: 2,
  DOUBLE_QUOTED: 3,
  LITERAL_BLOCK: 4,
  FOLDED_BLOCK: 5,
} as const;
export const COLLECTION_STYLE = { BLOCK: 1, FLOW: 2 } as const;
export const CHOMPING_MODE = { CLIP: 1, STRIP: 2, KEEP: 3 } as const;
