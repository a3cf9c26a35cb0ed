/** The tree of a template string. Every `at` is an offset into the outermost string that the template stands in. */

/** A template string: its parts in order. The parts' `start` and `end` are offsets into `source`. */
export interface TemplateTree {
  readonly source: string;
  readonly parts: readonly Part[];
  /** The levels that its expressions and blocks nest, those around it included. */
  readonly nesting: number;
  /** The steps that its evaluation takes: the parts and operands of the outermost string, up to its end. */
  readonly operands: number;
}

export type Part = TextPart | ExpressionPart | BlockPart;

/** Whether an expression in the parts looks up `item`. */
export function usesItem(parts: readonly Part[]): boolean {
  return parts.some((part) => "usesItem" in part && part.usesItem);
}

export interface TextPart {
  /** `escaped` for `$${…}`, whose text has one dollar less. */
  readonly kind: "text" | "escaped";
  readonly text: string;
}

/** A part that is evaluated. */
interface EvaluatedPart {
  /** Whether an expression in it looks up `item`. */
  readonly usesItem: boolean;
  readonly start: number;
  readonly end: number;
}

export interface ExpressionPart extends EvaluatedPart {
  readonly kind: "expression";
  readonly expression: Expression;
  /** Whether a missing key gives undefined: `${…}?`. */
  readonly optional: boolean;
}

/** `${if test}…${else}…${endif}`. */
export interface BlockPart extends EvaluatedPart {
  readonly kind: "block";
  readonly test: Expression;
  readonly whenTrue: readonly Part[];
  readonly whenFalse: readonly Part[];
}

/** Where an expression stands in the source of its template, parentheses around it included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Expression = Span &
  (
    | { readonly kind: "literal"; readonly value: unknown }
    /** A string literal with template syntax in it. */
    | { readonly kind: "template"; readonly template: TemplateTree }
    | { readonly kind: "list"; readonly items: readonly Expression[] }
    | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[]; readonly at: number }
    | Lookup
    | { readonly kind: "not" | "typeof"; readonly operand: Expression }
    | Binary
    | {
        readonly kind: "choice";
        readonly test: Expression;
        readonly whenTrue: Expression;
        readonly whenFalse: Expression;
      }
  );

/** Keys looked up in turn: in the context, or, where there is an `object`, in its value. */
export interface Lookup extends Span {
  readonly kind: "lookup";
  readonly object: Expression | undefined;
  readonly keys: readonly Key[];
}

export interface Key {
  readonly key: string | number | Expression;
  readonly at: number;
  /** Where a key in brackets stands, the brackets included. */
  readonly span?: Span;
}

export type Operator = "contains" | "*" | "/" | "%" | "+" | "-" | "<" | "<=" | ">" | ">=" | "==" | "!=" | "&&" | "||";

export interface Binary extends Span {
  readonly kind: "binary";
  readonly operator: Operator;
  readonly left: Expression;
  readonly right: Expression;
  readonly at: number;
}
