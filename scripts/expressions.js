/**
 * Fails if a regular expression in `src/`, or in another folder, can take more than linear time. An expression must be a
 * literal, or be built from constants: one that contains input cannot be checked.
 *
 * node scripts/expressions.js [FOLDER]
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "recheck";
import ts from "typescript";

/** Functions that compile an expression, the index of their argument with its source, and the flags if there is no argument for them. */
const COMPILERS = { RegExp: { source: 0, flags: "" }, unicodeTest: { source: 1, flags: "u" } };

/**
 * In milliseconds. An expression for which neither an attack nor a proof is found by then is a problem. The limits of single
 * matches are numbers of steps: in time, a busy machine would make linear expressions look slow.
 */
const LIMITS = { timeout: 120_000, attackTimeout: null, incubationTimeout: null };

const [folder = "src"] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({
    name,
    root: ts.createSourceFile(name, readFileSync(join(folder, name), "utf8"), ts.ScriptTarget.Latest, true),
  }));

const constants = new Map();
for (const { root } of files) visit(root, addConstant);

/** Expressions by their source and flags, each with its first place. */
const expressions = new Map();
const problems = [];
for (const { name, root } of files) visit(root, (node) => addExpression(node, name, root));

const found = [...expressions.values()];
// A few at a time, so that the time limit of each does not include a wait for all others.
await Promise.all([0, 1, 2, 3].map(checkNext));
for (const problem of problems.sort()) console.error(problem);
console.log(`${expressions.size} regular expressions, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function checkNext() {
  for (let next = found.pop(); next !== undefined; next = found.pop()) {
    const { source, flags, place } = next;
    const { attack, complexity, status } = await check(source, flags, LIMITS);
    if (status === "safe") continue;
    problems.push(`${place}: /${source}/${flags} ${complexity?.summary ?? status}: ${attack?.pattern ?? ""}`);
  }
}

function visit(node, action) {
  action(node);
  ts.forEachChild(node, (child) => visit(child, action));
}

function addConstant(node) {
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return;
  const { name, initializer } = node;
  if (ts.isIdentifier(name) && (ts.isStringLiteralLike(initializer) || ts.isTemplateExpression(initializer))) {
    constants.set(name.text, initializer);
  }
}

function addExpression(node, file, root) {
  const { line } = root.getLineAndCharacterOfPosition(node.getStart(root));
  const place = `${folder}/${file}:${line + 1}`;
  const add = (source, flags) => {
    const key = `/${source}/${flags}`;
    if (!expressions.has(key)) expressions.set(key, { source, flags, place });
  };
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf("/");
    add(node.text.slice(1, end), node.text.slice(end + 1));
  }
  if (!(ts.isNewExpression(node) || ts.isCallExpression(node)) || !ts.isIdentifier(node.expression)) return;
  // The compilers themselves get the source from their callers.
  if (!Object.hasOwn(COMPILERS, node.expression.text) || isInCompiler(node)) return;
  const compiler = COMPILERS[node.expression.text];
  const given = node.arguments?.[compiler.source];
  const source = given && textOf(given);
  const flags = node.arguments?.[compiler.source + 1];
  if (source === undefined) problems.push(`${place}: the expression is not constant`);
  else add(source, flags === undefined ? compiler.flags : textOf(flags));
}

function isInCompiler(node) {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isFunctionDeclaration(at) && Object.hasOwn(COMPILERS, at.name?.text ?? "")) return true;
  }
  return false;
}

/** The value of a constant string; undefined for any other expression. */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return constants.has(node.text) ? textOf(constants.get(node.text)) : undefined;
  if (!ts.isTemplateExpression(node)) return undefined;
  const parts = node.templateSpans.map(({ expression, literal }) => [textOf(expression), literal.text]);
  if (parts.some(([value]) => value === undefined)) return undefined;
  return [node.head.text, ...parts.flat()].join("");
}
