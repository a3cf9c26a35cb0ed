import { TemplateError } from "../error.ts";
import { MAX_OPERANDS } from "../limits.ts";
import type { Language } from "./language.ts";

/**
 * Maps offsets into the text of a template to offsets into the outermost string: the text is that string, or the content of
 * a string literal in another template.
 */
export class LiteralOffsets {
  readonly source: string;
  readonly language: Language;
  private readonly outer: LiteralOffsets | undefined;
  private readonly base: number;
  private readonly escapes: readonly number[] | undefined;
  private operands = 0;

  /**
   * @param outer the text around a literal, or the language of the outermost string
   * @param escapes the offset in `outer` of each unit of a literal with escapes; without it, offsets begin at `base`
   */
  constructor(source: string, outer: LiteralOffsets | Language, base = 0, escapes?: readonly number[]) {
    this.source = source;
    const isLiteral = outer instanceof LiteralOffsets;
    this.outer = isLiteral ? outer : undefined;
    this.language = isLiteral ? outer.language : outer;
    this.base = base;
    this.escapes = escapes;
  }

  /** An error at an offset into this text. */
  error(code: "parse" | "limit", reason: string, at: number): TemplateError {
    return new TemplateError(code, reason, { source: this.root.source, offset: this.offsetOf(at) });
  }

  /** An offset into this text as an offset into the outermost string. */
  offsetOf(at: number): number {
    if (this.outer === undefined) return at;
    return this.outer.offsetOf(this.escapes === undefined ? this.base + at : this.escapes[at]!);
  }

  /** How many parts and operands the outermost string has so far. */
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
