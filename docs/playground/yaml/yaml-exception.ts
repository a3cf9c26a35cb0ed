/** What is wrong with a text or a value, and where in the text. */
export class YAMLException extends Error {
  readonly reason: string;
  readonly mark: { readonly position: number } | undefined;

  constructor(reason: string, position?: number) {
    super(reason);
    this.reason = reason;
    this.mark = position === undefined ? undefined : { position };
  }
}
