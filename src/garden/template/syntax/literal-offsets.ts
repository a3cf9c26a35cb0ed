import { TemplateError } from "../error.ts";
import { MAX_OPERANDS } from "../limits.ts";
import type { Language } from "./language.ts";

/** Maps offsets in a template, or in the content of a string literal, to offsets in the outermost string. */
export class LiteralOffsets {
  readonly source: string;
  readonly language: Language;
  private readonly outer: LiteralOffsets | undefined;
  private readonly base: number;
  private readonly escapes: readonly number[] | undefined;
  private operands = 0;

  /**
   * @param outer the text around a literal, or the language of the outermost string
   * @param escapes the offset in `outer` of each unit of a literal with escapes; otherwise offsets start at `base`
   */
  constructor(source: string, outer: LiteralOffsets | Language, base = 0, escapes?: readonly number[]) {
    this.source = source;
    const isLiteral = outer instanceof LiteralOffsets;
    this.outer = isLiteral ? outer : undefined;
    this.language = isLiteral ? outer.language : outer;
    this.base = base;
    this.escapes = escapes;
  }

  /** An error at an offset in this text. */
  error(code: "parse" | "limit", reason: string, at: number): TemplateError {
    return new TemplateError(code, reason, { source: this.root.source, offset: this.offsetOf(at) });
  }

  /** Converts an offset in this text to one in the outermost string. */
  offsetOf(at: number): number {
    if (this.outer === undefined) return at;
    return this.outer.offsetOf(this.escapes === undefined ? this.base + at : this.escapes[at]!);
  }

  /** The number of parts and operands of the outermost string so far. */
  get operandCount(): number {
    return this.root.operands;
  }

  /** Counts a part or an operand of the outermost string. */
  countOperand(at: number): void {
    const { root } = this;
    root.operands += 1;
    if (root.operands > MAX_OPERANDS) {
      throw this.error("limit", `the template has more than ${MAX_OPERANDS} parts and operands`, at);
    }
  }

  private get root(): LiteralOffsets {
    return this.outer === undefined ? this : this.outer.root;
  }
}
