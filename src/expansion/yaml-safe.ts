/** Printable ASCII, without a blank at either end. */
const PRINTABLE = /^[!-~](?:[ -~]*[!-~])?$/;
/** Has a meaning in a scalar of some style, or at the beginning of a line. */
const MEANINGFUL = /^[-.]|["'\\#,[\]{}]|:(?: |$)/;
/** May be written with an escape, or folded, in the text. */
const AMBIGUOUS = /[\s"'\\]/;

/**
 * Whether a variable's value is safe in any scalar of YAML text: it ends nothing, begins nothing, and is neither folded nor
 * trimmed (the caller ensures that a plain scalar stays a string). And whether its name stands in the text unescaped.
 */
export function isYamlSafe(name: string, value: string): boolean {
  return PRINTABLE.test(value) && !MEANINGFUL.test(value) && !AMBIGUOUS.test(name);
}
