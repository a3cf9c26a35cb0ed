/** Printable ASCII, without a blank at either end. */
const PRINTABLE = /^[!-~](?:[ -~]*[!-~])?$/;
/** What means something in a scalar of some style, or at the beginning of a line. */
const MEANINGFUL = /^[-.]|["'\\#,[\]{}]|:(?: |$)/;
/** What may be written otherwise in the text than in the scalar. */
const AMBIGUOUS = /[\s"'\\]/;

/**
 * Whether a variable's value can stand in place of a reference in any string of YAML text, provided that a plain scalar
 * stays a string: it ends nothing, begins nothing, and is neither folded nor trimmed. And whether a reference to it can
 * be found in the text as it is.
 */
export function isYamlSafe(name: string, value: string): boolean {
  return PRINTABLE.test(value) && !MEANINGFUL.test(value) && name !== "" && !AMBIGUOUS.test(name);
}
