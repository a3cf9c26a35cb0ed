/** ASCII characters, by their Unicode names. */

export const TAB: u32 = 0x09;
export const LINE_FEED: u32 = 0x0a;
export const CARRIAGE_RETURN: u32 = 0x0d;
export const SPACE: u32 = 0x20;
export const EXCLAMATION_MARK: u32 = 0x21;
export const QUOTATION_MARK: u32 = 0x22;
export const NUMBER_SIGN: u32 = 0x23;
export const DOLLAR: u32 = 0x24;
export const APOSTROPHE: u32 = 0x27;
export const LEFT_PARENTHESIS: u32 = 0x28;
export const RIGHT_PARENTHESIS: u32 = 0x29;
export const PLUS_SIGN: u32 = 0x2b;
export const COMMA: u32 = 0x2c;
export const HYPHEN: u32 = 0x2d;
export const FULL_STOP: u32 = 0x2e;
export const SOLIDUS: u32 = 0x2f;
export const DIGIT_ZERO: u32 = 0x30;
export const DIGIT_NINE: u32 = 0x39;
export const COLON: u32 = 0x3a;
export const EQUALS_SIGN: u32 = 0x3d;
export const GREATER_THAN: u32 = 0x3e;
export const QUESTION_MARK: u32 = 0x3f;
export const LEFT_BRACKET: u32 = 0x5b;
export const BACKSLASH: u32 = 0x5c;
export const RIGHT_BRACKET: u32 = 0x5d;
export const LOW_LINE: u32 = 0x5f;
export const GRAVE_ACCENT: u32 = 0x60;
export const LOWER_A: u32 = 0x61;
export const LOWER_B: u32 = 0x62;
export const LOWER_N: u32 = 0x6e;
export const LOWER_R: u32 = 0x72;
export const LOWER_T: u32 = 0x74;
export const LOWER_U: u32 = 0x75;
export const LOWER_Z: u32 = 0x7a;
export const LEFT_BRACE: u32 = 0x7b;
export const VERTICAL_LINE: u32 = 0x7c;
export const RIGHT_BRACE: u32 = 0x7d;
export const DELETE: u32 = 0x7f;

/** The bit that makes an upper-case letter a lower-case one, and `[` and `]` a brace. */
export const LOWER_CASE: u32 = 0x20;
