/** The parser of template strings: turns the parts that the scanner finds into a tree. */
import { ELSE, ENDIF, ESCAPED, IF, OPTIONAL, TEXT, UNCLOSED, UNQUOTED } from "../../../wasm/codes.ts";
import { scanTemplateParts, type TemplateParts } from "../../../wasm/template.ts";
import { TemplateError } from "../error.ts";
import { isLineBreak, QUESTION_MARK } from "./characters.ts";
import { ExpressionParser } from "./expression.ts";
import { DEFAULT_LANGUAGE, type Language } from "./language.ts";
import { LiteralOffsets } from "./literal-offsets.ts";
import { type Expression, type Part, type TemplateTree, usesItem } from "./tree.ts";

/** Parses a template string. */
export function parseTemplate(source: string, language: Language = DEFAULT_LANGUAGE): TemplateTree {
  return parseNested(new LiteralOffsets(source, language), 0);
}

function parseNested(offsets: LiteralOffsets, nesting: number): TemplateTree {
  const parts = scanTemplateParts(offsets.source);
  const unopened = unopenedBlock(parts);
  if (unopened === undefined) return new PartParser(offsets, nesting, false).parse(parts);
  // Garden reads every expression that starts with `if` as a block (`${ifx}`). Here, that happens only if a string needs it.
  try {
    return new PartParser(offsets, nesting, true).parse(parts);
  } catch (error) {
    // An error before the unopened word applies to both readings.
    if (!(error instanceof TemplateError) || error.offset! < offsets.offsetOf(unopened.start)) throw error;
    throw unopenedError(offsets, unopened.word, unopened.start);
  }
}

/** The first `${else}` or `${endif}` outside a block, found before parsing. Otherwise literals would be parsed twice. */
function unopenedBlock(parts: TemplateParts): { start: number; word: string } | undefined {
  let open = 0;
  for (const part = parts.rewind(); part.next(); ) {
    const { kind } = part;
    if (kind === IF) open++;
    if ((kind === ELSE || kind === ENDIF) && open === 0) {
      return { start: part.start, word: kind === ELSE ? "else" : "endif" };
    }
    if (kind === ENDIF) open--;
  }
  return undefined;
}

function unopenedError(offsets: LiteralOffsets, word: string, start: number): TemplateError {
  return offsets.error("parse", `"\${${word}}" without a preceding "\${if …}"`, start);
}

/** A block that is not closed yet. */
interface OpenBlock {
  readonly test: Expression;
  /** Whether the test looks up `item`. */
  readonly usesItem: boolean;
  readonly start: number;
  readonly whenTrue: Part[];
  whenFalse: Part[] | undefined;
}

const NO_LINE_BREAK = "an expression cannot contain a line break (strict syntax)";

class PartParser {
  private readonly offsets: LiteralOffsets;
  private readonly outerNesting: number;
  /** Whether `${ifx}` means `${if x}`. */
  private readonly ifNeedsNoSpace: boolean;
  private readonly open: OpenBlock[] = [];
  private readonly root: Part[] = [];
  private parts: Part[] = this.root;
  private nesting: number;

  constructor(offsets: LiteralOffsets, nesting: number, ifNeedsNoSpace: boolean) {
    this.offsets = offsets;
    this.outerNesting = nesting;
    this.nesting = nesting;
    this.ifNeedsNoSpace = ifNeedsNoSpace;
  }

  parse(parts: TemplateParts): TemplateTree {
    const { offsets } = this;
    const { source, language } = offsets;
    for (const part = parts.rewind(); part.next(); ) {
      const { kind, start, content, contentEnd } = part;
      offsets.countOperand(start);
      if (language.strict) this.checkLineBreaks(kind, start, content, contentEnd);
      switch (kind) {
        case TEXT:
        case ESCAPED:
          this.parts.push({ kind: kind === TEXT ? "text" : "escaped", text: source.slice(content, contentEnd) });
          break;
        case IF:
          if (parts.count === 1) {
            // A string that consists of `${if x}` has the value of x.
            this.addExpression(content, contentEnd, false, start);
          } else {
            this.openBlock(content, contentEnd, start);
          }
          break;
        case ELSE:
          this.startOtherwise(start);
          break;
        case ENDIF:
          this.closeBlock(start, contentEnd + 1);
          break;
        case UNCLOSED:
          this.fail('"${" is not closed; add "}"', start);
          break;
        case UNQUOTED:
          this.fail("the string literal is not closed", content);
          break;
        default: {
          const hasSuffix = kind === OPTIONAL && language.optionalSuffix;
          const isBlock = source.startsWith("if", content);
          if (isBlock && this.ifNeedsNoSpace) this.openBlock(content + 2, contentEnd, start);
          else if (isBlock && language.strict)
            this.fail('Garden reads every expression that starts with "if" as a block (strict syntax)', content);
          else this.addExpression(content, contentEnd, hasSuffix, start);
          if (kind === OPTIONAL && !hasSuffix) this.parts.push({ kind: "text", text: "?" });
        }
      }
    }
    const unclosed = this.open.at(-1);
    if (unclosed !== undefined) this.fail('the block has no "${endif}"', unclosed.start);
    return { source, parts: this.root, nesting: this.nesting, operands: offsets.operandCount };
  }

  private fail(reason: string, at: number): never {
    throw this.offsets.error("parse", reason, at);
  }

  /** In Garden, no line break can precede a word or an expression, or follow `else` and `endif`. */
  private checkLineBreaks(kind: number, start: number, content: number, contentEnd: number): void {
    if (kind === TEXT || kind === ESCAPED || kind === UNCLOSED || kind === UNQUOTED) return;
    const end = kind === ELSE || kind === ENDIF ? contentEnd : content;
    for (let at = start; at < end; at++) {
      if (isLineBreak(this.offsets.source.charCodeAt(at))) this.fail(NO_LINE_BREAK, at);
    }
  }

  private expression(start: number, end: number): { expression: Expression; usesItem: boolean } {
    const parser = new ExpressionParser(this.offsets, this.outerNesting + this.open.length, parseNested);
    const expression = parser.parse(start, end);
    this.nesting = Math.max(this.nesting, parser.deepest);
    return { expression, usesItem: parser.usesItem };
  }

  private addExpression(content: number, contentEnd: number, optional: boolean, start: number): void {
    const end = contentEnd + (optional ? 2 : 1);
    this.parts.push({ kind: "expression", ...this.expression(content, contentEnd), optional, start, end });
  }

  private openBlock(content: number, contentEnd: number, start: number): void {
    const { source, language } = this.offsets;
    if (language.optionalSuffix && source.charCodeAt(contentEnd + 1) === QUESTION_MARK) {
      this.fail('a block cannot be optional; remove the "?" after "${if …}"', contentEnd + 1);
    }
    const { expression: test, usesItem } = this.expression(content, contentEnd);
    const block: OpenBlock = { test, usesItem, start, whenTrue: [], whenFalse: undefined };
    this.open.push(block);
    this.parts = block.whenTrue;
  }

  private startOtherwise(start: number): void {
    const block = this.open.at(-1) ?? this.failUnopened("else", start);
    if (block.whenFalse !== undefined) this.fail('the block has a second "${else}"', start);
    block.whenFalse = [];
    this.parts = block.whenFalse;
  }

  private closeBlock(start: number, end: number): void {
    const { test, whenTrue, whenFalse = [], ...block } = this.open.pop() ?? this.failUnopened("endif", start);
    const outer = this.open.at(-1);
    this.parts = outer?.whenFalse ?? outer?.whenTrue ?? this.root;
    const uses = block.usesItem || usesItem(whenTrue) || usesItem(whenFalse);
    this.parts.push({ kind: "block", test, whenTrue, whenFalse, usesItem: uses, start: block.start, end });
  }

  private failUnopened(word: string, start: number): never {
    throw unopenedError(this.offsets, word, start);
  }
}
