/** One directive of a format string, such as `%-8.3q`, and the padding that every verb shares. */

export interface Directive {
  readonly verb: string;
  /** `-`: pad on the right. */
  readonly minus: boolean;
  readonly plus: boolean;
  readonly sharp: boolean;
  readonly space: boolean;
  /** Pad with zeros; never together with `minus`. */
  readonly zero: boolean;
  /** `%#v`: the value as Go source. */
  readonly goSyntax: boolean;
  /** In code points. */
  readonly width: number | undefined;
  readonly precision: number | undefined;
}

/** The text at the directive's width. */
export function pad(text: string, { width, minus, zero }: Directive): string {
  if (width === undefined || width <= text.length / 2) return text;
  const missing = Math.max(0, width - Array.from(text).length);
  return minus ? text + " ".repeat(missing) : (zero ? "0" : " ").repeat(missing) + text;
}
