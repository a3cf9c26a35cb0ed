import { unitEscape } from "../../text/printable.ts";
import { wellFormed } from "./yaml-string.ts";

/** A string in double quotes: JSON, and YAML. Half of a character, which no text in UTF-8 can hold, becomes U+FFFD. */
export function doubleQuoted(value: string): string {
  const quoted = JSON.stringify(wellFormed(value));
  return ASCII.test(quoted) ? quoted : quoted.replace(NOT_PRINTABLE, unitEscape);
}

/** What most texts are, and is found out many times as fast. */
const ASCII = /^[ -~]*$/;

/** Characters that YAML does not allow as they are, or that some reader takes for the end of a line. */
const NOT_PRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/gu;

export function isPrintable(value: string): boolean {
  return value.search(NOT_PRINTABLE) === -1;
}
