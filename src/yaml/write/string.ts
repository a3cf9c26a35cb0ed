/** Strings that YAML can hold: in double quotes, and without quotes. */
import { unitEscape } from "../../text/printable.ts";

/** A string in double quotes, for JSON and YAML. Lone surrogates, which UTF-8 cannot hold, become U+FFFD. */
export function doubleQuoted(value: string): string {
  const quoted = JSON.stringify(makeWellFormed(value));
  return ASCII.test(quoted) ? quoted : quoted.replace(NOT_PRINTABLE, unitEscape);
}

/** Most texts. This check is many times as fast. */
const ASCII = /^[ -~]*$/;

/** Characters that YAML only allows as escapes, or that some readers take for a line break. */
const NOT_PRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/gu;

export function isPrintable(value: string): boolean {
  return value.search(NOT_PRINTABLE) === -1;
}

/**
 * Plain scalars that are not strings for some reader: of YAML 1.1 (PyYAML, Ruby), 1.2, Kubernetes' go-yaml v2 (between
 * the two), or v3. Examples are `y`, `0o7`, `1_000`, `12:30:45`, `.inf`, `2001-01-01`, `=`.
 */
const WORD =
  /^(?:|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[yYnN]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF|<<|=|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** The start of a number in another base. Readers differ about the digits. */
const BASED = /^[-+]?0[bBoOxX]/;
const DECIMAL = /^[-+]?(?:\.[0-9]+|[0-9]+(?::[0-9]+)*(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
/** A date with or without a time. Readers differ about what the time looks like. */
const DATE = /^[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt \t]+[0-9][-+:.,0-9Z \t]*)?$/;

/** Whether a plain scalar with this text is a string for every reader of YAML. */
export function isYamlString(text: string): boolean {
  return !(
    WORD.test(text) ||
    BASED.test(text) ||
    DATE.test(text) ||
    // Underscores can group digits.
    DECIMAL.test(text.replaceAll("_", ""))
  );
}

/** The text with U+FFFD for each lone surrogate, which neither UTF-8 nor an escape of YAML can represent. */
export function makeWellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, "\ufffd");
}
