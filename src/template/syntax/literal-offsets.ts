import { TemplateError } from "../error.ts";
import { MAX_OPERANDS } from "../limits.ts";

/** Where the text of a template stands in the outermost string: in itself, or in a string literal of another template. */
export class Origin {
  readonly source: string;
  private readonly outer: Origin | undefined;
  private readonly base: number;
  private readonly offsets: readonly number[] | undefined;
  private operands = 0;

  /** @param offsets where each unit of a literal with escapes comes from; without it, from `base` on */
  constructor(source: string, outer?: Origin, base = 0, offsets?: readonly number[]) {
    this.source = source;
    this.outer = outer;
    this.base = base;
    this.offsets = offsets;
  }

  /** An error at an offset into this text. */
  error(code: "parse" | "limit", reason: string, at: number): TemplateError {
    return new TemplateError(code, reason, { source: this.root.source, offset: this.offsetOf(at) });
  }

  /** An offset into this text as an offset into the outermost string. */
  offsetOf(at: number): number {
    if (this.outer === undefined) return at;
    return this.outer.offsetOf(this.offsets === undefined ? this.base + at : this.offsets[at]!);
  }

  /** What the tree of the outermost string consists of so far. */
  get operandCount(): number {
    return this.root.operands;
  }

  /** Counts what the tree of the outermost string consists of. */
  countOperand(at: number): void {
    const { root } = this;
    root.operands += 1;
    if (root.operands > MAX_OPERANDS) {
      throw this.error("limit", `the template has more than ${MAX_OPERANDS} parts and operands`, at);
    }
  }

  private get root(): Origin {
    return this.outer === undefined ? this : this.outer.root;
  }
}
