/**
 * The shortest obviously correct evaluation of Garden's expressions: a tree, exceptions for what is missing or wrong, and
 * a printer that writes the tree as a template. The oracle; never shipped.
 */

export type Node =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "list"; readonly items: readonly Node[] }
  /** Keys, the first one in the context; a key may be a node. */
  | { readonly kind: "lookup"; readonly keys: readonly (string | number | Node)[] }
  | { readonly kind: "not" | "typeof"; readonly operand: Node }
  | { readonly kind: "binary"; readonly operator: string; readonly left: Node; readonly right: Node }
  | { readonly kind: "choice"; readonly test: Node; readonly yes: Node; readonly no: Node }
  | { readonly kind: "upper"; readonly argument: Node }
  /** A template in a string literal. */
  | { readonly kind: "template"; readonly parts: readonly TemplatePart[] };

export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "expression"; readonly node: Node; readonly optional: boolean }
  | {
      readonly kind: "block";
      readonly test: Node;
      readonly yes: readonly TemplatePart[];
      readonly no: readonly TemplatePart[];
    };

export class Missing extends Error {
  readonly key: string;
  constructor(key: string) {
    super(key);
    this.key = key;
  }
}

export class Fault extends Error {
  readonly code: "type" | "function";
  constructor(code: "type" | "function") {
    super(code);
    this.code = code;
  }
}

type Context = Readonly<Record<string, unknown>>;

export function evaluateParts(parts: readonly TemplatePart[], context: Context): unknown {
  const values = parts.map((part) => evaluatePart(part, context));
  if (values.length === 1) return values[0];
  return values.map(textOf).join("");
}

function evaluatePart(part: TemplatePart, context: Context): unknown {
  if (part.kind === "text") return part.text;
  if (part.kind === "block") return evaluateParts(evaluate(part.test, context) ? part.yes : part.no, context);
  return part.optional ? orElse(() => evaluate(part.node, context), undefined) : evaluate(part.node, context);
}

function textOf(value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.map((item) => (item === null ? "" : textOf(item))).join(",");
  return typeof value === "object" && value !== null ? "[object Object]" : String(value);
}

/** The value, or another one where a key is missing. */
function orElse(evaluation: () => unknown, other: unknown): unknown {
  try {
    return evaluation();
  } catch (error) {
    if (error instanceof Missing) return other;
    throw error;
  }
}

function evaluate(node: Node, context: Context): unknown {
  switch (node.kind) {
    case "literal":
      return node.value;
    case "list":
      return node.items.map((item) => evaluate(item, context));
    case "lookup":
      return lookUp(node.keys, context);
    case "not":
      return orElse(() => !evaluate(node.operand, context), true);
    case "typeof":
      return orElse(() => typeof evaluate(node.operand, context), "undefined");
    case "choice":
      return evaluate(orElse(() => evaluate(node.test, context), false) ? node.yes : node.no, context);
    case "upper": {
      const text = evaluate(node.argument, context);
      if (typeof text !== "string" || text === "") throw new Fault("function");
      return text.toUpperCase();
    }
    case "template":
      return evaluateParts(node.parts, context);
    case "binary": {
      const { operator, left, right } = node;
      if (operator === "||") return orElse(() => evaluate(left, context), false) || evaluate(right, context);
      if (operator === "&&") {
        const value = orElse(() => evaluate(left, context), false);
        return value ? orElse(() => evaluate(right, context), false) : value;
      }
      return compute(operator, evaluate(left, context), evaluate(right, context));
    }
  }
}

function lookUp(keys: readonly (string | number | Node)[], context: Context): unknown {
  const names = keys.map((key) => {
    const name = typeof key === "object" ? evaluate(key, context) : key;
    if (typeof name !== "string" && typeof name !== "number") throw new Fault("type");
    return String(name);
  });
  let value: unknown = context;
  for (const name of names) {
    if (typeof value !== "object" || value === null) throw new Fault("type");
    value = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    if (value === undefined) throw new Missing(name);
  }
  return value;
}

function compute(operator: string, a: unknown, b: unknown): unknown {
  if (operator === "==") return a === b;
  if (operator === "!=") return a !== b;
  if (operator === "contains") {
    if (b === undefined || (typeof b === "object" && b !== null)) throw new Fault("type");
    if (typeof a === "string") return a.includes(String(b));
    if (Array.isArray(a)) return a.some((item) => item === b);
    if (typeof a === "object" && a !== null) return Object.hasOwn(a, String(b));
    throw new Fault("type");
  }
  if (operator === "+" && typeof a === "string" && typeof b === "string") return a + b;
  if (operator === "+" && Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  if (typeof a !== "number" || typeof b !== "number") throw new Fault("type");
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "%":
      return a % b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    default:
      return a >= b;
  }
}

const LEVELS: Readonly<Record<string, number>> = {
  "||": 1,
  "&&": 2,
  "==": 3,
  "!=": 3,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "%": 6,
};

/** Loosest level at which a node needs no parentheses: 0 a choice, 7 contains, 8 unary, 9 primary. */
function levelOf(node: Node): number {
  if (node.kind === "choice") return 0;
  if (node.kind === "binary") return node.operator === "contains" ? 7 : LEVELS[node.operator]!;
  return node.kind === "not" || node.kind === "typeof" ? 8 : 9;
}

/** Writes trees as templates; `space` gives the white space between tokens. */
export class Printer {
  private readonly space: () => string;

  constructor(space: () => string) {
    this.space = space;
  }

  template(parts: readonly TemplatePart[]): string {
    return parts.map((part) => this.part(part)).join("");
  }

  private part(part: TemplatePart): string {
    if (part.kind === "text") return part.text;
    if (part.kind === "expression") return `\${${this.in(part.node, 0)}}${part.optional ? "?" : ""}`;
    const no = part.no.length > 0 ? `\${else}${this.template(part.no)}` : "";
    return `\${if ${this.in(part.test, 0)}}${this.template(part.yes)}${no}\${endif}`;
  }

  /** The node with white space around it, in parentheses if its precedence is lower than required. */
  private in(node: Node, level: number): string {
    const text = this.node(node);
    return `${this.space()}${levelOf(node) < level ? `(${this.space()}${text}${this.space()})` : text}${this.space()}`;
  }

  private node(node: Node): string {
    switch (node.kind) {
      case "literal":
        return typeof node.value === "string" ? quote(node.value) : String(node.value);
      case "list":
        return `[${node.items.map((item) => this.in(item, 0)).join(",")}]`;
      case "lookup":
        return node.keys.map((key, i) => this.key(key, i === 0)).join("");
      case "not":
        return `!${this.in(node.operand, 8)}`;
      case "typeof":
        return `typeof ${this.in(node.operand, 8)}`;
      case "choice":
        return `${this.in(node.test, 1)}?${this.in(node.yes, 0)}:${this.in(node.no, 0)}`;
      case "upper":
        return `upper(${this.in(node.argument, 0)})`;
      case "template":
        return quote(this.template(node.parts));
      case "binary": {
        const level = levelOf(node);
        const isMembership = node.operator === "contains";
        const left = this.in(node.left, isMembership ? 8 : level);
        return `${left} ${node.operator} ${this.in(node.right, level + 1)}`;
      }
    }
  }

  private key(key: string | number | Node, isFirst: boolean): string {
    if (typeof key === "object") return `[${this.in(key, 0)}]`;
    if (typeof key === "number" || /^[a-z]\w*$/.test(key)) return isFirst ? String(key) : `.${key}`;
    return `[${quote(key)}]`;
  }
}

function quote(text: string): string {
  return `'${text.replace(/[\\'\n]/g, (character) => (character === "\n" ? "\\n" : `\\${character}`))}'`;
}
