/** Mutations of statements: forced conditions, removed statements, replaced return values. */
import ts from "typescript";
import type { Change } from "./expressions.ts";

export function statementChanges(node: ts.Node): Change[] {
  if (ts.isIfStatement(node)) return [...condition(node.expression, true), ...otherwise(node)];
  if (ts.isConditionalExpression(node)) return condition(node.condition, true);
  if (ts.isWhileStatement(node) || ts.isDoStatement(node)) return condition(node.expression, false);
  if (ts.isForStatement(node)) return node.condition === undefined ? [] : condition(node.condition, false);
  if (ts.isForOfStatement(node)) return allButTheFirst(node);
  if (ts.isExpressionStatement(node)) return isSuperCall(node.expression) ? [] : [removed(node)];
  if (ts.isBreakStatement(node) || ts.isContinueStatement(node) || ts.isThrowStatement(node)) return [removed(node)];
  if (ts.isReturnStatement(node)) return [...(isLast(node) ? [] : [removed(node)]), ...returned(node.expression)];
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return returned(node.body);
  return [];
}

function removed(node: ts.Statement): Change {
  const { parent } = node;
  const isOneOfMany = ts.isBlock(parent) || ts.isCaseClause(parent) || ts.isSourceFile(parent);
  return { operator: "statement", node, replacement: isOneOfMany ? "" : ";" };
}

/** A loop's condition is not forced true: that only says that loops end. */
function condition(node: ts.Expression, canBeTrue: boolean): Change[] {
  const { kind } = node;
  if (kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword) return [];
  return (canBeTrue ? ["true", "false"] : ["false"]).map((replacement) => ({
    operator: "condition",
    node,
    replacement,
  }));
}

function otherwise({ elseStatement }: ts.IfStatement): Change[] {
  return elseStatement === undefined ? [] : [{ operator: "else", node: elseStatement, replacement: "{}" }];
}

function allButTheFirst({ expression }: ts.ForOfStatement): Change[] {
  return [{ operator: "index", node: expression, replacement: `[...${expression.getText()}].slice(1)` }];
}

function isSuperCall(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
}

/** The last statement of a function's body: without it, the function returns nothing, which another rule says. */
function isLast(node: ts.ReturnStatement): boolean {
  const { parent } = node;
  return ts.isBlock(parent) && ts.isFunctionLike(parent.parent) && parent.statements.at(-1) === node;
}

const NUMBERS = /^(?:number|[iu](?:8|16|32|64)|[iu]size)$/;
const VECTORS = /^v128$/;

function returned(expression: ts.Expression | undefined): Change[] {
  if (expression === undefined) return [];
  const replacement = otherValue(expression, typeReturnedBy(expression));
  return replacement === undefined || replacement === expression.getText()
    ? []
    : [{ operator: "return", node: expression, replacement }];
}

/** A different value of the same type; undefined if there is none, or another rule creates it. */
function otherValue(expression: ts.Expression, type: string): string | undefined {
  const { kind } = expression;
  if (kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword) return undefined;
  if (type === "boolean" || type === "bool" || / is /.test(type)) return `!(${expression.getText()})`;
  if (NUMBERS.test(type)) return ts.isNumericLiteral(expression) ? undefined : "0";
  if (VECTORS.test(type) || type === "void" || type === "never") return undefined;
  if (type === "string") return ts.isStringLiteralLike(expression) ? undefined : '""';
  if (type.endsWith("[]")) return "[]";
  return ts.isNumericLiteral(expression) || ts.isStringLiteralLike(expression) ? undefined : "undefined";
}

function typeReturnedBy(node: ts.Node): string {
  let parent = node.parent;
  while (!ts.isFunctionLike(parent)) parent = parent.parent;
  return parent.type?.getText() ?? "";
}
