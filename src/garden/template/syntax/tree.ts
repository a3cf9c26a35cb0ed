/** The tree of a template string. Every `at` is an offset in the outermost string around the template. */

/** A template string: its parts in order. The parts' `start` and `end` are offsets in `source`. */
export interface TemplateTree {
  readonly source: string;
  readonly parts: readonly Part[];
  /** The nesting of its expressions and blocks, including the levels around it. */
  readonly nesting: number;
  /** The number of steps that its evaluation takes: the parts and operands of the outermost string, up to its end. */
  readonly operands: number;
}

export type Part = TextPart | ExpressionPart | BlockPart;

/** Whether an expression in the parts looks up `item`. */
export function usesItem(parts: readonly Part[]): boolean {
  return parts.some((part) => "usesItem" in part && part.usesItem);
}

export interface TextPart {
  /** `escaped` for `$${…}`. The text has one dollar sign less. */
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
  /** Whether a missing key resolves to undefined: `${…}?`. */
  readonly optional: boolean;
}

/** `${if test}…${else}…${endif}`. */
export interface BlockPart extends EvaluatedPart {
  readonly kind: "block";
  readonly test: Expression;
  readonly whenTrue: readonly Part[];
  readonly whenFalse: readonly Part[];
}

/** The range of an expression in the source of its template, including parentheses around it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Expression = Span &
  (
    | { readonly kind: "literal"; readonly value: unknown }
    /** A string literal that contains template syntax. */
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

/** Keys that are looked up one after the other, in the context or in the value of `object`. */
export interface Lookup extends Span {
  readonly kind: "lookup";
  readonly object: Expression | undefined;
  readonly keys: readonly Key[];
}

export interface Key {
  readonly key: string | number | Expression;
  readonly at: number;
  /** The range of a key in brackets, including the brackets. */
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

/** The lookups in the context. */
export function lookupsIn(parts: readonly Part[]): readonly Lookup[] {
  const lookups: Lookup[] = [];
  eachLookup(parts, (lookup) => lookups.push(lookup));
  return lookups;
}

/** Calls `visit` for each lookup in the context. */
export function eachLookup(parts: readonly Part[], visit: (lookup: Lookup) => void): void {
  for (const part of parts) {
    if (part.kind === "expression") visitExpression(part.expression);
    if (part.kind !== "block") continue;
    visitExpression(part.test);
    eachLookup(part.whenTrue, visit);
    eachLookup(part.whenFalse, visit);
  }

  function visitExpression(root: Expression): void {
    // Operators that follow each other make trees as deep as there are operators.
    const open = [root];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next.kind === "lookup" && next.object === undefined) visit(next);
      if (next.kind === "template") eachLookup(next.template.parts, visit);
      for (const child of childrenOf(next)) open.push(child);
    }
  }
}

/** The expressions directly in an expression, except for those in a template. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "list":
      return expression.items;
    case "call":
      return expression.args;
    case "lookup": {
      const keys = expression.keys.flatMap(({ key }) => (typeof key === "object" ? key : []));
      return expression.object === undefined ? keys : [expression.object, ...keys];
    }
    case "not":
    case "typeof":
      return [expression.operand];
    case "binary":
      return [expression.left, expression.right];
    case "choice":
      return [expression.test, expression.whenTrue, expression.whenFalse];
    default:
      return [];
  }
}
