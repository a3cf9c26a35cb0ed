/**
 * The parser of expressions: precedence climbing on characters, because spaces are part of the grammar (`a-b` is a name, `a
 * - b` a difference, `a -b` an error).
 *
 *   loosest   c ? a : b     ||     &&     == !=     < <= > >=     + -     * / %     contains (one)     ! typeof   tightest
 *
 * Each expression is followed by a `}` at `end`, at which every loop stops.
 */
import {
  APOSTROPHE,
  BACKSLASH,
  COLON,
  COMMA,
  FULL_STOP,
  HYPHEN,
  isDigit,
  isNameStart,
  isSpace,
  LEFT_BRACKET,
  LEFT_PARENTHESIS,
  PLUS,
  QUESTION_MARK,
  QUOTATION_MARK,
  RIGHT_BRACKET,
  RIGHT_PARENTHESIS,
} from "./characters.ts";
import { Cursor, LEVELS, operatorAt } from "./cursor.ts";
import { readNumber, readString } from "./literal.ts";
import { LiteralOffsets } from "./literal-offsets.ts";
import { type Expression, type Key, type Operator, type TemplateTree, usesItem } from "./tree.ts";

const EXCLAMATION_MARK = 0x21;
const LOWER_C = 0x63;
const LOWER_T = 0x74;

/** Helper functions that Garden does not have. */
const EXTENSIONS: ReadonlySet<string> = /* @__PURE__ */ new Set(["number", "boolean"]);

type ParseTemplate = (offsets: LiteralOffsets, nesting: number) => TemplateTree;

export class ExpressionParser extends Cursor {
  /** Whether a lookup starts with `item`. */
  usesItem = false;
  private readonly parseTemplate: ParseTemplate;

  /** @param parseTemplate parses a string literal that contains template syntax */
  constructor(offsets: LiteralOffsets, nesting: number, parseTemplate: ParseTemplate) {
    super(offsets, nesting);
    this.parseTemplate = parseTemplate;
  }

  /** The expression that fills [start, end). */
  parse(start: number, end: number): Expression {
    this.at = start;
    this.skipSpaces();
    if (this.at === end) this.fail("an expression is missing");
    const expression = this.expression();
    if (this.at !== end) this.failUnexpected();
    return expression;
  }

  /** An expression and the spaces around it. */
  private expression(): Expression {
    this.enter();
    let result = this.binary(1);
    if (this.unit() === QUESTION_MARK) {
      this.at++;
      const whenTrue = this.expression();
      if (this.unit() !== COLON) this.fail('the "?" has no ":" after it');
      this.at++;
      const whenFalse = this.expression();
      result = { kind: "choice", test: result, whenTrue, whenFalse, start: result.start, end: whenFalse.end };
    }
    this.nesting--;
    return result;
  }

  /** Binary operators of this level or tighter, and the spaces after them. */
  private binary(loosest: number): Expression {
    let left = this.membership();
    while (true) {
      const spaceBefore = isSpace(this.source.charCodeAt(this.at - 1));
      const at = this.at;
      const operator = operatorAt(this.source, at);
      if (operator === undefined) return left;
      const level = LEVELS[operator];
      if (level < loosest) return left;
      this.at += operator.length;
      if (level === LEVELS["+"] && !(spaceBefore && isSpace(this.unit())))
        this.fail(`"${operator}" must have a space on both sides`, at);
      left = this.binaryOf(operator, left, this.binary(level + 1), at);
    }
  }

  /** `x contains y`, which cannot be chained. */
  private membership(): Expression {
    const left = this.unary();
    if (this.unit() !== LOWER_C || !this.isWord("contains")) return left;
    const at = this.at;
    this.at += "contains".length;
    return this.binaryOf("contains", left, this.unary(), at);
  }

  private binaryOf(operator: Operator, left: Expression, right: Expression, at: number): Expression {
    const { start } = left;
    return { kind: "binary", operator, left, right, at: this.offsets.offsetOf(at), start, end: right.end };
  }

  private unary(): Expression {
    const operators: { readonly kind: "not" | "typeof"; readonly start: number }[] = [];
    while (true) {
      this.skipSpaces();
      if (this.unit() === EXCLAMATION_MARK) {
        operators.push({ kind: "not", start: this.at });
        this.at++;
      } else if (this.unit() === LOWER_T && this.isWord("typeof")) {
        operators.push({ kind: "typeof", start: this.at });
        this.at += "typeof".length;
      } else {
        break;
      }
      this.enter();
    }
    let operand = this.primary();
    for (let i = operators.length - 1; i >= 0; i--) operand = { ...operators[i]!, operand, end: operand.end };
    this.nesting -= operators.length;
    this.skipSpaces();
    return operand;
  }

  private primary(): Expression {
    const start = this.at;
    const unit = this.unit();
    this.offsets.countOperand(this.at);
    switch (unit) {
      case QUOTATION_MARK:
      case APOSTROPHE:
        return this.string();
      case LEFT_BRACKET:
        return this.keysOf({ kind: "list", items: this.items(RIGHT_BRACKET), start, end: this.at });
      case LEFT_PARENTHESIS:
        return this.keysOf({ ...this.enclosed(RIGHT_PARENTHESIS), start, end: this.at });
      default:
        if (isDigit(unit) || unit === FULL_STOP || unit === HYPHEN || unit === PLUS) return this.number();
        if (isNameStart(unit) || unit === BACKSLASH) return this.named();
        return this.failUnexpected();
    }
  }

  private number(): Expression {
    const start = this.at;
    const sign = this.unit() === HYPHEN ? -1 : 1;
    const isSigned = sign < 0 || this.unit() === PLUS;
    if (isSigned && this.offsets.language.strict) this.fail("a number cannot have a sign (strict syntax); write 0 - 1");
    const literal = readNumber(this.source, isSigned ? start + 1 : start);
    if (literal !== undefined) {
      this.at = literal.end;
      return { kind: "literal", value: sign * literal.value, start, end: literal.end };
    }
    // Not a number, so the key of a lookup: `007`, `1.a`.
    if (!isDigit(this.unit())) this.failUnexpected();
    return this.lookup(this.digits(), start);
  }

  private string(): Expression {
    const start = this.at;
    const literal = readString(this.source, start);
    if ("reason" in literal) return this.fail(literal.reason, literal.at);
    this.at = literal.end;
    if (!literal.text.includes("${")) return { kind: "literal", value: literal.text, start, end: literal.end };
    this.enter();
    const template = this.parseTemplate(
      new LiteralOffsets(literal.text, this.offsets, start + 1, literal.offsets),
      this.nesting,
    );
    this.nesting--;
    this.deepest = Math.max(this.deepest, template.nesting);
    this.usesItem ||= usesItem(template.parts);
    return { kind: "template", template, start, end: this.at };
  }

  /** Expressions separated by commas, up to the closing character. A list can end with a comma. */
  private items(close: number): Expression[] {
    this.at++;
    const items: Expression[] = [];
    this.skipSpaces();
    let isItemNeeded = false;
    while (isItemNeeded || this.unit() !== close) {
      items.push(this.expression());
      isItemNeeded = this.unit() === COMMA && close !== RIGHT_BRACKET;
      if (this.unit() === COMMA) this.at++;
      else if (this.unit() !== close) this.failUnexpected();
      this.skipSpaces();
    }
    this.at++;
    return items;
  }

  /** The expression between brackets or parentheses. */
  private enclosed(close: number): Expression {
    this.at++;
    const inner = this.expression();
    if (this.unit() !== close) this.failUnexpected();
    this.at++;
    return inner;
  }

  /** A constant, a call or a lookup. */
  private named(): Expression {
    const start = this.at;
    const name = this.name();
    const value = constantOf(name);
    if (value !== undefined) return { kind: "literal", value, start, end: this.at };
    const end = this.at;
    this.skipSpaces();
    if (this.unit() === LEFT_PARENTHESIS) {
      const { optionalSuffix, strict } = this.offsets.language;
      if (strict && EXTENSIONS.has(name)) this.fail(`Garden has no function ${name} (strict syntax)`, start);
      if (strict && optionalSuffix && name === "range")
        this.fail("the function range requires Garden 0.14.9 (strict syntax)", start);
      const args = this.items(RIGHT_PARENTHESIS);
      return this.keysOf({ kind: "call", name, args, at: this.offsets.offsetOf(start), start, end: this.at });
    }
    this.at = end;
    return this.lookup(name, start);
  }

  private lookup(root: string | number, at: number): Expression {
    if (root === "item") this.usesItem = true;
    const keys = this.keys([{ key: root, at: this.offsets.offsetOf(at) }]);
    return { kind: "lookup", object: undefined, keys, start: at, end: this.at };
  }

  /** An expression or, if keys follow, a lookup in its value. */
  private keysOf(object: Expression): Expression {
    const start = this.at;
    const keys = this.keys([]);
    if (keys.length === 0) return object;
    if (this.offsets.language.strict) this.fail("only a lookup of names can have keys (strict syntax)", start);
    return { kind: "lookup", object, keys, start: object.start, end: this.at };
  }

  /** Adds all `.name`, `.0`, and `[expression]` that follow. */
  private keys(keys: Key[]): Key[] {
    while (true) {
      const at = this.at + 1;
      this.offsets.countOperand(at);
      if (this.unit() === FULL_STOP) {
        this.at = at;
        keys.push({ key: this.dottedKey(), at: this.offsets.offsetOf(at) });
      } else if (this.unit() === LEFT_BRACKET) {
        const inner = this.enclosed(RIGHT_BRACKET);
        const isConstant =
          inner.kind === "literal" && typeof inner.value !== "object" && typeof inner.value !== "boolean";
        const key = isConstant ? (inner.value as string | number) : inner;
        keys.push({ key, at: this.offsets.offsetOf(at), span: { start: at - 1, end: this.at } });
      } else {
        return keys;
      }
    }
  }

  private dottedKey(): string | number {
    const unit = this.unit();
    if (isDigit(unit)) return this.digits();
    if (!isNameStart(unit) && unit !== BACKSLASH) this.failUnexpected();
    const start = this.at;
    const name = this.name();
    if (constantOf(name) !== undefined || name === "typeof")
      this.fail(`the key "${name}" must be in brackets: ["${name}"]`, start);
    return name;
  }
}

/** The value of `null`, `true`, or `false`; undefined for other names. (A lookup in an object would hash the name.) */
function constantOf(name: string): null | boolean | undefined {
  switch (name) {
    case "null":
      return null;
    case "true":
      return true;
    case "false":
      return false;
    default:
      return undefined;
  }
}
