/** A position in YAML text that is being read, and classes of characters. A NUL ends the text. */
import { LINE_FEED, RETURN } from "../text/position.ts";
import { DocumentError } from "./error.ts";

export const TAB = 0x09;
export const SPACE = 0x20;
export const NUMBER_SIGN = 0x23;
export const APOSTROPHE = 0x27;
const NEXT_LINE = 0x85;
const LINE_SEPARATOR = 0x2028;
const PARAGRAPH_SEPARATOR = 0x2029;

export function isBlank(unit: number): boolean {
  return unit === SPACE || unit === TAB;
}

/** YAML 1.1 as go-yaml v2 reads it, or YAML 1.2. */
export type YamlVersion = "1.1" | "1.2";

/** Whether a line ends here. YAML 1.1 has three more line breaks than YAML 1.2. */
export function isBreak(unit: number, version: YamlVersion): boolean {
  return (
    unit === LINE_FEED ||
    unit === RETURN ||
    (unit >= NEXT_LINE &&
      version === "1.1" &&
      (unit === NEXT_LINE || unit === LINE_SEPARATOR || unit === PARAGRAPH_SEPARATOR))
  );
}

/** Whether a word ends here. */
export function isBlankOrEnd(unit: number, version: YamlVersion): boolean {
  return unit === SPACE || unit === 0 || unit === TAB || isBreak(unit, version);
}

export function isBreakOrEnd(unit: number, version: YamlVersion): boolean {
  return unit === 0 || isBreak(unit, version);
}

/** The offset after the line break at `at`. */
export function afterBreak(text: string, at: number): number {
  return text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === LINE_FEED ? at + 2 : at + 1;
}

/** The value of a line break in a scalar. */
export function breakValue(text: string, at: number): string {
  const unit = text.charCodeAt(at);
  return unit === LINE_SEPARATOR || unit === PARAGRAPH_SEPARATOR ? text[at]! : "\n";
}

export function isLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** `,`, `[`, `]`, `{` or `}`. */
export function isFlowIndicator(unit: number): boolean {
  return unit === 0x2c || unit === 0x5b || unit === 0x5d || unit === 0x7b || unit === 0x7d;
}

/** A letter, a digit, `_` or `-`: the characters of names. */
export function isWord(unit: number): boolean {
  return isLetter(unit) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f || unit === 0x2d;
}

/** White space and a comment up to the end of a line. */
const REST_OF_LINE: Readonly<Record<YamlVersion, RegExp>> = {
  "1.1": /[ \t]*[#\0\r\n\x85\u2028\u2029]/y,
  "1.2": /[ \t]*[#\0\r\n]/y,
};

export const TAB_INDENTS = "tab characters must not be used in indentation";

export class Cursor {
  /** Ends with a line break and a NUL. */
  readonly text: string;
  readonly version: YamlVersion;
  at = 0;
  lineStart = 0;
  /** Whether line breaks followed the last plain scalar. */
  isAtNewLine = false;

  constructor(text: string, version: YamlVersion) {
    this.text = text;
    this.version = version;
  }

  /** In UTF-16 units, from 0. */
  get column(): number {
    return this.at - this.lineStart;
  }

  /** The unit here, or at a distance from here that is in the text. */
  unit(distance = 0): number {
    return this.text.charCodeAt(this.at + distance);
  }

  skipBreak(): void {
    this.at = afterBreak(this.text, this.at);
    this.lineStart = this.at;
  }

  skipBlanks(): void {
    while (isBlank(this.unit())) this.at++;
  }

  /** Skips the comment that starts here, if there is one. */
  skipComment(): void {
    if (this.unit() === NUMBER_SIGN) while (!isBreakOrEnd(this.unit(), this.version)) this.at++;
  }

  /** Whether the rest of the line at an offset is white space and a comment. */
  isRestOfLineEmpty(offset = this.at): boolean {
    const rest = REST_OF_LINE[this.version];
    rest.lastIndex = offset;
    return rest.test(this.text);
  }

  /** Whether a line starts here that is `---` or `...`, alone or followed by white space. */
  isAtMarker(): boolean {
    const { at, text } = this;
    if (at !== this.lineStart) return false;
    const unit = text.charCodeAt(at);
    return (
      (unit === 0x2d || unit === 0x2e) &&
      text.charCodeAt(at + 1) === unit &&
      text.charCodeAt(at + 2) === unit &&
      isBlankOrEnd(text.charCodeAt(at + 3), this.version)
    );
  }

  error(message: string, offset = this.at): DocumentError {
    return new DocumentError("syntax", message, offset);
  }
}
