/** One directive of a format string, such as `%-8.3q`, and the padding that every verb shares. */

export interface Directive {
  readonly verb: string;
  /** `-`: pad on the right. Then `zero` is false. */
  readonly minus?: boolean;
  readonly plus?: boolean;
  readonly sharp?: boolean;
  readonly space?: boolean;
  /** `0`: pad with zeros. */
  readonly zero?: boolean;
  /** `%#v`: the value as Go source. */
  readonly goSyntax?: boolean;
  /** In code points. */
  readonly width?: number | undefined;
  readonly precision?: number | undefined;
}

/** The text at the directive's width, padded with spaces even if the directive asks for zeros. */
export function padWithSpaces(text: string, directive: Directive): string {
  return pad(text, { ...directive, zero: false });
}

/** The text at the directive's width, padded with spaces, or with zeros if the directive asks for them. */
export function pad(text: string, { width, minus, zero }: Directive): string {
  const padding = (zero ? "0" : " ").repeat(Math.max(0, (width ?? 0) - Array.from(text).length));
  return minus ? text + padding : padding + text;
}
