/** Mutations of expressions. Every rule replaces the text of whole nodes, so that precedence does not change. */
import ts from "typescript";
import type { Operator } from "./mutant.ts";
import { regexChanges } from "./regex.ts";

/** The replacements of a node's text. */
export interface Change {
  readonly operator: Operator;
  readonly node: ts.Node;
  readonly replacement: string;
}

const SWAPS: Readonly<Record<string, readonly [Operator, string][]>> = {
  "<": [
    ["relational", "<="],
    ["negation", ">="],
  ],
  "<=": [
    ["relational", "<"],
    ["negation", ">"],
  ],
  ">": [
    ["relational", ">="],
    ["negation", "<="],
  ],
  ">=": [
    ["relational", ">"],
    ["negation", "<"],
  ],
  "===": [["negation", "!=="]],
  "!==": [["negation", "==="]],
  "+": [["arithmetic", "-"]],
  "-": [["arithmetic", "+"]],
  "*": [["arithmetic", "/"]],
  "/": [["arithmetic", "*"]],
  "%": [["arithmetic", "*"]],
  "+=": [["arithmetic", "-="]],
  "-=": [["arithmetic", "+="]],
  "*=": [["arithmetic", "/="]],
  "&": [["bitwise", "|"]],
  "|": [["bitwise", "&"]],
  "^": [["bitwise", "&"]],
  "<<": [["bitwise", ">>"]],
  ">>": [["bitwise", "<<"]],
  ">>>": [["bitwise", ">>"]],
  "&=": [["bitwise", "|="]],
  "|=": [["bitwise", "&="]],
  "&&": [["logical", "||"]],
  "||": [["logical", "&&"]],
  "??": [["logical", "&&"]],
  "&&=": [["logical", "="]],
  "||=": [["logical", "="]],
  "??=": [["logical", "="]],
};

/** Functions and methods whose names are swapped. */
const TWINS = [
  ["min", "max"],
  ["some", "every"],
  ["startsWith", "endsWith"],
  ["trimStart", "trimEnd"],
  ["indexOf", "lastIndexOf"],
  ["toLowerCase", "toUpperCase"],
  ["ctz", "clz"],
] as const;

/** Larger numbers are the multipliers of hashes, one as good as another. */
const LARGEST_NUMBER = 2 ** 32;

export function expressionChanges(node: ts.Node): Change[] {
  if (ts.isBinaryExpression(node)) return binary(node);
  if (ts.isPrefixUnaryExpression(node)) return prefix(node);
  if (ts.isPostfixUnaryExpression(node)) return [{ operator: "arithmetic", node, replacement: flipped(node) }];
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) return numeric(node);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ operator: "boolean", node, replacement: "false" }];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ operator: "boolean", node, replacement: "true" }];
  if (ts.isStringLiteralLike(node)) return text(node);
  if (ts.isTemplateExpression(node)) return [{ operator: "string", node, replacement: '""' }];
  if (ts.isRegularExpressionLiteral(node)) {
    return regexChanges(node.text).map((replacement) => ({ operator: "regex", node, replacement }));
  }
  if (ts.isElementAccessExpression(node)) return elementAccess(node);
  if (ts.isPropertyAccessExpression(node)) return length(node);
  if (ts.isCallExpression(node)) return call(node);
  return [];
}

function binary(node: ts.BinaryExpression): Change[] {
  const sign = node.operatorToken.getText();
  if (sign === "+" && (isText(node.left) || isText(node.right))) return [];
  return (SWAPS[sign] ?? []).map(([operator, other]) => {
    if (other.endsWith("=") && sign.endsWith("=") && operator !== "relational" && operator !== "negation") {
      return { operator, node, replacement: `${node.left.getText()} ${other} ${node.right.getText()}` };
    }
    const swapped = `${operand(node.left)} ${other} ${operand(node.right)}`;
    return { operator, node, replacement: isOperand(node) ? `(${swapped})` : swapped };
  });
}

function isOperand({ parent }: ts.Node): boolean {
  return ts.isBinaryExpression(parent) && !/^[^=!<>]*=$/.test(parent.operatorToken.getText());
}

function operand(node: ts.Expression): string {
  return ts.isBinaryExpression(node) ? `(${node.getText()})` : node.getText();
}

function isText(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right);
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function prefix(node: ts.PrefixUnaryExpression): Change[] {
  const inner = node.operand.getText();
  switch (node.operator) {
    case ts.SyntaxKind.ExclamationToken:
      return [{ operator: "negation", node, replacement: inner }];
    case ts.SyntaxKind.TildeToken:
      return [{ operator: "bitwise", node, replacement: inner }];
    case ts.SyntaxKind.MinusToken:
      return [{ operator: "arithmetic", node, replacement: inner }];
    case ts.SyntaxKind.PlusPlusToken:
    case ts.SyntaxKind.MinusMinusToken:
      return [{ operator: "arithmetic", node, replacement: flipped(node) }];
    default:
      return [];
  }
}

function flipped(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): string {
  return node.getText().replace(/\+\+|--/, (sign) => (sign === "++" ? "--" : "++"));
}

function numeric(node: ts.NumericLiteral | ts.BigIntLiteral): Change[] {
  const written = node.getText();
  const isBig = ts.isBigIntLiteral(node);
  const value = Number(written.replaceAll("_", "").replace(/n$/, ""));
  if (!(value <= LARGEST_NUMBER) || isAlignment(node)) return [];
  const write = (number: number) =>
    /^0x/i.test(written) ? `0x${number.toString(16)}` : `${number}${isBig ? "n" : ""}`;
  const less = value >= 1 ? write(value - 1) : isBig ? "(-1n)" : "(-1)";
  return [write(value + 1), less].map((replacement) => ({ operator: "number", node, replacement }));
}

/** The alignment in `memory.data(values, alignment)`, which does not change results. */
function isAlignment(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isCallExpression(parent) && parent.arguments[1] === node && parent.expression.getText() === "memory.data";
}

function text(node: ts.StringLiteralLike): Change[] {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return [];
  return [{ operator: "string", node, replacement: node.text === "" ? '"mutant"' : '""' }];
}

/** Names of element counts. */
const POSITION = /^(?:[ijkn]|at|index|first|last|start|end|from|to|.*(?:Index|At|Start|End))$/;

function isPosition(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return POSITION.test(node.text);
  if (ts.isBinaryExpression(node)) return /^[-+*]$/.test(node.operatorToken.getText()) && !isText(node);
  return ts.isNumericLiteral(node) || ts.isPostfixUnaryExpression(node);
}

function elementAccess({ argumentExpression: node }: ts.ElementAccessExpression): Change[] {
  if (!isPosition(node)) return [];
  const inner = operand(node);
  return ["+", "-"].map((sign) => ({ operator: "index", node, replacement: `${inner} ${sign} 1` }));
}

function length(node: ts.PropertyAccessExpression): Change[] {
  if (node.name.text !== "length" || isAssigned(node)) return [];
  return [{ operator: "index", node, replacement: `(${node.getText()} - 1)` }];
}

function isAssigned(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isPostfixUnaryExpression(parent) || ts.isPrefixUnaryExpression(parent)) return true;
  return ts.isBinaryExpression(parent) && parent.left === node && /[^=!<>]=$|^=$/.test(parent.operatorToken.getText());
}

function call(node: ts.CallExpression): Change[] {
  const { expression } = node;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  const changes: Change[] = [];
  for (const [one, other] of TWINS) {
    const twin = name.getText() === one ? other : name.getText() === other ? one : undefined;
    if (twin !== undefined) changes.push({ operator: "call", node: name, replacement: twin });
  }
  if (ts.isPropertyAccessExpression(expression) && /^(?:slice|substring|subarray)$/.test(expression.name.text)) {
    for (const range of node.arguments) {
      if (!ts.isSpreadElement(range)) {
        changes.push({ operator: "index", node: range, replacement: `${operand(range)} + 1` });
      }
    }
  }
  return [...changes, ...memoryAccess(node)];
}

/** Memory accesses such as `load` and `store`, moved by one byte. The offset follows the address (and the value). */
function memoryAccess(node: ts.CallExpression): Change[] {
  const name = node.expression.getText();
  const isLoad = /^(?:load|v128\.load\w*)$/.test(name);
  if (!isLoad && !/^(?:store|v128\.store\w*)$/.test(name)) return [];
  const address = node.arguments[0];
  if (address === undefined) return [];
  const offset = node.arguments[isLoad ? 1 : 2] ?? address;
  return [{ operator: "offset", node: offset, replacement: `${operand(offset)} + 1` }];
}
