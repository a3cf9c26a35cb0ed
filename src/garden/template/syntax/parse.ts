/** The parser of template strings: turns the parts that the scanner finds into a tree. */
import { TemplateError } from "../error.ts";
import { isLineBreak, QUESTION_MARK } from "./characters.ts";
import { ExpressionParser } from "./expression.ts";
import { DEFAULT_LANGUAGE, type Language } from "./language.ts";
import { LiteralOffsets } from "./literal-offsets.ts";
import { type PartKind, type TemplatePart, templateParts } from "./parts.ts";
import { type Expression, type Part, type TemplateTree, usesItem } from "./tree.ts";

/** Parses a template string. */
export function parseTemplate(source: string, language: Language = DEFAULT_LANGUAGE): TemplateTree {
  return parseNested(new LiteralOffsets(source, language), 0);
}

function parseNested(offsets: LiteralOffsets, nesting: number): TemplateTree {
  const parts = templateParts(offsets.source);
  const unopened = unopenedBlock(parts);
  if (unopened === undefined) return parseParts(parts, offsets, nesting, false);
  // Garden reads every expression that starts with `if` as a block (`${ifx}`). Here, that happens only if a string needs it.
  try {
    return parseParts(parts, offsets, nesting, true);
  } catch (error) {
    // An error before the unopened word applies to both readings.
    if (!(error instanceof TemplateError) || error.offset! < offsets.offsetOf(unopened.start)) throw error;
    throw unopenedError(offsets, unopened.word, unopened.start);
  }
}

/** The first `${else}` or `${endif}` outside a block, found before parsing. Otherwise literals would be parsed twice. */
function unopenedBlock(parts: readonly TemplatePart[]): { start: number; word: string } | undefined {
  let open = 0;
  for (const { kind, start } of parts) {
    if (kind === "if") open++;
    if ((kind === "else" || kind === "endif") && open === 0) return { start, word: kind };
    if (kind === "endif") open--;
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

/** @param ifNeedsNoSpace whether `${ifx}` means `${if x}` */
function parseParts(
  scanned: readonly TemplatePart[],
  offsets: LiteralOffsets,
  outerNesting: number,
  ifNeedsNoSpace: boolean,
): TemplateTree {
  const { source, language } = offsets;
  const open: OpenBlock[] = [];
  const root: Part[] = [];
  /** The parts that are being read: of the root, or of a branch of the innermost block. */
  let parts = root;
  let nesting = outerNesting;

  for (const { kind, start, content, contentEnd } of scanned) {
    offsets.countOperand(start);
    if (language.strict) checkLineBreaks(kind, start, content, contentEnd);
    switch (kind) {
      case "text":
      case "escaped":
        parts.push({ kind, text: source.slice(content, contentEnd) });
        break;
      case "if":
        // A string that consists of `${if x}` has the value of x.
        if (scanned.length === 1) addExpression(content, contentEnd, false, start);
        else openBlock(content, contentEnd, start);
        break;
      case "else": {
        const block = open.at(-1);
        if (block === undefined) throw unopenedError(offsets, "else", start);
        if (block.whenFalse !== undefined) fail('the block has a second "${else}"', start);
        parts = block.whenFalse = [];
        break;
      }
      case "endif":
        closeBlock(start, contentEnd + 1);
        break;
      case "unclosed":
        fail('"${" is not closed; add "}"', start);
        break;
      case "unquoted":
        fail("the string literal is not closed", content);
        break;
      default: {
        const hasSuffix = kind === "optional" && language.optionalSuffix;
        const isBlock = source.startsWith("if", content);
        if (isBlock && ifNeedsNoSpace) openBlock(content + 2, contentEnd, start);
        else if (isBlock && language.strict)
          fail('Garden reads every expression that starts with "if" as a block (strict syntax)', content);
        else addExpression(content, contentEnd, hasSuffix, start);
        if (kind === "optional" && !hasSuffix) parts.push({ kind: "text", text: "?" });
      }
    }
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) fail('the block has no "${endif}"', unclosed.start);
  return { source, parts: root, nesting, operands: offsets.operandCount };

  function fail(reason: string, at: number): never {
    throw offsets.error("parse", reason, at);
  }

  /** In Garden, no line break can precede a word or an expression, or follow `else` and `endif`. */
  function checkLineBreaks(kind: PartKind, start: number, content: number, contentEnd: number): void {
    if (kind === "text" || kind === "escaped" || kind === "unclosed" || kind === "unquoted") return;
    const end = kind === "else" || kind === "endif" ? contentEnd : content;
    for (let at = start; at < end; at++) {
      if (isLineBreak(source.charCodeAt(at))) fail("an expression cannot contain a line break (strict syntax)", at);
    }
  }

  function parsed(start: number, end: number): { expression: Expression; usesItem: boolean } {
    const parser = new ExpressionParser(offsets, outerNesting + open.length, parseNested);
    const expression = parser.parse(start, end);
    nesting = Math.max(nesting, parser.deepest);
    return { expression, usesItem: parser.usesItem };
  }

  function addExpression(content: number, contentEnd: number, optional: boolean, start: number): void {
    const end = contentEnd + (optional ? 2 : 1);
    parts.push({ kind: "expression", ...parsed(content, contentEnd), optional, start, end });
  }

  function openBlock(content: number, contentEnd: number, start: number): void {
    if (language.optionalSuffix && source.charCodeAt(contentEnd + 1) === QUESTION_MARK) {
      fail('a block cannot be optional; remove the "?" after "${if …}"', contentEnd + 1);
    }
    const { expression: test, usesItem } = parsed(content, contentEnd);
    parts = [];
    open.push({ test, usesItem, start, whenTrue: parts, whenFalse: undefined });
  }

  function closeBlock(start: number, end: number): void {
    const block = open.pop();
    if (block === undefined) throw unopenedError(offsets, "endif", start);
    const { test, whenTrue, whenFalse = [] } = block;
    const outer = open.at(-1);
    parts = outer?.whenFalse ?? outer?.whenTrue ?? root;
    const uses = block.usesItem || usesItem(whenTrue) || usesItem(whenFalse);
    parts.push({ kind: "block", test, whenTrue, whenFalse, usesItem: uses, start: block.start, end });
  }
}
