/** Inserts a counter at the start of every branch of TypeScript or AssemblyScript. */
import ts from "typescript";

/** The position of each counter, as `file:line:column`. */
export type Counters = string[];

interface Insertion {
  readonly at: number;
  readonly text: string;
  /** At the same offset, closing text precedes opening text. */
  readonly opens: boolean;
}

/** @param count the expression that counts the branch `n`. @param counters receives the positions of the counters */
export function instrumented(file: string, source: string, counters: Counters, count: (n: number) => string): string {
  // TypeScript takes `<<` before a cast in parentheses for the start of types. `+` has the same positions.
  const parsed = source.replace(/<<(?!=)/g, "+ ");
  const tree = ts.createSourceFile(file, parsed, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const insertions: Insertion[] = [];

  function counter(node: ts.Node): string {
    const { line, character } = tree.getLineAndCharacterOfPosition(node.getStart());
    return count(counters.push(`${file}:${line + 1}:${character + 1}`) - 1);
  }

  function around(node: ts.Node, open: string, close: string): void {
    insertions.push({ at: node.getStart(), text: open, opens: true });
    visit(node);
    insertions.push({ at: node.getEnd(), text: close, opens: false });
  }

  function branch(node: ts.Node): void {
    if (ts.isBlock(node)) {
      insertions.push({ at: node.getStart() + 1, text: `${counter(node)};`, opens: true });
      visit(node);
    } else if (ts.isStatement(node)) {
      around(node, `{${counter(node)};`, "}");
    } else {
      around(node, `(${counter(node)},`, ")");
    }
  }

  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node)) return;
    const branches = branchesOf(node);
    ts.forEachChild(node, (child) => {
      if (branches.includes(child)) branch(child);
      else visit(child);
    });
    if (ts.isCaseOrDefaultClause(node) && node.statements[0] !== undefined) {
      insertions.push({ at: node.statements[0].getStart(), text: `${counter(node)};`, opens: true });
    }
  }

  visit(tree);
  // At the same offset, the outer insertion was found first. Sorting keeps that order.
  insertions.sort((a, b) => a.at - b.at || Number(a.opens) - Number(b.opens));
  let result = "";
  let at = 0;
  for (const insertion of insertions) {
    result += source.slice(at, insertion.at) + insertion.text;
    at = insertion.at;
  }
  return result + source.slice(at);
}

/** The children of a node that do not always run. */
function branchesOf(node: ts.Node): readonly (ts.Node | undefined)[] {
  if (ts.isIfStatement(node)) return [node.thenStatement, node.elseStatement];
  if (ts.isIterationStatement(node, false)) return [node.statement];
  if (ts.isTryStatement(node)) return [node.finallyBlock];
  if (ts.isCatchClause(node)) return [node.block];
  if (ts.isFunctionLike(node)) return "body" in node ? [node.body as ts.Node] : [];
  if (!isInFunction(node)) return [];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (ts.isBinaryExpression(node) && LAZY.includes(node.operatorToken.kind)) return [node.right];
  return [];
}

const LAZY = [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken];

/** Code outside of functions runs once, and some of it must be constant. */
function isInFunction(node: ts.Node): boolean {
  return ts.findAncestor(node, (ancestor) => ts.isFunctionLike(ancestor)) !== undefined;
}
