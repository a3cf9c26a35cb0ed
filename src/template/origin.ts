/** Where the text of a template stands in the outermost string: in itself, or in a string literal of another template. */
export class Origin {
  readonly source: string;
  private readonly outer: Origin | undefined;
  private readonly base: number;
  private readonly offsets: readonly number[] | undefined;

  /** @param offsets where each unit of a literal with escapes comes from; without it, from `base` on */
  constructor(source: string, outer?: Origin, base = 0, offsets?: readonly number[]) {
    this.source = source;
    this.outer = outer;
    this.base = base;
    this.offsets = offsets;
  }

  /** The outermost string. */
  get root(): string {
    return this.outer === undefined ? this.source : this.outer.root;
  }

  /** An offset into this text as an offset into the outermost string. */
  offsetOf(at: number): number {
    if (this.outer === undefined) return at;
    return this.outer.offsetOf(this.offsets === undefined ? this.base + at : this.offsets[at]!);
  }
}
