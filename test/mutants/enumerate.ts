/** All mutants of a source text. AssemblyScript without decorators is TypeScript to the parser: one walk serves both. */
import ts from "typescript";
import { type Change, expressionChanges } from "./expressions.ts";
import { idOf, type Mutant } from "./mutant.ts";
import { statementChanges } from "./statements.ts";

export function mutantsOf(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const mutants: Mutant[] = [];
  const known = new Map<string, number>();

  function visit(node: ts.Node): void {
    if (isOnlyForTheCompiler(node)) return;
    for (const change of [...statementChanges(node), ...expressionChanges(node)]) add(change);
    ts.forEachChild(node, visit);
  }

  function add({ operator, node, replacement }: Change): void {
    const start = node.getStart();
    const end = node.getEnd();
    const { line, character } = tree.getLineAndCharacterOfPosition(start);
    const place = { line: line + 1, column: character + 1 };
    const edit = { operator, start, end, replacement };
    const mutant = { ...edit, ...place, file, function: functionOf(node), before: source.slice(start, end) };
    const id = idOf({ ...mutant, occurrence: 1 });
    const occurrence = (known.get(id) ?? 0) + 1;
    known.set(id, occurrence);
    mutants.push({ ...mutant, occurrence });
  }

  visit(tree);
  return mutants;
}

function isOnlyForTheCompiler(node: ts.Node): boolean {
  if (ts.isExpressionWithTypeArguments(node)) return false;
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isDecorator(node)) return true;
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === DECLARE);
}

const DECLARE = ts.SyntaxKind.DeclareKeyword;

function functionOf(node: ts.Node): string {
  const names: string[] = [];
  for (let { parent } = node; parent !== undefined; parent = parent.parent) {
    const name = nameOf(parent);
    if (name !== undefined) names.unshift(name);
  }
  return names.join(".");
}

function nameOf(node: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (ts.isClassLike(node) || ts.isFunctionLike(node)) {
    const holder = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
    return holder?.getText();
  }
  return undefined;
}
